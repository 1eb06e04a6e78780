#include "controller/organizer/stride.h"

#include <algorithm>

#include "controller/organizer/gait_change.h"
#include "controller/organizer/rollout.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

bool differs(const StridePlan& plan, int gait, const Vector6d& heading, const Vector3d& down_B) {
  return plan.gait != gait || (plan.heading - heading).norm() > kTurned ||
         (plan.down_B - down_B).norm() > kTurned;
}

double spread_m(int option) {
  constexpr double kStep_m = 0.02;
  return kStep_m * option;
}

constexpr double kWorthIt = 1.1;  // least gain in stride length for a wider stance

/// Tries the next wider stance if it allows a longer stride.
void try_spread(double most_m, int option, StridePlan& plan) {
  plan.option = option;
  plan.row = plan.round = 0;
  plan.rolls = false;
  plan.good_m = 0;
  plan.too_long_m = most_m;
  plan.tried_m = option == 0          ? most_m
                 : plan.longest_m > 0 ? std::min(most_m, kWorthIt * plan.longest_m)
                                      : most_m / 2;
  if (plan.longest_m >= most_m) plan.option = kSpreads;
}

/// Ends the search. Without a result half of the maximum is used: the row that fails then gives its
/// reason.
void end_search(double most_m, StridePlan& plan) {
  plan.stride_m = plan.longest_m > 0 ? plan.longest_m : most_m / 2;
  plan.spread_m = plan.longest_m > 0 ? plan.widest_m : 0;
}

/// Bisection: the tried stride is feasible or too long.
void narrow(double most_m, bool ok, StridePlan& plan) {
  (ok ? plan.good_m : plan.too_long_m) = plan.tried_m;
  plan.row = 0;
  plan.rolls = false;
  if (ok && plan.tried_m > kWorthIt * plan.longest_m * (1 - 1e-9)) {
    plan.longest_m = plan.tried_m;
    plan.widest_m = spread_m(plan.option);
  } else if (ok) {
    plan.longest_m = std::max(plan.longest_m, plan.tried_m);
  }
  const bool hopeless = plan.round == 0 && !ok && plan.option > 0;
  const bool ends = hopeless || ++plan.round >= kStrideRounds || plan.good_m >= most_m;
  plan.tried_m = (plan.good_m + plan.too_long_m) / 2;
  if (ends) try_spread(most_m, plan.option + 1, plan);
  if (plan.option >= kSpreads) end_search(most_m, plan);
}

}  // namespace

Vector6d heading_of(const Isometry3d& X_WB, const Twist& twist) noexcept {
  Vector6d heading;
  heading.head<3>() = X_WB.linear().transpose() * twist.v_W;
  heading.tail<3>() = kFootReach_m * (X_WB.linear().transpose() * twist.w_W);
  return heading / path_speed(twist);
}

void plan_stride(const Scene& scene, const Gait& gait, const Twist& twist,
                 OrganizerState& state) noexcept {
  StridePlan& plan = state.stride;
  const Isometry3d& X_WB = state.reference.X_WB;
  const Vector6d heading = heading_of(X_WB, twist);
  const Vector3d down_B =
      scene.in.body.stance.g_B / std::max(1e-3, scene.in.body.stance.g_B.norm());
  const double most_m = longest_way_m(gait, scene.config.gait);
  if (differs(plan, scene.in.goal.gait, heading, down_B)) {
    plan = {.stride_m = plan.stride_m,
            .spread_m = plan.spread_m,
            .gait = scene.in.goal.gait,
            .heading = heading,
            .down_B = down_B};
    try_spread(most_m, 0, plan);
  }
  if (knows_stride(plan)) return;
  constexpr int kCycles = 2;
  if (!plan.rolls) plan.rollout = begin_rollout(scene, state);
  if (!plan.rolls && is_changing_gait(scene, state.gait)) {
    const GaitEntry entry = entry_now(scene, twist, plan.tried_m, state);
    plan.rollout.row = entry.row;
    plan.rollout.first_share = entry.share;
  }
  plan.rolls = true;
  const int n_rows = static_cast<int>(gait.row.size());
  const bool begins = plan.row < n_rows;  // it takes a cycle until the feet are at their new places
  const Roll roll = roll_row(scene, gait, twist, {plan.tried_m, spread_m(plan.option)}, begins,
                             plan.rollout, state.warm_lift);
  if (roll == Roll::kGoesOn) return;
  if (roll == Roll::kYes && ++plan.row < kCycles * n_rows) return;
  narrow(most_m, roll == Roll::kYes, plan);
}

bool knows_stride(const StridePlan& plan) noexcept { return plan.option >= kSpreads; }

}  // namespace ventosa::controller
