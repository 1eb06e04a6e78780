#pragma once

#include "hal/wire/wire_robot.h"

namespace ventosa::app {

/// Says when a module was sent something, and not by us: a warning with its name, at first and
/// then every ten seconds for as long as it goes on.
class StrangerTeller {
 public:
  using Say = std::function<void(const std::string&)>;

  /// @param robot  must outlive this, as `model` must
  StrangerTeller(const controller::RobotModel& model, const hal::WireRobot& robot, Say say)
      : model_(model), robot_(robot), say_(std::move(say)), told_(robot.n_devices()) {}

  void look(double time_s);

 private:
  struct Told {
    std::uint64_t n = 0;
    double time_s = 0;
    bool has_bad = false;
  };
  /// What comes in its name and is not its own: once.
  void look_at_answers(std::size_t device, const hal::LinkStatistics& link);

  const controller::RobotModel& model_;
  const hal::WireRobot& robot_;
  const Say say_;
  std::vector<Told> told_;  ///< of each device
};

}  // namespace ventosa::app
