#include "controller/organizer/gait_change.h"

#include <algorithm>
#include <limits>

#include "controller/organizer/foothold_search.h"

namespace ventosa::controller {
namespace {

constexpr double kLeastEntryShare = 0.25;

/// Number of rows from the start of a row to the leg's next lift.
int rows_to_lift(const Gait& gait, int row, int leg) {
  const int n_rows = static_cast<int>(gait.row.size());
  for (int rows = 0; rows < n_rows; ++rows)
    if (lifted_in(gait, (row + rows) % n_rows)[static_cast<std::size_t>(leg)]) return rows;
  return n_rows;
}

/// The feet's distances ahead of their nominal places, and the full advance of the body in a row.
struct Leads {
  PerLeg<double> lead_m{};
  int n_legs;
  double advance_m;
};

/// Share of the full advance with which the leg lags, when it lifts, as far as in the steady walk.
/// A leg that lifts at once sets no limit.
double share_of_leg(const Gait& gait, int row, int leg, const Leads& feet) {
  const int rows = rows_to_lift(gait, row, leg), n_rows = static_cast<int>(gait.row.size());
  if (rows == 0) return std::numeric_limits<double>::infinity();
  const int held = n_rows - rows_in_air(gait, (row + rows) % n_rows, leg);
  const double lead_m = feet.lead_m[static_cast<std::size_t>(leg)];
  return (held * feet.advance_m / 2 + lead_m) / (rows * feet.advance_m);
}

double share_of_row(const Gait& gait, int row, const Leads& feet) {
  double share = std::numeric_limits<double>::infinity();
  for (int leg = 0; leg < feet.n_legs; ++leg)
    share = std::min(share, share_of_leg(gait, row, leg, feet));
  return share;
}

/// Distances of the feet ahead of their nominal places at the end of the present row.
PerLeg<double> leads_after(const Scene& scene, const Twist& twist, const OrganizerState& state) {
  const Isometry3d X_WB = end_of_row(state.reference, twist);
  const PerLeg<Foothold> feet = feet_after(scene, state.stepping, state.task);
  PerLeg<double> lead_m{};
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const Vector3d nominal_W = nominal_place(scene.robot.leg[i], X_WB, state.stride.spread_m);
    lead_m[i] = (feet[i].p_WW - nominal_W).dot(heading_at(twist, nominal_W, X_WB));
  }
  return lead_m;
}

/// True if the table still has to send a foot down.
bool has_foot_in_air(const OrganizerState& state) {
  for (std::size_t i = 0; i < state.task.size(); ++i)
    if (state.stepping[i] && state.task[i].through < FootPhase::kSeal) return true;
  return false;
}

}  // namespace

GaitEntry entry_of(const Gait& gait, const PerLeg<double>& lead_m, int n_legs,
                   double advance_m) noexcept {
  GaitEntry best{.row = 0, .share = -std::numeric_limits<double>::infinity()};
  for (int row = 0; row < static_cast<int>(gait.row.size()); ++row) {
    const double share = share_of_row(gait, row, {lead_m, n_legs, advance_m});
    if (share > best.share) best = {row, share};
  }
  best.share = std::clamp(best.share, kLeastEntryShare, 1.0);
  return best;
}

bool is_changing_gait(const Scene& scene, const GaitProgress& at) noexcept {
  const Gait* const now = scene.robot.find_gait(at.gait);
  const Gait* const asked = scene.robot.find_gait(scene.in.goal.gait);
  return at.rows_of_walk > 0 && at.gait != scene.in.goal.gait && is_clocked(now) &&
         !now->reverses() && is_clocked(asked) && !asked->reverses();
}

const Gait* walked_gait(const Scene& scene, const GaitProgress& at) noexcept {
  return scene.robot.find_gait(is_changing_gait(scene, at) ? at.gait : scene.in.goal.gait);
}

bool closes_gait(const Scene& scene, const OrganizerState& state) noexcept {
  return is_changing_gait(scene, state.gait) && state.stride.gait == scene.in.goal.gait &&
         state.stride.is_known();
}

void ease_in(const Scene& scene, const Gait& gait, const Twist& twist,
             OrganizerState& state) noexcept {
  const int n_rows = static_cast<int>(gait.row.size());
  GaitProgress& at = state.gait;
  if (!gait.is_clocked() || at.rows_of_walk == 0 || at.rows_of_walk >= n_rows) return;
  const Leads feet{leads_after(scene, twist, state), scene.robot.n_legs(),
                   state.stride.stride_m / n_rows};
  at.first_share = std::clamp(share_of_row(gait, at.row, feet), kLeastEntryShare, 1.0);
}

GaitEntry entry_now(const Scene& scene, const Twist& twist, double way_m,
                    const OrganizerState& state) noexcept {
  const Gait& gait = *scene.robot.find_gait(scene.in.goal.gait);
  return entry_of(gait, leads_after(scene, twist, state), scene.robot.n_legs(),
                  way_m / static_cast<double>(gait.row.size()));
}

void take_over(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept {
  if (!closes_gait(scene, state) || has_foot_in_air(state)) return;
  const GaitProgress& last = state.gait;
  const GaitEntry entry = entry_now(scene, twist, state.stride.stride_m, state);
  state.gait = {.gait = scene.in.goal.gait,
                .row = entry.row,
                .first_share = entry.share,
                .ticks_of_row = last.ticks_of_row,
                .row_s = last.row_s,
                .pace_m_s = last.pace_m_s,
                .heading = last.heading,
                .reached_m_s = last.reached_m_s,
                .ended = last.ended};
}

}  // namespace ventosa::controller
