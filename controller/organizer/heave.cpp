#include "controller/organizer/heave.h"

#include <cmath>
#include <numbers>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/load_sharing/load_check.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

Vector3d up_W(const OrganizerInput& in) {
  return -(in.body.X_WB.linear() * in.body.stance.g_B).stableNormalized();
}

Isometry3d raised(const Isometry3d& X_WB, const Vector3d& d_W) {
  Isometry3d there = X_WB;
  there.translation() += d_W;
  return there;
}

bool all_reach(const Scene& scene, const Isometry3d& X_WB) {
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const Leg& leg = scene.robot.leg[i];
    const Vector3d p_LW = (X_WB * leg.X_BL).inverse() * scene.in.body.contact[i].p_WW;
    if (!reaches_contact(leg, p_LW, scene.in.report[i].q_set_rad, kTrimOfWalk_m)) return false;
  }
  return true;
}

bool is_wanted(const OrganizerInput& in, const OrganizerState& state) {
  const Activity activity = in.goal.activity;
  const bool steps = activity == Activity::kWalk || activity == Activity::kWalkTo ||
                     (activity == Activity::kLeg && in.goal.request.id != state.last_request) ||
                     (activity == Activity::kClimb && state.route.phase == RoutePhase::kDetach);
  return steps && in.goal.pd && state.fault.reason == Reason::kNone && state.slipping < 0;
}

constexpr double kDoubt = 2;  // standard deviations

/// Stance of the robot with the largest likely payload.
Stance with_doubt(const Stance& stance, const PayloadEstimate& payload) {
  Stance heavier = stance;
  heavier.payload.mass_kg += kDoubt * payload.mass_sd_kg;
  return heavier;
}

}  // namespace

bool needs_heave(const Scene& scene, const OrganizerState& state) noexcept {
  if (state.heave.done || state.stepping.any() || scene.config.gains.friction_share <= 0 ||
      scene.in.body.stance.g_B.isZero() ||
      scene.config.payload.estimation == PayloadEstimation::kOff)
    return false;
  const Stance heavier = with_doubt(scene.in.body.stance, scene.in.body.payload);
  SharingWarmStart warm = state.warm_lift;
  for (int leg = 0; leg < scene.robot.n_legs(); ++leg)
    if (!carries({scene.robot, scene.config.sharing, heavier, LegSet{1ULL << leg}}, warm))
      return true;
  return false;
}

bool needs_rest(const Scene& scene, std::size_t leg, const OrganizerState& state) noexcept {
  const PayloadEstimate& payload = scene.in.body.payload;
  const double mass_kg = scene.in.body.stance.payload.mass_kg;
  if (payload.status != PayloadStatus::kMoving || mass_kg <= 0) return false;
  Eigen::Index axis = 0;
  const double doubt_kgm = kDoubt * mass_kg * payload.p_sd_B.maxCoeff(&axis);
  SharingWarmStart warm = state.warm_lift;
  for (const double side : {-1.0, 1.0}) {
    Stance shifted = scene.in.body.stance;
    shifted.payload.h_B[axis] += side * doubt_kgm;
    if (!carries({scene.robot, scene.config.sharing, shifted, LegSet{1ULL << leg}}, warm))
      return true;
  }
  return false;
}

void begin_heave(const Scene& scene, OrganizerState& state) noexcept {
  state.heave = {.done = true};
  for (const double way : {-1.0, 1.0}) {
    const Vector3d d_W = way * scene.config.payload.heave_m * up_W(scene.in);
    if (!all_reach(scene, raised(state.reference.X_WB, d_W))) continue;
    state.heave.way = way;
    state.heave.ticks = 1;
    return;
  }
}

void follow_heave(const Scene& scene, bool astray, OrganizerState& state) noexcept {
  Heave& heave = state.heave;
  heave.rate = 0;
  if (scene.in.body.payload.status == PayloadStatus::kChanged) heave.done = false;
  if (!is_heaving(heave)) return;
  if (!is_wanted(scene.in, state)) {
    heave = {};
    return;
  }
  if (astray) {
    heave.done = false;
    return;
  }
  const double h = scene.config.period_s / scene.config.payload.heave_s;
  const auto z_m = [&](double turns) {
    return heave.way * scene.config.payload.heave_m * (1 - std::cos(kTurn * turns)) / 2;
  };
  const double to = std::min(1.0, heave.ticks * h), from = std::min(1.0, to - h);
  state.reference.X_WB = raised(state.reference.X_WB, (z_m(to) - z_m(from)) * up_W(scene.in));
  heave.rate = to < 1 ? heave.way * std::sin(kTurn * to) : 0;
  heave.ticks = to < 1 ? heave.ticks + 1 : 0;
}

}  // namespace ventosa::controller
