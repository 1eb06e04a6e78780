#pragma once

#include <memory>
#include <utility>

#include "hal/robot.h"

namespace ventosa::hal {

/// A robot with only the readings that the controller needs: joint angles and rates, vacuum or foot
/// force, IMU, GPS and compass. All others are unknown.
class BlindedRobot final : public Robot {
 public:
  explicit BlindedRobot(std::unique_ptr<Robot> robot)
      : robot_(std::move(robot)), can_(robot_->capabilities()) {
    const Telemetry& all = robot_->capabilities().telemetry;
    can_.telemetry = {.joint_velocity = true,
                      .foot_force = all.foot_force,
                      .imu = true,
                      .gps = all.gps,
                      .compass = all.compass};
  }

  const Capabilities& capabilities() const noexcept override { return can_; }

  Status start(controller::Start& start) noexcept override {
    const Status status = robot_->start(start);
    blind(start.seen);
    return status;
  }

  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override {
    const Status status = robot_->exchange(command, seen);
    blind(seen);
    return status;
  }

  const Health& health() const noexcept override { return robot_->health(); }
  void enter(GuardMode mode) noexcept override { robot_->enter(mode); }
  CupReply take(const CupAnswer& answer) noexcept override { return robot_->take(answer); }

 private:
  static void blind(controller::Observation& seen) {
    for (controller::LegReading& leg : seen.leg) {
      for (controller::JointReading& joint : leg.joint)
        joint = {.q_rad = joint.q_rad, .dq_rad_s = joint.dq_rad_s};
      leg.cup = {.sampled_ns = leg.cup.sampled_ns, .vacuum_Pa = leg.cup.vacuum_Pa};
      leg.pack = {.sampled_ns = leg.pack.sampled_ns};
      leg.module = {};
    }
    seen.detections = {};
  }

  const std::unique_ptr<Robot> robot_;
  Capabilities can_;
};

}  // namespace ventosa::hal
