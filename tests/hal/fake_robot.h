#pragma once

#include <cmath>

#include "hal/robot.h"

/// A closed-form robot for tests of robot drivers: two legs on the ground, joints that reach their
/// set-points immediately, cups that keep their vacuum.
namespace ventosa::hal {

/// Violation of the contract.
enum class Fault : std::uint8_t {
  kNone,
  kTimeAtStart,
  kNoSurvey,
  kStartsAgain,
  kLongPeriod,
  kSamplesAhead,
  kDrifts,
  kObeysAnyMode,
  kObeysNonsense,
  kReportedZeros,
  kNoHold,
  kRandom,
  kRemembers,
  kComesBack,
};

/// Legs of three joints with wide limits.
inline controller::RobotModel three_joint_model(std::size_t n_legs) {
  controller::RobotModel model;
  model.leg.resize(n_legs);
  for (controller::Leg& leg : model.leg) {
    leg.n_joints = leg.n_arm = 3;
    for (controller::Joint& joint : leg.joint)
      joint = {.q_min_rad = -3,
               .q_max_rad = 3,
               .speed_limit_rad_s = 1e3,
               .torque_limit_Nm = 10,
               .friction = {}};
  }
  return model;
}

inline controller::RobotModel fake_model() { return three_joint_model(2); }

class FakeRobot final : public Robot {
 public:
  explicit FakeRobot(Fault fault = Fault::kNone) : fault_(fault) {
    can_ = {.cup_modes = {controller::CupMode::kHold, controller::CupMode::kRelease},
            .impedance = Impedance::kExact,
            .control_period_ns = 10'000'000,
            .telemetry = {.joint_velocity = true, .imu = true}};
    Modes<controller::JointMode> modes{controller::JointMode::kHold,
                                       controller::JointMode::kPassive,
                                       controller::JointMode::kImpedance};
    if (fault == Fault::kNoHold) modes = {controller::JointMode::kImpedance};
    for (auto& leg : can_.joint_modes) leg.fill(modes);
    for (controller::LegReading& leg : seen_.leg) leg.cup.vacuum_Pa = 5000;
    if (fault == Fault::kReportedZeros) seen_.leg[0].pack.voltage_V = 0;
    static int n_built = 0;
    if (fault == Fault::kRemembers) seen_.leg[0].joint[0].q_rad = ++n_built;
    seen_.body.specific_force_B = {0, 0, 9.81};
  }

  const Capabilities& capabilities() const noexcept override { return can_; }

  Status start(controller::Start& start) noexcept override {
    if (fault_ == Fault::kTimeAtStart) ++seen_.now_ns;
    start.attached.fill(true);
    start.patches.n = fault_ == Fault::kNoSurvey ? 0 : 1;
    start.seen = seen_;
    if (is_over(next_)) return next_;
    return n_ == 0 || fault_ == Fault::kStartsAgain ? Status::kOk : Status::kStale;
  }

  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override {
    if (is_over(next_)) {
      const Status status = next_;
      if (fault_ == Fault::kComesBack) next_ = Status::kOk;
      return status;
    }
    last_command_ = command;
    ++n_;
    seen_.now_ns += can_.control_period_ns + (fault_ == Fault::kLongPeriod ? 1 : 0);
    sample();
    for (std::size_t i = 0; i < seen_.leg.size(); ++i) obey(command.leg[i], seen_.leg[i]);
    seen = seen_;
    return next_;
  }

  void say(Status status) { next_ = status; }  ///< status from now on
  const controller::Command& last_command() const { return last_command_; }

 private:
  void sample() {
    const std::int64_t ahead_ns = fault_ == Fault::kSamplesAhead ? 1 : 0;
    for (controller::LegReading& leg : seen_.leg)
      leg.sampled_ns = leg.cup.sampled_ns = seen_.now_ns + ahead_ns;
    seen_.body.sampled_ns = seen_.now_ns;
    static double noise = 0;
    if (fault_ == Fault::kRandom) seen_.body.w_WB_B.x() = ++noise;
  }

  void obey(const controller::LegCommand& command, controller::LegReading& leg) {
    for (std::size_t j = 0; j < leg.joint.size(); ++j) {
      const controller::JointSetpoint& set_point = command.joint[j];
      const bool sound = std::isfinite(set_point.q_rad) || fault_ == Fault::kObeysNonsense;
      const bool known =
          set_point.mode == controller::JointMode::kImpedance ||
          (fault_ == Fault::kObeysAnyMode && set_point.mode >= controller::JointMode::kPosition);
      if (sound && known) leg.joint[j].q_rad = set_point.q_rad;
      if (fault_ == Fault::kDrifts) leg.joint[j].q_rad += 0.01;
    }
    if (command.cup.mode == controller::CupMode::kRelease) leg.cup.vacuum_Pa = 0;
  }

  const Fault fault_;
  Capabilities can_;
  controller::Observation seen_;
  controller::Command last_command_;
  Status next_ = Status::kOk;
  std::int64_t n_ = 0;
};

}  // namespace ventosa::hal
