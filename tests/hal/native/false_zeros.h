#pragma once

#include <algorithm>

#include "hal/robot.h"

namespace ventosa::hal::test {

/// A robot whose modules take the pressure at boot for zero.
class FalseZeros final : public Robot {
 public:
  explicit FalseZeros(Robot& robot) : robot_(robot) {}

  void boot(std::size_t leg) {
    ++n_boots_[leg];
    zero_Pa_[leg] = last_Pa_[leg];
  }

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
  void tell(controller::Observation& seen) noexcept {
    for (std::size_t i = 0; i < 4; ++i) {
      last_Pa_[i] = seen.leg[i].cup.vacuum_Pa;
      seen.leg[i].cup.vacuum_Pa = std::max(0.0, last_Pa_[i] - zero_Pa_[i]);
      seen.leg[i].module.boots = 1 + n_boots_[i];
    }
  }
  Robot& robot_;
  controller::PerLeg<std::int32_t> n_boots_{};
  controller::PerLeg<double> zero_Pa_{}, last_Pa_{};
};

}  // namespace ventosa::hal::test
