#include "controller/organizer/steps.h"

#include <algorithm>

#include "controller/organizer/judgement.h"

namespace ventosa::controller {
namespace {

LegSet legs_in(const OrganizerInput& in, FootPhase phase) {
  return legs_where(in, [&](const ModuleReport& module) { return module.phase == phase; });
}

LegSet waiting(const OrganizerInput& in) {
  return legs_where(in, [](const ModuleReport& module) { return module.waits; });
}

/// Legs in kRelease whose cups still have vacuum.
LegSet letting_go(const OrganizerInput& in) {
  return legs_where(in, [](const ModuleReport& module) {
    return module.phase == FootPhase::kRelease && module.touches;
  });
}

/// True while the load of any foot is ramping.
bool load_shifts(const OrganizerInput& in) {
  return (legs_in(in, FootPhase::kUnload) | (legs_in(in, FootPhase::kLoad) & ~waiting(in))).any();
}

/// Goes back one row of the table, because the feet of that row have not lifted.
void repeat_row(const RobotModel& robot, OrganizerState& state) {
  const Gait* gait = robot.find_gait(state.gait.gait);
  if (gait == nullptr) return;
  const int n_rows = static_cast<int>(gait->row.size());
  state.gait.row = (state.gait.row + n_rows - 1) % n_rows;
}

/// True if the unloading feet may no longer lift. A lost one carries nothing.
bool must_stay(const Scene& scene, LegSet unload, Bottleneck& least, OrganizerState& state) {
  const LegSet bearing =
      unload & legs_where(scene.in, [](const ModuleReport& module) { return module.attached; });
  if (unload.none()) return false;
  if (state.fault.reason != Reason::kNone || scene.in.body.maybe_lost.any()) return true;
  return bearing.any() && !may_lift(scene, bearing, state.warm_lift, least);
}

}  // namespace

void give_task(int leg, const ModuleTask& task, OrganizerState& state) noexcept {
  ModuleTask& given = state.task[static_cast<std::size_t>(leg)];
  given = task;
  given.id = ++state.last_task;
}

void refuse(const Scene& scene, const Refusal& why, OrganizerState& state) noexcept {
  state.refusal = why;
  state.refusal.ticks = static_cast<std::int32_t>(GaitConfig::kRefusal_s / scene.config.period_s);
}

bool waits_after_refusal(OrganizerState& state) noexcept {
  if (state.refusal.ticks <= 0) return false;
  --state.refusal.ticks;
  return true;
}

bool row_is_done(const Scene& scene, const OrganizerState& state) noexcept {
  return (state.stepping & ~waiting(scene.in)).none() && !load_shifts(scene.in);
}

void end_steps(const Scene& scene, OrganizerState& state) noexcept {
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const ModuleReport& report = scene.in.report[i];
    const bool ends = report.phase == FootPhase::kStance || report.phase == FootPhase::kFree;
    if (!state.stepping[i] || !ends) continue;
    state.stepping.reset(i);
    state.elsewhere[i] = {};
    const bool placed = report.phase == FootPhase::kStance && report.status == TaskStatus::kDone;
    if (placed) ++state.steps_done;
  }
}

void watch_unload(const Scene& scene, OrganizerState& state) noexcept {
  const LegSet unload = state.stepping & legs_in(scene.in, FootPhase::kUnload);
  const LegSet releasing = state.stepping & letting_go(scene.in);
  Bottleneck least = state.refusal.lift;
  const bool calls_back = must_stay(scene, unload, least, state);
  if (!calls_back && !(scene.in.body.maybe_lost.any() && releasing.any())) return;
  repeat_row(scene.robot, state);
  state.reference.budget_m = 0;
  if (!calls_back) return;
  for (int leg = 0; leg < scene.robot.n_legs(); ++leg)
    if (unload[static_cast<std::size_t>(leg)]) give_task(leg, {}, state);
  state.stepping &= ~unload;
  if (state.fault.reason == Reason::kNone)
    refuse(scene, {violation(Limiting::kLoad, first_of(unload), least.margin), least}, state);
}

void bring_down(OrganizerState& state) noexcept {
  for (std::size_t i = 0; i < state.task.size(); ++i)
    if (state.stepping[i])
      state.task[i].through = std::max(state.task[i].through, FootPhase::kSeal);
}

void let_load(const Scene& scene, OrganizerState& state) noexcept {
  const OrganizerInput& in = scene.in;
  LegSet about_to =
      state.stepping & (legs_in(in, FootPhase::kTouch) | legs_in(in, FootPhase::kSeal));
  for (std::size_t i = 0; i < state.elsewhere.size(); ++i)
    if (state.elsewhere[i].tried > 0) about_to.reset(i);  // a retry may take minutes
  const bool searches = state.walk == WalkPhase::kSeeks && state.gait.next.has_begun();
  if (about_to.any() || load_shifts(in) || searches) return;
  const LegSet ready = state.stepping & waiting(in) & legs_in(in, FootPhase::kLoad);
  for (std::size_t i = 0; i < state.task.size(); ++i)
    if (ready[i]) state.task[i].through = FootPhase::kLoad;
}

}  // namespace ventosa::controller
