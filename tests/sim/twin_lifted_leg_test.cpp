#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "controller/dynamics/leg_statics.h"
#include "tests/sim/stands.h"

/// One module on a bench lifts and lowers its free leg, like two real ones whose logs are public.
/// Gravity torque of the moving joint against its current up and down, means over 6-25 deg/s. One
/// set of parameters for all rows.
namespace ventosa::sim::twin_lifted_leg_test {
namespace {

using controller::JointMode;
using controller::PerJoint;
using controller::Vector3d;

struct Log {
  std::size_t joint;
  double gravity_Nm, up_A, down_A, half_width_Nm;
};
constexpr Log kLogs[] = {{1, 2.30, 1.088, 0.365, 1.06},
                         {1, 1.91, 0.853, 0.329, 0.77},
                         {2, 2.10, 0.825, 0.257, 0.84},
                         {2, 1.70, 0.734, 0.201, 0.78}};
/// by which the currents of the logs were converted to torques
constexpr double kDataSheet_Nm_A = 2.94;

/// torque of the joint that carries the leg
double holding_Nm(const controller::Leg& leg, const PerJoint<double>& q_rad, std::size_t joint) {
  const Vector3d none = Vector3d::Zero();
  return controller::static_torque(leg, controller::leg_pose(leg, q_rad), leg.n_joints,
                                   {0, 0, -9.81}, none, none, none)[joint];
}

/// The elbow is bent by 80 deg while the shoulder moves; the upper arm is level while the elbow
/// moves: poses in which the moving joint carries the load of the log, with the leg sinking from
/// level.
PerJoint<double> posture(const controller::Leg& leg, const Log& log) {
  PerJoint<double> q_rad{};
  if (log.joint == 1) q_rad[2] = 1.4;
  const auto load = [&] { return std::abs(holding_Nm(leg, q_rad, log.joint)); };
  constexpr double step_rad = 1e-3;
  for (double most = 0; load() >= most; q_rad[log.joint] += step_rad) most = load();
  while (load() > log.gravity_Nm) q_rad[log.joint] += step_rad;
  return q_rad;
}

struct Sweep {
  double up_A = 0, down_A = 0;  ///< means where the load equals that of the log
};

class Bench {
 public:
  explicit Bench(const Log& log)
      : robot_(models::load(VENTOSA_SOURCE_DIR "/models/data/romerin1.yaml")),
        log_(log),
        leg_(robot_.nominal.leg[0]),
        q_rad_(posture(leg_, log)),
        sign_(std::copysign(1, holding_Nm(leg_, q_rad_, log.joint))),
        twin_(robot_, config()) {}

  Sweep sweep(double speed_rad_s) {
    move(-kReach_rad, 1);
    const double up_A = move(kReach_rad, speed_rad_s), down_A = move(-kReach_rad, speed_rad_s);
    return {up_A, down_A};
  }

 private:
  static constexpr double kReach_rad = 0.25;

  TwinConfig config() const {
    TwinConfig config;
    config.clamped = true;
    config.control_period_s = config.step_s;
    config.patches.n = 1;
    config.patches.patch[0] = plane(0);
    config.X_WB.translation().z() = 1;
    config.leg.push_back({.q_rad = q_rad_, .attached = false});
    config.drive = drive_options(Fidelity::kFull);
    return config;
  }

  /// The joint moves this far from its posture, in lifting direction; @return the mean current
  double move(double to_rad, double speed_rad_s) {
    controller::Command command;
    for (std::size_t j = 0; j < 6; ++j)
      command.leg[0].joint[j] = {.mode = JointMode::kPosition, .q_rad = q_rad_[j]};
    command.leg[0].joint[log_.joint].q_rad += sign_ * to_rad;
    command.leg[0].joint[log_.joint].profile = {speed_rad_s, 5};
    double sum_A = 0;
    int n = 0;
    const double span_s = 2 * kReach_rad / speed_rad_s + 1;
    controller::Observation seen;
    for (const double end_s = twin_.time_s() + span_s; twin_.time_s() < end_s;) {
      if (twin_.exchange(command, seen) != hal::Status::kOk) ADD_FAILURE();
      const PerJoint<double> q_rad = controller::measured_q(seen.leg[0]);
      const double load_Nm = sign_ * holding_Nm(leg_, q_rad, log_.joint);
      const bool moves = std::abs(seen.leg[0].joint[log_.joint].dq_rad_s) > 0.5 * speed_rad_s;
      if (!moves || std::abs(load_Nm / log_.gravity_Nm - 1) > 0.01) continue;
      sum_A += sign_ * seen.leg[0].joint[log_.joint].current_A;
      ++n;
    }
    return sum_A / n;
  }

  models::Robot robot_;
  Log log_;
  const controller::Leg& leg_;
  PerJoint<double> q_rad_;
  double sign_;
  Twin twin_;
};

TEST(LiftedLeg, TakesTheCurrentsOfTheRealOnes) {
  std::printf("joint load  up log/twin      down log/twin    half-width log/twin  mean\n");
  for (const Log& log : kLogs) {
    Bench bench(log);
    double up_A = 0, down_A = 0;
    for (const double speed_deg_s : {6, 12, 25}) {
      const Sweep sweep = bench.sweep(speed_deg_s * M_PI / 180);
      up_A += sweep.up_A / 3;
      down_A += sweep.down_A / 3;
    }
    const double half_Nm = 0.5 * (up_A - down_A) * kDataSheet_Nm_A;
    const double off = (up_A + down_A) / (log.up_A + log.down_A) - 1;
    std::printf("q%zu    %.2f  %.3f %.3f A  %.3f %.3f A  %.2f %.3f Nm (%+.0f%%)  %+.1f%%\n",
                log.joint + 1, log.gravity_Nm, log.up_A, up_A, log.down_A, down_A,
                log.half_width_Nm, half_Nm, 100 * (half_Nm / log.half_width_Nm - 1), 100 * off);
    EXPECT_NEAR(half_Nm, log.half_width_Nm, 0.2 * log.half_width_Nm);
    if (log.joint == 1) {
      EXPECT_LT(std::abs(off), 0.12);
    }
  }
}

}  // namespace
}  // namespace ventosa::sim::twin_lifted_leg_test
