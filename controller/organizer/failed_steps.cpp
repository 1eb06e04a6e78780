#include "controller/organizer/failed_steps.h"

#include <algorithm>

#include "controller/kinematics/wrist.h"
#include "controller/organizer/faults.h"
#include "controller/organizer/foothold_search.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/steps.h"

namespace ventosa::controller {
namespace {

constexpr int kPlaces = 9;           // places tried by a foot, the first being the planned foothold
constexpr int kTries = kPlaces + 1;  // the last is the place that the foot came from

/// Step of a foot from where it is, on its last foothold or in the air.
StepQuery step_on(const Scene& scene, std::size_t leg, const OrganizerState& state) {
  const Isometry3d& X_WB = state.reference.X_WB;
  const PerJoint<double>& q_rad = scene.in.report[leg].q_set_rad;
  StepQuery step{
      .from = state.task[leg].foothold, .X_WB_start = X_WB, .X_WB_end = X_WB, .q_rad = q_rad};
  if (!is_swing_phase(scene.in.report[leg].phase)) return step;
  const LegPose pose = leg_pose(scene.robot.leg[leg], q_rad);
  step.from.p_WW = X_WB * pose.p_BW;
  step.from.z_WF = X_WB.linear() * pose.X_BF.linear().col(2);
  step.from_air = true;
  step.roll_rad = wrist_roll_rad(scene.robot.leg[leg], q_rad);
  return step;
}

/// Step to the next place nearby that the foot can reach. None: search unfinished, or no place
/// left.
FoundStep another_place(const Scene& scene, std::size_t leg, OrganizerState& state) {
  constexpr double kSame_m = 0.01;
  Elsewhere& at = state.elsewhere[leg];
  if (at.tried == 0) at.p_WW = state.task[leg].foothold.p_WW;
  const Isometry3d& X_WB = state.reference.X_WB;
  StepQuery step = step_on(scene, leg, state);
  const PlaceList places =
      places_near(scene.robot.leg[leg], scene.in.surfaces, at.p_WW, Vector3d::Zero());
  Posture there = standing_at(X_WB, scene, state);
  const int n_places = std::min(kPlaces, places.n);
  while (at.tried < kTries && state.poses_left > 0) {
    if (at.recalled || at.tried >= n_places) at.tried = kPlaces;
    const bool back = at.tried == kPlaces;
    const Foothold to = back ? at.from : places.place[static_cast<std::size_t>(at.tried)];
    ++at.tried;
    const bool same = !step.from_air && (to.p_WW - at.p_WW).norm() < kSame_m;
    if (to.patch < 0 || same) continue;
    there.foot[leg] = to;
    if (swings_to(scene, static_cast<int>(leg), to, state.poses_left, step) &&
        is_clear(scene, there))
      return {to, step.form};
  }
  return {};
}

/// True if the foot cannot seal at its foothold, finds no ground there or cannot reach it.
bool is_stuck(const ModuleReport& module) {
  return found_no_hold(module.phase, module.reason) ||
         (is_swing_phase(module.phase) && module.reason == Reason::kUnreachable);
}

}  // namespace

void recall_feet(OrganizerState& state) noexcept {
  for (Elsewhere& at : state.elsewhere) at.recalled = at.from.patch >= 0;
}

void step_elsewhere(const Scene& scene, OrganizerState& state) noexcept {
  if (hot_leg(scene, scene.config.gait.rest_from_C + GaitConfig::kHotter_C) >= 0)
    recall_feet(state);
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    if (!state.stepping[i] || !is_stuck(scene.in.report[i])) continue;
    state.reference.budget_m = 0;
    bring_down(state);
    Elsewhere& at = state.elsewhere[i];
    const bool steps =
        state.task[i].kind == TaskKind::kStep || scene.in.goal.activity == Activity::kClimb;
    if (!steps || at.tried >= kTries) continue;
    at.why = scene.in.report[i].reason;
    if (at.ticks_to_wait > 0) {
      --at.ticks_to_wait;
      continue;
    }
    const FoundStep found = another_place(scene, i, state);
    if (found.to.patch < 0 && at.tried == kTries && at.from.patch >= 0) {
      at.tried = kPlaces;  // retried later: the path may become free
      at.ticks_to_wait = static_cast<std::int32_t>(GaitConfig::kRefusal_s / scene.config.period_s);
    }
    if (found.to.patch < 0) continue;
    if (at.tried == kTries && !at.recalled) state.gait.ended = {at.why, static_cast<int>(i)};
    ModuleTask task = state.task[i];
    task.kind = TaskKind::kStep;
    task.z_from_W = task.foothold.z_WF;
    task.foothold = found.to;
    task.form = found.form;
    give_task(static_cast<int>(i), task, state);
  }
}

int misplaced_foot(const Scene& scene, const OrganizerState& state) noexcept {
  const bool refused = state.refusal.ticks > 0;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    if (scene.in.report[i].phase != FootPhase::kStance) continue;
    if (scene.in.report[i].reason == Reason::kCupLost || (refused && has_slipped(scene.in.body, i)))
      return static_cast<int>(i);
  }
  return -1;
}

void step_again(const Scene& scene, int leg, OrganizerState& state) noexcept {
  const auto i = static_cast<std::size_t>(leg);
  const Foothold here = feet_after(scene, {}, state.task)[i];
  state.task[i].foothold = here;
  const FoundStep near = another_place(scene, i, state);
  if (near.to.patch < 0 && state.elsewhere[i].tried < kTries) return;
  const bool holds_here = scene.in.report[i].attached;
  state.elsewhere[i] = {.from = holds_here ? here : Foothold{}};  // reset for the new foothold
  give_task(leg,
            {.kind = TaskKind::kStep,
             .foothold = near.to.patch < 0 ? here : near.to,
             .z_from_W = here.z_WF,
             .form = near.form,
             .through = FootPhase::kLoad},
            state);
  state.stepping.set(i);
  state.refusal = {};
}

}  // namespace ventosa::controller
