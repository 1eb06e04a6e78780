#include "controller/model/gait.h"

#include <algorithm>
#include <utility>

namespace ventosa::controller {
namespace {

FootMove move_of(const Gait& gait, std::size_t row, std::size_t leg) {
  return gait.row[row % gait.row.size()].move[leg];
}

/// True if the leg is in the air when the table begins: no landing follows its last lift.
bool begins_in_air(const Gait& gait, std::size_t leg) {
  for (std::size_t row = gait.row.size(); row-- > 0;) {
    const FootMove move = move_of(gait, row, leg);
    if (lands(move)) return false;
    if (lifts(move)) return true;
  }
  return false;
}

GaitMistake check_leg(const Gait& gait, std::size_t leg) {
  const int k = static_cast<int>(leg);
  bool in_air = begins_in_air(gait, leg), steps = false;
  for (std::size_t row = 0; row < gait.row.size(); ++row) {
    const FootMove move = move_of(gait, row, leg);
    const bool wants_air = move == FootMove::kCarry || move == FootMove::kLower;
    if (move != FootMove::kStay && wants_air != in_air)
      return {.fault = GaitFault::kOutOfTurn, .row = static_cast<int>(row), .leg = k};
    in_air = lands(move) ? false : in_air || lifts(move);
    steps = steps || lands(move);
  }
  return {.fault = steps ? GaitFault::kNone : GaitFault::kLegMissing, .leg = k};
}

/// By the reverse body a swing is one row, once in a cycle.
GaitMistake check_steps(const Gait& gait, std::size_t leg) {
  int n_steps = 0;
  for (std::size_t row = 0; row < gait.row.size(); ++row) {
    const FootMove move = move_of(gait, row, leg);
    n_steps += move == FootMove::kStep;
    if ((move != FootMove::kStay && move != FootMove::kStep) || n_steps > 1)
      return {
          .fault = GaitFault::kNoStep, .row = static_cast<int>(row), .leg = static_cast<int>(leg)};
  }
  return {};
}

GaitMistake check_feet(const Gait& gait, int n_legs) {
  for (int row = 0; row < static_cast<int>(gait.row.size()); ++row) {
    const int feet = n_legs - static_cast<int>(airborne_in(gait, row).count());
    if (feet < kFewestFeet)
      return {.fault = GaitFault::kTooFewFeet, .row = row, .leg = -1, .feet = feet};
  }
  return {};
}

}  // namespace

GaitMistake check(const Gait& gait, int n_legs) noexcept {
  if (gait.row.empty() || gait.row.size() > kMaxGaitRows) return {.fault = GaitFault::kEmpty};
  for (int leg = 0; leg < n_legs; ++leg) {
    const auto k = static_cast<std::size_t>(leg);
    GaitMistake mistake = check_leg(gait, k);
    if (mistake.fault == GaitFault::kNone && gait.reverses()) mistake = check_steps(gait, k);
    if (mistake.fault != GaitFault::kNone) return mistake;
  }
  return check_feet(gait, n_legs);
}

LegSet lifted_in(const Gait& gait, int row) noexcept {
  LegSet legs;
  for (std::size_t leg = 0; leg < legs.size(); ++leg)
    legs[leg] = lifts(move_of(gait, static_cast<std::size_t>(row), leg));
  return legs;
}

LegSet airborne_in(const Gait& gait, int row) noexcept {
  LegSet legs;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    bool in_air = begins_in_air(gait, leg), now = false;
    for (int k = 0; k <= row; ++k) {
      const FootMove move = move_of(gait, static_cast<std::size_t>(k), leg);
      now = in_air || lifts(move);
      in_air = now && !lands(move);
    }
    legs[leg] = now;
  }
  return legs;
}

int rows_in_air(const Gait& gait, int row, int leg) noexcept {
  const int n_rows = static_cast<int>(gait.row.size());
  const auto k = static_cast<std::size_t>(leg);
  for (int rows = 1; rows <= n_rows; ++rows)
    if (lands(move_of(gait, static_cast<std::size_t>(row + rows - 1), k))) return rows;
  return n_rows;
}

int lift_row(const Gait& gait, int row, int leg) noexcept {
  const int n_rows = static_cast<int>(gait.row.size());
  const auto k = static_cast<std::size_t>(leg);
  for (int back = 0; back < n_rows; ++back) {
    const int before = (row - back + n_rows) % n_rows;
    if (lifts(move_of(gait, static_cast<std::size_t>(before), k))) return before;
  }
  return row;
}

double way_of_cycle_m(const Gait& gait) noexcept {
  const int n_rows = static_cast<int>(gait.row.size());
  int least_in_air = n_rows - 1;
  for (int row = 0; row < n_rows; ++row) {
    const LegSet lifted = lifted_in(gait, row);
    for (std::size_t leg = 0; leg < lifted.size(); ++leg)
      if (lifted[leg])
        least_in_air = std::min(least_in_air, rows_in_air(gait, row, static_cast<int>(leg)));
  }
  return gait.sweep_m * n_rows / (n_rows - least_in_air);
}

Gait wave(std::string name, const std::vector<int>& order) {
  Gait gait;
  gait.name = std::move(name);
  for (const int leg : order) {
    gait.row.emplace_back();
    gait.row.back().move[static_cast<std::size_t>(leg)] = FootMove::kStep;
  }
  return gait;
}

}  // namespace ventosa::controller
