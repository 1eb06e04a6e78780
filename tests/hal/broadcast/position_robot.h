#pragma once

#include <array>
#include <optional>

#include "tests/hal/fake_robot.h"

namespace ventosa::hal::test {

/// Six legs of three joints on point feet.
inline controller::RobotModel position_model() {
  constexpr std::array kNames{"front_left",   "front_right", "middle_left",
                              "middle_right", "rear_left",   "rear_right"};
  controller::RobotModel model = three_joint_model(kNames.size());
  model.name = "walker";
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    model.leg[i].name = kNames[i];
    model.leg[i].foot.hold = controller::PointFoot{};
  }
  return model;
}

/// A robot of position_model() whose joints reach their references at once, and sink without
/// torque.
class PositionRobot final : public Robot {
 public:
  static constexpr std::int64_t kPeriod_ns = 10'000'000;
  static constexpr double kStart_rad = 0.3, kSinks_rad = 0.002;

  PositionRobot() {
    using controller::JointMode;
    can_.control_period_ns = kPeriod_ns;
    for (auto& leg : can_.joint_modes)
      leg.fill({JointMode::kHold, JointMode::kPassive, JointMode::kPosition});
    for (controller::LegReading& leg : seen_.leg) {
      leg.module.boots = 0;
      for (controller::JointReading& joint : leg.joint)
        joint = {.q_rad = kStart_rad, .current_A = 0.5, .voltage_V = 24};
    }
  }

  const Capabilities& capabilities() const noexcept override { return can_; }
  Status start(controller::Start& start) noexcept override {
    start.seen = seen_;
    return Status::kOk;
  }
  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override {
    ++n_periods;
    seen_.now_ns += kPeriod_ns;
    for (std::size_t i = 0; i < seen_.leg.size(); ++i) {
      if (mute != i) seen_.leg[i].sampled_ns = seen_.now_ns;
      for (std::size_t j = 0; j < 3; ++j) move(command.leg[i].joint[j], seen_.leg[i].joint[j]);
    }
    if (boots) ++*seen_.leg[*boots].module.boots;
    boots.reset();
    seen = seen_;
    return Status::kOk;
  }

  std::optional<std::size_t> mute{};   ///< this leg's readings do not get any newer
  std::optional<std::size_t> boots{};  ///< this leg's module boots in the next period
  int n_periods = 0;

 private:
  static void move(const controller::JointSetpoint& command, controller::JointReading& joint) {
    if (command.mode == controller::JointMode::kPosition) joint.q_rad = command.q_rad;
    if (command.mode == controller::JointMode::kPassive) joint.q_rad -= kSinks_rad;
  }

  Capabilities can_;
  controller::Observation seen_;
};

/// Position references: the same angle for all joints.
inline controller::Command command_to(double q_rad) {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg)
    for (std::size_t j = 0; j < 3; ++j)
      leg.joint[j] = {.mode = controller::JointMode::kPosition, .q_rad = q_rad};
  return command;
}

}  // namespace ventosa::hal::test
