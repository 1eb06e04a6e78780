#include "scenarios/session/own_controller.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <numbers>

#include "controller/dynamics/stance.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/rotation.h"
#include "record/output_error.h"
#include "scenarios/session/load.h"
#include "scenarios/verdict/results.h"
#include "sim/mujoco/engine_version.h"

/// A user's controller in a judged run of the twin:  own_controller SCENARIO.yaml RESULTS
/// docs/own-controller.md explains it; copy this file to begin with.
namespace ventosa::examples {
namespace {

using controller::Isometry3d;
using controller::Matrix3d;
using controller::Vector3d;

/// Moves the body to its left and back, again and again, while every cup stays where it is. Joint
/// set-points come from inverse kinematics, feed-forward torques from the least forces that carry
/// the weight: min sum |F_i|^2 such that sum F_i = f and sum p_i x F_i = m.
class SwayingBody final : public scenarios::OwnController {
 public:
  explicit SwayingBody(const scenarios::Scenario& scenario)
      : robot_(scenario.controller_model), config_(scenario.controller) {}

  /// Whatever the scenario's script asks for, it sways.
  controller::Command tick(const controller::Observation& seen, const controller::Goal&,
                           controller::Diagnostics& plan) noexcept override {
    if (!goes_on(seen.now_ns)) begin(seen, plan);
    last_ns_ = seen.now_ns;
    const double time_s = 1e-9 * static_cast<double>(seen.now_ns - begun_ns_);
    plan.X_WB_reference = X_WB0_ * Eigen::Translation3d(0, sway_m(time_s), 0);

    const controller::Stance stance = weigh(seen, plan);
    const controller::Vector6d y = least_forces(stance);
    controller::Command command;  // its zero holds: joints stay, attached cups go on gripping
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      if (!stance.leg[i].attached) continue;
      const Vector3d F_B = y.head<3>() + y.tail<3>().cross(stance.leg[i].pose.p_BW);
      lead(i, plan.X_WB_reference, feed_forward(robot_.leg[i], stance.leg[i], stance.g_B, F_B),
           command.leg[i]);
    }
    return command;
  }

 private:
  static constexpr double kSway_m = 0.03, kCycle_s = 4;

  static double sway_m(double time_s) {
    return kSway_m / 2 * (1 - std::cos(2 * std::numbers::pi * time_s / kCycle_s));
  }

  /// Not in its first tick, nor in the first after the robot was held.
  bool goes_on(std::int64_t now_ns) const {
    return 1e-9 * static_cast<double>(now_ns - last_ns_) < 1.5 * config_.period_s;
  }

  /// Starts from the estimated poses of the body and its feet.
  void begin(const controller::Observation& seen, const controller::Diagnostics& plan) noexcept {
    begun_ns_ = seen.now_ns;
    X_WB0_ = plan.X_WB_estimate;
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      q_d_[i] = measured_q(seen.leg[i]);
      p_WW_[i] = X_WB0_ * leg_pose(robot_.leg[i], q_d_[i]).p_BW;
    }
  }

  controller::Stance weigh(const controller::Observation& seen,
                           const controller::Diagnostics& plan) const noexcept {
    controller::Stance stance;
    stance.g_B = plan.X_WB_estimate.linear().transpose() * config_.gravity_W;
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      stance.leg[i].pose = leg_pose(robot_.leg[i], measured_q(seen.leg[i]));
      stance.leg[i].attached = plan.report[i].attached;
      weigh_leg(robot_.leg[i], stance.g_B, stance.leg[i]);
    }
    return stance;
  }

  /// F_i = A_i^T y with A_i = [1; [p_i]x] and (sum A_i A_i^T) y = [f; m].
  controller::Vector6d least_forces(const controller::Stance& stance) const noexcept {
    controller::Matrix6d AAt = controller::Matrix6d::Zero();
    for (const controller::StanceLeg& leg : stance.leg) {
      if (!leg.attached) continue;
      Eigen::Matrix<double, 6, 3> A;
      A << Matrix3d::Identity(), controller::skew(leg.pose.p_BW);
      AAt += A * A.transpose();
    }
    return AAt.ldlt().solve(required_wrench(robot_, stance));
  }

  /// The arm keeps the wrist point where it is in the world; the wrist gives way to the cup. A pose
  /// out of reach leaves the set-points where they were.
  void lead(std::size_t i, const Isometry3d& X_WB, const controller::PerJoint<double>& tau_ff_Nm,
            controller::LegCommand& command) noexcept {
    const controller::Leg& leg = robot_.leg[i];
    const controller::PerJoint<double> last = q_d_[i];
    static_cast<void>(follow_arm(leg, (X_WB * leg.X_BL).inverse() * p_WW_[i], q_d_[i]));
    for (int j = 0; j < leg.n_joints; ++j) {
      const auto k = static_cast<std::size_t>(j);
      command.joint[k].mode = controller::JointMode::kPassive;
      if (j >= leg.n_arm) continue;
      const auto gain = static_cast<std::size_t>(std::max(0, j - leg.n_lead()));
      command.joint[k] = {.mode = controller::JointMode::kImpedance,
                          .q_rad = q_d_[i][k],
                          .dq_rad_s = (q_d_[i][k] - last[k]) / config_.period_s,
                          .tau_ff_Nm = tau_ff_Nm[k],
                          .kp_Nm_rad = config_.gains.kp_Nm_rad[gain],
                          .kd_Nms_rad = config_.gains.kd_Nms_rad[gain]};
    }
  }

  const controller::RobotModel robot_;
  const controller::ControllerConfig config_;
  std::int64_t begun_ns_ = 0, last_ns_ = controller::kNeverReceived;
  Isometry3d X_WB0_ = Isometry3d::Identity();
  controller::PerLeg<Vector3d> p_WW_ = controller::zero_vectors();  ///< [m] wrist points, in W
  controller::PerLeg<controller::PerJoint<double>> q_d_{};          ///< last set-points
};

void print(const scenarios::AssertResult& each) {
  std::cout << (each.pass ? "pass  " : "FAIL  ") << each.name << ": ";
  if (each.value_name.empty())
    std::cout << each.value << ' ' << each.unit << ", " << controller::name(each.bound) << ' '
              << each.limit << '\n';
  else
    std::cout << each.value_name << ", " << controller::name(each.bound) << ' ' << each.limit_name
              << '\n';
}

int run(const std::filesystem::path& file, const std::filesystem::path& results) {
  const scenarios::Scenario scenario = scenarios::load(file, VENTOSA_ROBOTS_FOLDER);
  const std::uint64_t seed = scenario.seeds.front();
  record::OutputFolder folder(results);
  scenarios::ResultFiles files(scenario, seed, {"own_controller", sim::engine_version()}, folder,
                               {.csv_of = {"error.body", "error.travel", "worst"}});
  scenarios::JudgedRun run(scenario, seed, files.sinks());

  SwayingBody own(scenario);
  run.hand_over_to(own);
  while (run.is_recorded() && run.advance()) {
  }

  scenarios::Verdict verdict = run.verdict(0);
  for (const scenarios::AssertResult& each : verdict.asserts) print(each);
  if (const auto& breach = run.session().breach()) {
    const controller::Leg& leg = scenario.robot.nominal.leg[static_cast<std::size_t>(breach->leg)];
    std::cout << "held: " << leg.name << " joint " << leg.joint_number(breach->joint) << ": "
              << controller::name(breach->kind) << ' ' << breach->value << ", limit "
              << breach->limit << '\n';
  }
  files.finish(run, verdict);
  folder.commit();
  std::cout << scenarios::name(verdict.outcome) << "; results in " << results.string() << '\n';
  return static_cast<int>(verdict.exit_code);
}

}  // namespace
}  // namespace ventosa::examples

int main(int argc, char** argv) {
  using ventosa::scenarios::ExitCode;
  try {
    if (argc == 3) return ventosa::examples::run(argv[1], argv[2]);
    std::cerr << "usage: own_controller SCENARIO.yaml RESULTS\n";
  } catch (const ventosa::record::OutputError& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(ExitCode::kOutput);
  } catch (const std::exception& error) {  // models::InputError says where and what is wrong
    std::cerr << error.what() << '\n';
  }
  return static_cast<int>(ExitCode::kBadInput);
}
