#include "controller/organizer/gait.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/dynamics/lip.h"
#include "controller/trajectory/swing.h"

namespace ventosa::controller {
namespace {

/// minimum-jerk ramp of a load, 0..1
double ease(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * s * (10 + s * (6 * s - 15));
}

Vector3d normal(const PatchList& patches, int patch) {
  return patches.patch[static_cast<std::size_t>(patch)].X_WS.linear().col(2);
}

bool has_room(const Patch& patch, const Vector3d& p_S, double lip_radius_m) {
  return std::abs(p_S.x()) <= patch.half_extent_m.x() - lip_radius_m &&
         std::abs(p_S.y()) <= patch.half_extent_m.y() - lip_radius_m;
}

double phase_duration_s(const Foot& foot, const ControllerConfig& config) {
  switch (foot.phase) {
    case FootPhase::kUnload:
      return config.gait.unload_s;
    case FootPhase::kLoad:
      return config.gait.load_s;
    case FootPhase::kSeal:
      return config.gait.seal_timeout_s;
    default:
      return swing_duration_s(foot, config);
  }
}

double progress(const Foot& foot, const ControllerConfig& config) {
  return foot.ticks * config.period_s / phase_duration_s(foot, config);
}

/// from here on the foot's set-points start where its joints are
void take_over(const FootReading& reading, bool anchored, Foot& foot) {
  foot.q_from = reading.q_rad;
  foot.q_set = reading.q_rad;
  foot.roll_from_rad = reading.roll_rad;
  foot.fresh = true;
  foot.anchored = anchored;
  foot.give_W.setZero();
}

void power_wrist(const FootReading& reading, Foot& foot) {
  take_over(reading, false, foot);
  enter(foot, FootPhase::kRelease);
}

void anchor(const FootReading& reading, Foot& foot) {
  take_over(reading, true, foot);
  foot.p_WW = reading.p_WW;
  foot.R_WF = reading.R_WF;
}

bool is_attached(const Cup& cup, const ControllerConfig& config, const FootReading& reading) {
  return reading.grip_force_N >= cup.attached_ratio * config.cup_goal_force_N;
}

/// lift off again from where the cup did not seal and come down on the same place
void try_again(const FootReading& reading, Foot& foot) {
  ++foot.retries;
  foot.p_WW = foot.p_WW_goal + foot.feel_m * foot.z_WF_goal;
  foot.z_WF = foot.z_WF_goal;
  power_wrist(reading, foot);
}

/// Encoders and estimate leave a foot millimetres beside where it should lie, and its joints stick:
/// by its distance sensors it goes on until the lip does lie on the surface.
void feel_for_surface(const ControllerConfig& config, const FootReading& reading, Foot& foot) {
  constexpr double kNear_m = 0.03, kRate_1_s = 1, kSpeed_m_s = 0.005, kTrust_m = 0.02;
  if (config.lip.model == LipModel::kRigid || reading.height_m > kNear_m) return;
  const double v_m_s = kRate_1_s * (reading.height_m - lip_touch_m(config.lip));
  foot.feel_m += config.period_s * std::clamp(v_m_s, -kSpeed_m_s, kSpeed_m_s);
  foot.feel_m = std::clamp(foot.feel_m, -kTrust_m, kTrust_m);
}

Reason wait_for_seal(const Cup& cup, const ControllerConfig& config, const FootReading& reading,
                     Foot& foot) {
  feel_for_surface(config, reading, foot);
  if (is_attached(cup, config, reading)) {
    anchor(reading, foot);
    foot.patch = foot.patch_goal;
    enter(foot, FootPhase::kLoad);
  } else if (progress(foot, config) >= 1) {
    if (foot.retries >= config.gait.seal_retries) return Reason::kSealFailed;
    try_again(reading, foot);
  }
  return Reason::kNone;
}

FootPhase next_phase(FootPhase phase) {
  switch (phase) {
    case FootPhase::kLift:
      return FootPhase::kTransfer;
    case FootPhase::kTransfer:
      return FootPhase::kLower;
    case FootPhase::kLower:
      return FootPhase::kTouch;
    case FootPhase::kTouch:
      return FootPhase::kSeal;
    default:
      return FootPhase::kStance;
  }
}

}  // namespace

Foothold nearest_foothold(const Leg& leg, const Cup& cup, const PatchList& patches,
                          const Vector3d& p_WW) noexcept {
  Foothold best;
  double least_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < patches.n; ++k) {
    const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
    Vector3d p_S = patch.X_WS.inverse() * p_WW;
    const double off_m = std::abs(p_S.z() - leg.wrist_to_lip_m);
    if (off_m >= least_m || !has_room(patch, p_S, cup.lip_radius_m)) continue;
    least_m = off_m;
    p_S.z() = leg.wrist_to_lip_m;
    best = {k, patch.X_WS * p_S};
  }
  return best;
}

Foothold next_foothold(const RobotModel& robot, int leg, const PatchList& patches,
                       const Isometry3d& X_WB_reference, const Twist& twist,
                       const GaitConfig& config, double budget_m) noexcept {
  const double speed = path_speed(twist);
  const double stance_travel_m = config.stride_m * (1 - 1.0 / robot.n_legs());
  const double lead_s = speed > 0 ? (budget_m + stance_travel_m / 2) / speed : 0;
  const Isometry3d X_WB_mid = moved(X_WB_reference, twist, lead_s);
  const auto& l = robot.leg[static_cast<std::size_t>(leg)];
  return nearest_foothold(l, robot.cup, patches, X_WB_mid * l.p_BW_nominal);
}

bool is_held(FootPhase phase) noexcept {
  return phase == FootPhase::kStance || phase == FootPhase::kUnload || phase == FootPhase::kLoad;
}

double availability(const Foot& foot, const ControllerConfig& config) noexcept {
  constexpr double kLeast = 1e-3;  // a foot that is held never leaves the sharing
  if (foot.phase == FootPhase::kUnload) return std::max(kLeast, 1 - ease(progress(foot, config)));
  if (foot.phase == FootPhase::kLoad) return std::max(kLeast, ease(progress(foot, config)));
  return 1;
}

bool pauses_body(FootPhase phase) noexcept {
  return phase == FootPhase::kRelease || phase == FootPhase::kSeal;
}

void enter(Foot& foot, FootPhase phase) noexcept {
  foot.phase = phase;
  foot.ticks = 0;
}

Foot begun_step(const Foot& stance, const Foothold& foothold, const PatchList& patches) noexcept {
  Foot foot = stance;
  foot.z_WF = -normal(patches, foot.patch);
  foot.patch_goal = foothold.patch;
  foot.z_WF_goal = -normal(patches, foothold.patch);
  foot.p_WW_goal = foothold.p_WW;
  foot.retries = 0;
  foot.feel_m = 0;
  enter(foot, FootPhase::kUnload);
  return foot;
}

void watch_grip(const Cup& cup, const ControllerConfig& config, const FootReading& reading,
                Foot& foot) noexcept {
  if (!is_held(foot.phase)) return;
  if (foot.anchored && reading.grip_force_N < config.gait.released_force_N)
    take_over(reading, false, foot);
  else if (!foot.anchored && is_attached(cup, config, reading))
    anchor(reading, foot);
}

Reason advance_foot(const Cup& cup, const ControllerConfig& config, const FootReading& reading,
                    Foot& foot) noexcept {
  ++foot.ticks;
  foot.rise_m = lip_rise_m(config.lip, reading.grip_force_N, config.cup_goal_force_N);
  if (foot.phase == FootPhase::kSeal) return wait_for_seal(cup, config, reading, foot);
  if (foot.phase == FootPhase::kRelease) {
    if (reading.grip_force_N < config.gait.released_force_N)
      enter(foot, FootPhase::kLift);
    else if (foot.ticks * config.period_s > config.gait.release_timeout_s)
      return Reason::kReleaseStuck;
  } else if (progress(foot, config) >= 1) {
    if (foot.phase == FootPhase::kUnload)
      power_wrist(reading, foot);
    else
      enter(foot, next_phase(foot.phase));
  }
  return Reason::kNone;
}

}  // namespace ventosa::controller
