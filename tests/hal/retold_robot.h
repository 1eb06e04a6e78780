#pragma once

#include "hal/robot.h"

namespace ventosa::hal::test {

/// A robot whose readings are changed before anybody sees them.
class RetoldRobot : public Robot {
 public:
  /// @param robot  must outlive this
  explicit RetoldRobot(Robot& robot) : robot_(robot) {}

  const Capabilities& capabilities() const noexcept override { return robot_.capabilities(); }
  Status start(controller::Start& start) noexcept override {
    const Status status = robot_.start(start);
    tell(start.seen);
    return status;
  }
  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override {
    const Status status = robot_.exchange(command, seen);
    tell(seen);
    return status;
  }

 private:
  virtual void tell(controller::Observation& seen) = 0;

  Robot& robot_;
};

}  // namespace ventosa::hal::test
