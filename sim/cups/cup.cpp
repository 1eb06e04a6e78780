#include "sim/cups/cup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/model/ground.h"

namespace ventosa::sim {

using controller::CupCommand;
using controller::CupMode;
using controller::Isometry3d;
using controller::Patch;
using controller::Vector3d;
using controller::Vector6d;

namespace {

constexpr double kSettleSpeed_m_s = 5e-3;
constexpr double kSettleRate_rad_s = 0.1;
constexpr double kFlushTolerance = 1e-9;  // [m, rad]

/// Ratio of load to limit; 0 without load, even if the limit is 0.
double ratio(double load, double limit) {
  if (load <= 0) return 0;
  return limit > 0 ? load / limit : std::numeric_limits<double>::infinity();
}

/// shortest rotation from unit vector a to b, limited to `max_rad`
Eigen::AngleAxisd rotation_towards(const Vector3d& a, const Vector3d& b, double max_rad) {
  const Vector3d axis = a.cross(b);
  const double angle = std::atan2(axis.norm(), a.dot(b));
  if (angle < 1e-12) return Eigen::AngleAxisd::Identity();
  return Eigen::AngleAxisd(std::min(angle, max_rad), axis.normalized());
}

/// Adapts the gain: increases it slowly, reduces it to a quarter when the load has changed its
/// sign.
double next_gain(double gain, bool sign_changed, double min, double max) {
  return std::clamp(sign_changed ? 0.25 * gain : 1.2 * gain, min, max);
}

void update_gains(const Vector6d& wrench_S, CreepState& state) {
  const Vector3d now_S(wrench_S[0], wrench_S[1], wrench_S[5]);
  const Vector3d last_S = as_vector(state.last_S);
  state.slip_gain = next_gain(state.slip_gain, now_S.head<2>().dot(last_S.head<2>()) < 0, 1e-3, 1);
  state.twist_gain = next_gain(state.twist_gain, now_S.z() * last_S.z() < 0, 1e-3, 1e3);
  as_vector(state.last_S) = now_S;
}

}  // namespace

CupLoad cup_load(const Vector6d& wrench_S, double vacuum_force_N, double friction,
                 double lip_radius_m) noexcept {
  const double pull_N = -wrench_S[2];
  const double pressed_N = vacuum_force_N - pull_N;
  const double shear_N = std::hypot(wrench_S[0], wrench_S[1], wrench_S[5] / lip_radius_m);
  return {.pull = ratio(pull_N, vacuum_force_N),
          .slide = ratio(shear_N, friction * pressed_N),
          .peel = ratio(std::hypot(wrench_S[3], wrench_S[4]), pressed_N * lip_radius_m)};
}

double safety_factor(const CupLoad& load, double moment_arm_k) noexcept {
  const double worst = std::max({load.pull, load.slide, load.peel / moment_arm_k});
  return worst * kMaxSafetyFactor > 1 ? 1 / worst : kMaxSafetyFactor;
}

int sealing_patch(const CupConfig& config, const Isometry3d& X_WF,
                  const controller::PatchList& patches) noexcept {
  for (int i = 0; i < patches.n; ++i) {
    const Patch& patch = patches.patch[i];
    const Vector3d n_W = patch.X_WS.linear().col(2);
    const double height_m = n_W.dot(X_WF.translation() - patch.X_WS.translation());
    if (std::abs(height_m) > config.seal_gap_m) continue;

    const double cosine = -n_W.dot(X_WF.linear().col(2));
    const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    const bool level = cosine > 0 && std::atan2(sine, cosine) <= config.seal_tilt_rad;
    const bool close = std::abs(height_m) + config.lip_radius_m * sine <= config.seal_gap_m;
    const Vector3d p_SF = patch.X_WS.inverse() * X_WF.translation();
    if (level && close && carries(patches, i, {p_SF.head<2>(), config.lip_radius_m})) return i;
  }
  return -1;
}

void accept(const CupConfig& config, const CupCommand& command, CupState& cup) noexcept {
  const auto set = [&cup](double turbine, double goal_N) {
    cup.turbine = std::clamp(turbine, 0.0, 1.0);
    cup.goal_N = goal_N;
  };
  if (command.mode == CupMode::kRelease)
    set(0, 0);
  else if (command.mode == CupMode::kGrip && std::isfinite(command.turbine))
    set(command.turbine, 0);
  else if (command.mode == CupMode::kAttach && std::isfinite(command.goal_N))
    // vacuum grows with the square of the turbine's speed
    set(std::sqrt(std::max(0.0, command.goal_N) / config.max_force_N),
        std::max(0.0, command.goal_N));
  else if (cup.phase == CupPhase::kAttached)
    set(1, 0);
}

void step_ideal_rotor(CupState& cup) noexcept {
  cup.fan.duty = cup.powered ? cup.turbine : 0;
  cup.fan.speed = cup.fan.motor_share * cup.fan.duty;
}

void step_ideal_vacuum(const CupConfig& config, CupState& cup) noexcept {
  const double goal_Pa = config.max_vacuum_Pa * cup.fan.speed * cup.fan.speed;
  const double share = goal_Pa > cup.vacuum_Pa ? config.rise_share : config.fall_share;
  cup.vacuum_Pa += share * (goal_Pa - cup.vacuum_Pa);
}

CupPhase held_phase(const CupConfig& config, const CupState& cup) noexcept {
  if (cup.turbine == 0) return CupPhase::kReleasing;
  if (cup.phase == CupPhase::kAttached) return CupPhase::kAttached;
  const double goal_Pa = config.max_vacuum_Pa * cup.turbine * cup.turbine;
  return cup.vacuum_Pa >= config.attached_ratio * goal_Pa ? CupPhase::kAttached
                                                          : CupPhase::kSealing;
}

double vacuum_force_N(const CupConfig& config, const CupState& cup) noexcept {
  return cup.vacuum_Pa * config.area_m2;
}

bool settle_anchor(const CupConfig& config, const Patch& patch, Isometry3d& X_WA) noexcept {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const Vector3d z_W = X_WA.linear().col(2);
  const double lift_m = -n_W.dot(X_WA.translation() - patch.X_WS.translation());
  if (std::abs(lift_m) < kFlushTolerance && (z_W + n_W).norm() < kFlushTolerance) return false;

  const double reach_m = kSettleSpeed_m_s * config.step_s;
  X_WA.translation() += std::clamp(lift_m, -reach_m, reach_m) * n_W;
  X_WA.linear() = rotation_towards(z_W, -n_W, kSettleRate_rad_s * config.step_s) * X_WA.linear();
  return true;
}

namespace {

/// Draws an anchor back that would drive a sliding lip on. It may be ahead of the lip by the weld's
/// delay, where damping and stiffness cancel, and by what lets other forces accelerate the foot.
void draw_back(const CupConfig& config, const CupState& cup, const Patch& patch, Isometry3d& X_WA) {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  Vector3d moved_W = as_vector(cup.moved_W);
  moved_W -= n_W.dot(moved_W) * n_W;
  const double moved_m = moved_W.norm();
  if (moved_m == 0) return;
  constexpr double kMost_m_s2 = 20;
  const Vector3d along_W = moved_W / moved_m;
  const double ahead_m = along_W.dot(X_WA.translation() - as_vector(cup.X_WF.p));
  const double most_m = config.lag_s / config.step_s * moved_m + kMost_m_s2 * config.give_s2;
  if (ahead_m > most_m) X_WA.translation() -= (ahead_m - most_m) * along_W;
}

}  // namespace

// The weld is a constraint with stiffness k and damping b per unit of mass, x'' = -b v - k (x -
// x_A). With the anchor at rest, the shear F of the surface on the foot changes in one step by
//   -(moved + b/k (moved - moved_before) / step) / c,   c = 1 / (k m): slip_m_N, b/k: lag_s
// and moving the anchor by d changes it by d / c. The effective mass m at the foot is unknown: at
// most the robot's, unless other feet are braced against it. c therefore starts at its value for
// the whole robot and is adapted by a gain: a shear that changes its sign shows that the last slip
// was too long.
bool creep(const CupConfig& config, const CupGround& ground, CupState& cup,
           Isometry3d& X_WA) noexcept {
  const Patch& patch = ground.patch;
  const controller::Matrix3d R_SW = patch.X_WS.linear().transpose();
  const Vector3d moved_S = R_SW * as_vector(cup.moved_W);
  const Vector3d moved_before_S = R_SW * as_vector(cup.moved_before_W);
  const Vector3d deflection_S = moved_S + config.lag_s / config.step_s * (moved_S - moved_before_S);

  CreepState& state = cup.creep;
  update_gains(as_vector(cup.wrench_S), state);
  const double c_m_N = config.slip_m_N * state.slip_gain;
  Vector6d trial_S = as_vector(cup.wrench_S);
  trial_S.head<2>() -= deflection_S.head<2>() / c_m_N;
  const double V_N = vacuum_force_N(config, cup);
  const double over = cup_load(trial_S, V_N, ground.friction, config.lip_radius_m).slide;
  if (over <= 1) {
    state = {.slip_m = state.slip_m};
    return false;
  }

  // return to the friction limit
  const double excess = 1 - 1 / over;
  const Vector3d slip_S(-c_m_N * excess * trial_S[0], -c_m_N * excess * trial_S[1], 0);
  const double twist_rad = -config.twist_rad_Nm * state.twist_gain * excess * trial_S[5];
  X_WA.translation() += patch.X_WS.linear() * slip_S;
  X_WA.linear() = Eigen::AngleAxisd(twist_rad, patch.X_WS.linear().col(2)) * X_WA.linear();
  state.slip_m += slip_S.norm();
  draw_back(config, cup, patch, X_WA);
  return true;
}

}  // namespace ventosa::sim
