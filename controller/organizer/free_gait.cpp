#include "controller/organizer/free_gait.h"

#include <algorithm>

#include "controller/organizer/body_way.h"
#include "controller/organizer/footholds.h"
#include "controller/organizer/foreseen_stance.h"

namespace ventosa::controller {
namespace {

constexpr double kLeastStep_m = 0.015;  // a shorter one gets nowhere

Isometry3d body_at_end(const OrganizerState& state, const Twist& twist) {
  return moved(state.reference.X_WB, twist, state.reference.budget_m / path_speed(twist));
}

/// How well the others hold without a leg; negative: they do not.
Bottleneck weigh_lift(const RobotModel& robot, const ControllerConfig& config,
                      const OrganizerInput& in, ForeseenFeet feet, std::size_t leg,
                      const Isometry3d& X_WB, SharingWarmStart& warm) {
  feet.held.reset(leg);
  return weigh_stance(robot, config, in, X_WB, feet, warm);
}

/// The leg's own line first, farthest ahead first, and beside it; a foot that lags far behind gets
/// only so far.
void list_ahead(const RobotModel& robot, const StepScene& scene, std::size_t leg,
                const Twist& twist, PlaceSearch& at) {
  const auto nominal_at = [&](double share, double spread_m) {
    return nominal_place(robot, static_cast<int>(leg), at.step.X_WB_start, twist,
                         share * scene.config.gait.stride_m / 2, spread_m);
  };
  at.p_WW = nominal_at(1, 0);
  for (const double spread_m : {0.0, 0.03, 0.06})
    for (const double share : {1.0, 0.6, 0.3, 0.0, -0.7, -1.5, -2.5}) {
      const Vector3d p_WW = nominal_at(share, spread_m);
      const Foothold to =
          nearest_foothold(scene.leg, scene.cup, scene.patches, p_WW, kEdgeClearance_m);
      at.obstructed |= to.patch < 0;
      const bool is_step = (to.p_WW - at.step.from.p_WW).dot(at.ahead_W) >= kLeastStep_m;
      if (to.patch < 0 || !is_step) continue;
      at.places.place[static_cast<std::size_t>(at.places.n++)] = to;
    }
}

/// The foothold farthest ahead that the leg reaches, as near to its own line as may be, else the
/// best place near there; none if that is no step.
SearchStatus foothold_ahead(const RobotModel& robot, const ControllerConfig& config,
                            const OrganizerInput& in, std::size_t leg, ForeseenFeet feet,
                            const Twist& twist, const Isometry3d& X_WB, PlaceSearch& at,
                            Foothold& to) {
  int poses_left = kPosesPerTick;
  const StepScene scene{robot.leg[leg], robot.cup, in.surfaces, config, poses_left};
  if (!at.begun) {
    const Foothold from = feet.at[leg];
    at = {.begun = true,
          .step = {.from = from,
                   .X_WB_start = X_WB,
                   .X_WB_end = X_WB,
                   .q_rad = in.report[leg].q_set_rad,
                   .roll_rad = wrist_roll_rad(scene.leg, in.report[leg])},
          .ahead_W = heading_at(twist, from.p_WW, X_WB)};
    list_ahead(robot, scene, leg, twist, at);
  }
  const auto keeps_clear = [&](const Foothold& place, double share) {
    feet.at[leg] = between(at.step.from, place, share);
    feet.held[leg] = share >= 1;
    poses_left -= kPosesOfStance;
    return is_clear(robot, config, in, at.step.X_WB_start, feet);
  };
  const auto check_place = [&](int check, const Foothold& place) {
    constexpr double kShares[] = {0.25, 0.5, 0.75, 1.0};
    constexpr int kLast = kSwingChecks + 3;
    if ((place.p_WW - at.step.from.p_WW).dot(at.ahead_W) < kLeastStep_m) return Fit::kNo;
    if (check > 0 && check <= kSwingChecks) {
      const Fit fit = check_swing(scene, at, check - 1, place);
      at.obstructed |= fit == Fit::kHigher;
      return fit;
    }
    if (!keeps_clear(place, kShares[check == 0 ? 3 : check - kSwingChecks - 1])) {
      at.obstructed = true;
      return Fit::kNo;
    }
    return check == kLast ? Fit::kYes : Fit::kSoFar;
  };
  to = {};
  const SearchStatus status = search_on(at, poses_left, to, check_place);
  if (status != SearchStatus::kNone || !at.nominal || !at.obstructed) return status;
  list_near(scene, at);
  return search_on(at, poses_left, to, check_place);
}

/// A lift that is looked for has to leave this share of every limit: what is foreseen is not exact.
constexpr double kReserve = 0.01;

/// Leaning places, nearest first: along and off the surface, and tilted.
constexpr int kShifts = 30;
Isometry3d shifted(const Isometry3d& X_WB, int k) {
  constexpr int kWays = 10;
  constexpr double kStep[] = {0.025, 0.025, 0.012, 0.06, 0.06};  // [m], [rad] about x and y
  const int axis = k % kWays / 2;
  const double way = (k % 2 == 0 ? 1 : -1) * (1 + k / kWays) * kStep[axis];
  Isometry3d X_BC = Isometry3d::Identity();
  if (axis < 3)
    X_BC.translation() = way * Vector3d::Unit(axis);
  else
    X_BC.linear() = Eigen::AngleAxisd(way, Vector3d::Unit(axis - 3)).matrix();
  return X_WB * X_BC;
}

bool all_weighed(const RobotModel& robot, const FreeGait& free) {
  return free.weighed >= robot.n_legs();
}

bool may_step(const FreeGait& free, int leg) {
  const auto i = static_cast<std::size_t>(leg);
  return free.next[i].patch >= 0 && free.lift[i].margin >= kReserve;
}

/// The leg that lags farthest, if that is by more than a stride: what stretches farther may find no
/// way back. -1: none does, or may leave.
int lagging_leg(const RobotModel& robot, const ControllerConfig& config, const FreeGait& free) {
  int last = -1;
  double most_m = config.gait.stride_m;
  for (int k = 0; k < robot.n_legs(); ++k) {
    const double way_m = free.way_m[static_cast<std::size_t>(k)];
    if (!may_step(free, k) || way_m <= most_m) continue;
    most_m = way_m;
    last = k;
  }
  return last;
}

/// The leg that holds the body up or lags, if it may leave; else the useful one with the largest
/// margin. -1: no step would be of use.
int best_leg(const RobotModel& robot, const ControllerConfig& config, const GaitProgress& gait,
             const FreeGait& free) {
  const bool held_up = gait.rows_in_place > 0 && gait.cut_by >= 0;
  if (held_up && may_step(free, gait.cut_by)) return gait.cut_by;
  int best = lagging_leg(robot, config, free);
  if (best >= 0) return best;
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (free.next[i].patch < 0) continue;
    if (best < 0 || free.lift[i].margin > free.lift[static_cast<std::size_t>(best)].margin)
      best = k;
  }
  return best;
}

/// One more leg at one more place; whether it may leave there.
FreeStep look_for_place(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& in, int best, OrganizerState& state) {
  FreeGait& free = state.free;
  const Bottleneck lift = free.lift[static_cast<std::size_t>(best)];
  if (free.leaned || free.tried >= kShifts * robot.n_legs())
    return {.kind = FreeStep::Kind::kRefused, .leg = best, .lift = lift};
  const Isometry3d X_WB = shifted(state.reference.X_WB, free.tried / robot.n_legs());
  const auto leg = static_cast<std::size_t>(free.tried++ % robot.n_legs());
  if (free.next[leg].patch < 0 ||
      blocking_leg(robot, in, state.reference.X_WB, X_WB, least_bend(config)) >= 0)
    return {};
  const ForeseenFeet feet{.at = feet_after(robot, in, state.stepping, state.task),
                          .held = ~LegSet{}};
  if (weigh_lift(robot, config, in, feet, leg, X_WB, state.warm_lift).margin < kReserve) return {};
  return {.kind = FreeStep::Kind::kLean, .X_WB = X_WB, .lift = lift};
}

}  // namespace

bool drop_step(int leg, FreeGait& free) noexcept {
  free.next[static_cast<std::size_t>(leg)] = {};
  return std::any_of(free.next.begin(), free.next.end(),
                     [](const Foothold& to) { return to.patch >= 0; });
}

void weigh_anew(FreeGait& free) noexcept {
  free.weighed = free.tried = 0;
  free.search.begun = false;
}

void weigh_next_leg(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& in, const Twist& twist, OrganizerState& state) noexcept {
  FreeGait& free = state.free;
  if (all_weighed(robot, free)) return;
  const auto leg = static_cast<std::size_t>(free.weighed);
  const Isometry3d X_WB = body_at_end(state, twist);
  const ForeseenFeet feet{.at = feet_after(robot, in, state.stepping, state.task),
                          .held = ~LegSet{}};
  const bool stands = !state.stepping[leg];
  free.next[leg] = {};
  if (stands && foothold_ahead(robot, config, in, leg, feet, twist, X_WB, free.search,
                               free.next[leg]) == SearchStatus::kGoesOn)
    return;
  ++free.weighed;
  free.search.begun = false;
  if (free.next[leg].patch < 0) return;
  const Vector3d step_W = free.next[leg].p_WW - feet.at[leg].p_WW;
  free.way_m[leg] = step_W.dot(heading_at(twist, feet.at[leg].p_WW, X_WB));
  free.lift[leg] = weigh_lift(robot, config, in, feet, leg, X_WB, state.warm_lift);
}

FreeStep next_free_step(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& in, OrganizerState& state) noexcept {
  const FreeGait& free = state.free;
  if (!all_weighed(robot, free)) return {};
  const int leg = best_leg(robot, config, state.gait, free);
  if (leg < 0) return {.kind = FreeStep::Kind::kAdvance};
  const auto i = static_cast<std::size_t>(leg);
  if (!may_step(free, leg)) return look_for_place(robot, config, in, leg, state);
  return {
      .kind = FreeStep::Kind::kStep, .leg = leg, .foothold = free.next[i], .lift = free.lift[i]};
}

}  // namespace ventosa::controller
