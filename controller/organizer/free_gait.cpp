#include "controller/organizer/free_gait.h"

#include <algorithm>
#include <limits>
#include <span>

#include "controller/kinematics/wrist.h"
#include "controller/organizer/foothold_search.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/row_plan.h"

namespace ventosa::controller {
namespace {

constexpr double kLeastStep_m = 0.015;  // a shorter step makes no progress

/// Progress of a step along the walk; when gathering, towards the nominal place.
double way_of_step(const PlaceSearch& at, const Vector3d& p_WW, bool gathers) {
  const Vector3d& from_W = at.step.from.p_WW;
  return gathers ? (from_W - at.p_WW).norm() - (p_WW - at.p_WW).norm()
                 : at.ahead_W.dot(p_WW - from_W);
}

/// Load margin of the other feet without the leg, with the reserve of a plan; negative: overloaded.
Bottleneck weigh_lift(const Scene& scene, Posture posture, std::size_t leg) {
  posture.attached.reset(leg);
  return weigh({scene.with(kPlanReserve), posture});
}

/// Lists places along the leg's own line, farthest ahead first, then beside it. When gathering,
/// only the nominal place.
void list_places(const FootSearch& search, const Twist& twist, bool gathers) {
  const PatchList& surfaces = search.scene.in.surfaces;
  PlaceSearch& at = search.at;
  const auto nominal_at = [&](double share, double spread_m) {
    const double lead_m = share * search.scene.config.gait.stride_m / 2;
    return nominal_place(search.model(), gone_on(search.at.step.X_WB_start, twist, lead_m),
                         spread_m);
  };
  static constexpr double kAhead[] = {1.0, 0.6, 0.3, 0.0, -0.7, -1.5, -2.5}, kHere[] = {0.0};
  const std::span<const double> shares = gathers ? std::span<const double>(kHere) : kAhead;
  at.p_WW = nominal_at(shares.front(), 0);
  for (const double spread_m : {0.0, 0.03, 0.06})
    for (const double share : shares) {
      const Vector3d p_WW = nominal_at(share, spread_m);
      const Foothold to = nearest_foothold(search.model(), surfaces, p_WW, kEdgeClearance_m);
      at.obstructed |= to.patch < 0;
      if (to.patch >= 0 && way_of_step(at, to.p_WW, gathers) >= kLeastStep_m) at.places.add(to);
    }
}

/// True if another foot may lift after the step.
bool leads_on(const FootSearch& search, const Foothold& to) {
  SharingWarmStart warm;
  const Posture after = search.posture_at(to, 1);
  for (std::size_t i = 0; i < search.scene.robot.leg.size(); ++i) {
    if (i == search.i()) continue;
    Posture lifted = after;
    lifted.attached.reset(i);
    search.poses_left -= kPosesOfStance;
    if (holds(search.scene, lifted, warm)) return true;
  }
  return false;
}

/// Checks a place. A dead end is kept in case that no place leads on.
Fit check_free(const FootSearch& search, int check, const Foothold& to, FreeGait& free) {
  if (way_of_step(search.at, to.p_WW, free.gathers) < kLeastStep_m) return Fit::kNo;
  if (check < kChecks) {
    const Fit fit = check_place(search, check, to);
    const bool is_clearance = check == 0 || check > 3;
    search.at.obstructed |= fit == Fit::kHigher || (is_clearance && fit == Fit::kNo);
    return free.gathers && check + 1 == kChecks && fit == Fit::kSoFar ? Fit::kYes : fit;
  }
  if (leads_on(search, to)) return Fit::kYes;
  FoundStep& dead_end = free.dead_end[search.i()];
  if (dead_end.to.patch < 0) dead_end = {to, search.at.step.form};
  return Fit::kNo;
}

StepQuery step_of(const Scene& scene, std::size_t leg, const Posture& stance) {
  return {.from = stance.foot[leg],
          .X_WB_start = stance.X_WB,
          .X_WB_end = stance.X_WB,
          .q_rad = joints_now(scene, leg),
          .roll_rad = wrist_roll_rad(scene.robot.leg[leg], scene.in.report[leg].q_rad)};
}

/// Searches the reachable foothold farthest ahead, nearest to the leg's own line, otherwise the
/// best place nearby. Prefers one after which another foot may lift; without such a place the first
/// one found is marked a dead end. No foothold if the step would be too short.
SearchStatus find_foothold(const Scene& scene, int leg, const Posture& stance, const Twist& twist,
                           OrganizerState& state) {
  FreeGait& free = state.free;
  PlaceSearch& at = free.search;
  const FootSearch search{scene, leg, stance.foot, at, state.poses_left};
  const std::size_t i = search.i();
  if (!at.begun) {
    free.dead_end[i] = {};
    at = {.begun = true,
          .step = step_of(scene, i, stance),
          .ahead_W = heading_at(twist, stance.foot[i].p_WW, stance.X_WB)};
    list_places(search, twist, free.gathers);
  }
  const auto check = [&](int number, const Foothold& place) {
    return check_free(search, number, place, free);
  };
  SearchStatus status = search_on(search, free.next[i], check);
  if (status == SearchStatus::kNone && at.nominal && at.obstructed) {
    list_near(search);
    status = search_on(search, free.next[i], check);
  }
  if (status == SearchStatus::kFound) free.dead_end[i] = {};
  if (status == SearchStatus::kNone) free.next[i] = free.dead_end[i];
  return status;
}

/// Directions in which the body may lean: along and off the surface [m], and turns about x and y
/// [rad].
struct Lean {
  double x, y, z, turn_x, turn_y;
};
constexpr Lean kLeans[] = {{0.025, 0, 0, 0, 0},     {0, 0.025, 0, 0, 0}, {0, 0, 0.012, 0, 0},
                           {0, 0, 0, 0.06, 0},      {0, 0, 0, 0, 0.06},  {0.018, 0.018, 0, 0, 0},
                           {0.018, -0.018, 0, 0, 0}};
constexpr int kWays = 2 * std::size(kLeans), kFarthest = 3;
constexpr int kShifts = kWays * kFarthest;

/// k-th body pose to lean to, nearest first.
Isometry3d shifted(const Isometry3d& X_WB, int k) {
  const Lean& lean = kLeans[k % kWays / 2];
  const double way = (k % 2 == 0 ? 1 : -1) * (1 + k / kWays);
  Isometry3d X_BC = Isometry3d::Identity();
  X_BC.translation() = way * Vector3d(lean.x, lean.y, lean.z);
  X_BC.linear() = (Eigen::AngleAxisd(way * lean.turn_x, Vector3d::UnitX()) *
                   Eigen::AngleAxisd(way * lean.turn_y, Vector3d::UnitY()))
                      .matrix();
  return X_WB * X_BC;
}

/// k-th body pose, nearest first: shifted along the surface towards a foot, which then bears more.
Isometry3d shifted_to(const Isometry3d& X_WB, const Vector3d& p_WF, int k) {
  constexpr double kStep_m = 0.005;
  Vector3d ahead_B = X_WB.inverse() * p_WF;
  ahead_B.z() = 0;
  return X_WB * Eigen::Translation3d((1 + k) * kStep_m * ahead_B.stableNormalized());
}

bool all_weighed(const RobotModel& robot, const FreeGait& free) {
  return free.weighed >= robot.n_legs();
}

/// Legs whose step makes progress (`all`), whose step may begin now, and after whose step another
/// foot may lift.
struct Steps {
  LegSet all, may_begin, lead_on;

  LegSet best() const { return lead_on.any() ? lead_on : may_begin.any() ? may_begin : all; }
};

Steps steps_of(const RobotModel& robot, const FreeGait& free) {
  Steps steps;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    steps.all[i] = free.next[i].to.patch >= 0;
    steps.may_begin[i] = steps.all[i] && free.lift[i].margin >= 0;
    steps.lead_on[i] = steps.may_begin[i] && free.dead_end[i].to.patch < 0;
  }
  return steps;
}

/// Leg with the largest value above `least`; -1: none.
template <class Value>
int leg_of_largest(LegSet among, double least, Value value) {
  int best = -1;
  for (std::size_t i = 0; i < among.size(); ++i) {
    if (!among[i] || value(i) <= least) continue;
    least = value(i);
    best = static_cast<int>(i);
  }
  return best;
}

/// Leg to step next: the one that blocks the body or lags by more than a stride, after which it may
/// be unable to step back, if it may lift; otherwise the one with the largest margin. -1: no step
/// makes progress.
int best_leg(const ControllerConfig& config, const GaitProgress& gait, const FreeGait& free,
             const Steps& steps) {
  const LegSet among = steps.best();
  if (steps.may_begin.any()) {
    const int holds_up = gait.rows_in_place > 0 ? gait.cut.leg : -1;
    if (holds_up >= 0 && among[static_cast<std::size_t>(holds_up)]) return holds_up;
    const auto way_m = [&](std::size_t i) { return free.way_m[i]; };
    if (const int lags = leg_of_largest(among, config.gait.stride_m, way_m); lags >= 0) return lags;
  }
  const auto margin = [&](std::size_t i) { return free.lift[i].margin; };
  return leg_of_largest(among, std::numeric_limits<double>::lowest(), margin);
}

/// If no step ahead is possible: lets the feet step to their nominal places, once per advance of
/// the body.  @return true if they may
bool gather(OrganizerState& state) {
  FreeGait& free = state.free;
  if (free.gathered) return false;
  free.gathers = free.gathered = true;
  free.leaned = false;
  state.gait.rows_in_place = state.gait.shorter = 0;
  state.gait.cut = {};
  weigh_anew(free);
  return true;
}

/// Tries the lifts of legs at leaning poses while this tick's budget lasts.
FreeStep look_for_place(const Scene& scene, int best, OrganizerState& state) {
  FreeGait& free = state.free;
  const Bottleneck lift = free.lift[static_cast<std::size_t>(best)];
  const Posture here = standing_at(state.reference.X_WB, scene, state);
  while (may_begin(kPosesOfStance, state.poses_left)) {
    if (free.leaned || free.tried >= kShifts * scene.robot.n_legs())
      return {.kind = FreeStep::Kind::kRefused, .leg = best, .lift = lift};
    const int k = free.tried / scene.robot.n_legs();
    const auto leg = static_cast<std::size_t>(free.tried++ % scene.robot.n_legs());
    if (free.next[leg].to.patch < 0) continue;
    const Bottleneck& least = free.lift[leg];
    Posture there = here;
    there.X_WB = least.limit == Limit::kLiftOff
                     ? shifted_to(here.X_WB, here.foot[static_cast<std::size_t>(least.leg)].p_WW, k)
                     : shifted(here.X_WB, k);
    if (objection_to(scene, here, there, Asked::kWalking).reason == Reason::kNone &&
        weigh_lift(scene, there, leg).margin >= 0)
      return {.kind = FreeStep::Kind::kLean, .X_WB = there.X_WB, .lift = lift};
  }
  return {};
}

/// Moves the body first to a pose where a foot may lift.
void lean(const Isometry3d& X_WB, OrganizerState& state) {
  state.free.leans = state.free.leaned = true;
  state.free.X_WB = X_WB;
  state.reference.budget_m = 0;
}

/// The limit that refuses the lift, or kUnreachable if the leg itself cannot be lifted.
Answer refused_lift(const FreeStep& step) {
  if (step.lift.limit != Limit::kNone)
    return refused(violation(Limiting::kLoad, step.leg, step.lift.margin), step.lift);
  return refused({Reason::kUnreachable, step.lift.leg}, step.lift);
}

/// Lets the feet gather in place of a refusal.
Answer gather_or(const Answer& refusal, OrganizerState& state) {
  return gather(state) ? Answer{} : refusal;
}

/// Begins a step, or the body's motion, and evaluates the feet anew; if it is refused, other steps
/// are left or the feet gather.
Answer begin_free(const Scene& scene, int leg, const RowPlan& plan, OrganizerState& state) {
  FreeGait& free = state.free;
  const Answer answer = begin(scene, plan, scene.robot.n_legs(), state);
  if (answer.began()) {
    free.leaned = false;
    count_step(scene.config, state.reference.X_WB, free);
  }
  if (state.gait.shorter > 0) return answer;
  if (answer.refused() && leg >= 0 && drop_step(leg, free)) return {};
  weigh_anew(free);
  return answer.refused() ? gather_or(answer, state) : answer;
}

}  // namespace

bool drop_step(int leg, FreeGait& free) noexcept {
  free.next[static_cast<std::size_t>(leg)] = {};
  return std::any_of(free.next.begin(), free.next.end(),
                     [](const FoundStep& step) { return step.to.patch >= 0; });
}

void count_step(const ControllerConfig& config, const Isometry3d& X_WB, FreeGait& free) noexcept {
  ++free.steps;
  if (path_speed(twist_between(free.X_WB_last, X_WB, 1)) < config.gait.stride_m) return;
  free.X_WB_last = X_WB;
  free.steps = 0;
  free.gathered = false;
}

bool shuffles(const RobotModel& robot, const FreeGait& free) noexcept {
  constexpr int kMost = 6;  // steps per leg
  return free.steps >= kMost * robot.n_legs();
}

void weigh_anew(FreeGait& free) noexcept {
  free.weighed = free.tried = 0;
  free.search.begun = false;
}

void weigh_next_leg(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept {
  FreeGait& free = state.free;
  if (all_weighed(scene.robot, free)) return;
  const auto leg = static_cast<std::size_t>(free.weighed);
  const Posture stance = standing_at(end_of_row(state.reference, twist), scene, state);
  const bool stands = !state.stepping[leg];
  free.next[leg] = {};
  if (stands && find_foothold(scene, free.weighed, stance, twist, state) == SearchStatus::kGoesOn)
    return;
  ++free.weighed;
  free.search.begun = false;
  if (free.next[leg].to.patch < 0) return;
  free.way_m[leg] = way_of_step(free.search, free.next[leg].to.p_WW, free.gathers);
  free.lift[leg] = weigh_lift(scene, stance, leg);
}

FreeStep next_free_step(const Scene& scene, OrganizerState& state) noexcept {
  FreeGait& free = state.free;
  if (!all_weighed(scene.robot, free)) return {};
  const Steps steps = steps_of(scene.robot, free);
  if (free.gathers && steps.may_begin.none()) {
    free.gathers = false;  // the feet are there, or come no nearer
    weigh_anew(free);
    return {};
  }
  if (steps.may_begin.any() && steps.lead_on.none() && gather(state)) return {};
  const int leg = best_leg(scene.config, state.gait, free, steps);
  if (leg < 0) return {.kind = FreeStep::Kind::kAdvance};
  const auto i = static_cast<std::size_t>(leg);
  if (!steps.may_begin[i]) return look_for_place(scene, leg, state);
  return {.kind = FreeStep::Kind::kStep, .leg = leg, .found = free.next[i], .lift = free.lift[i]};
}

Answer step_freely(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept {
  FreeGait& free = state.free;
  const FreeStep next = next_free_step(scene, state);
  if (next.kind == FreeStep::Kind::kWeighing) return {};
  if (next.kind == FreeStep::Kind::kLean) {
    lean(next.X_WB, state);
    return {Answer::Kind::kBegan};
  }
  if (next.kind == FreeStep::Kind::kRefused) {
    const Answer answer = gather_or(refused_lift(next), state);
    if (answer.refused()) weigh_anew(free);
    return answer;
  }
  if (shuffles(scene.robot, free)) return refused_standstill(state.gait);
  if (!may_begin(poses_of_row(scene), state.poses_left)) return {};
  const RowPlan plan = plan_step(scene, next.leg, next.found, twist, state);
  const bool stuck = next.leg < 0 && plan.budget_m <= 0;
  if (!stuck) return begin_free(scene, next.leg, plan, state);
  const Answer answer = gather_or(refused_standstill(state.gait), state);
  if (answer.refused()) state.gait.shorter = 0;
  return answer;
}

}  // namespace ventosa::controller
