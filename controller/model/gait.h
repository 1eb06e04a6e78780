#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "controller/model/per_leg.h"

/// A periodic gait: a table with one move per leg in each row. A row ends when all its legs have
/// completed their moves; the body meanwhile advances at its own speed, by stride / rows in each
/// row. The rows of a gait by the clock also last `step_s` each, or longer while a foot that should
/// bear does not yet; the body goes on at the pace with which it covers `sweep_m` while a foot
/// stands.
namespace ventosa::controller {

enum class FootMove : std::uint8_t {
  kStay,   ///< the foot stays, on the surface or in the air
  kLift,   ///< the cup releases and the foot lifts off
  kCarry,  ///< the foot moves through the air to its next foothold
  kLower,  ///< the foot comes down and attaches
  kStep,   ///< lift, carry and lower in one row
};
constexpr auto enumerators(FootMove) { return words("stay", "lift", "carry", "lower", "step"); }

constexpr bool lifts(FootMove move) { return move == FootMove::kLift || move == FootMove::kStep; }
constexpr bool lands(FootMove move) { return move == FootMove::kLower || move == FootMove::kStep; }

/// Way of a foot through the air.
enum class SwingRule : std::uint8_t {
  kFoothold,     ///< to a foothold that is searched
  kReverseBody,  ///< by the reverse of the body's motion: see reverse_swing.h
};
constexpr auto enumerators(SwingRule) { return words("foothold", "reverse_body"); }

struct GaitRow {
  PerLeg<FootMove> move{};
};

void describe(auto& field, Is<GaitRow> auto& row) { field.list("move", row.move); }

struct Gait {
  std::string name;
  std::vector<GaitRow> row;
  double step_s = 0;   ///< duration of a row; 0: a row ends with its moves
  double sweep_m = 0;  ///< with step_s: way of the body while a foot stands

  SwingRule swing = SwingRule::kFoothold;

  bool is_clocked() const { return step_s > 0; }
  bool reverses() const { return swing == SwingRule::kReverseBody; }
};

void describe(auto& field, Is<Gait> auto& gait) {
  field("name", gait.name);
  field.list("row", gait.row);
  field("step_s", gait.step_s, "s");
  field("sweep_m", gait.sweep_m, "m");
  field("swing", gait.swing);
}

/// False for no gait.
inline bool is_clocked(const Gait* gait) noexcept { return gait != nullptr && gait->is_clocked(); }

/// Least number of attached feet. Two feet with passive wrists carry no moment about the line
/// between them.
inline constexpr int kFewestFeet = 3;
inline constexpr int kMaxGaitRows = 64;

/// Number of the free gait, which has no table: see organizer/free_gait.h.
inline constexpr int kFreeGait = -1;

/// Mistakes that a gait table can have.
enum class GaitFault : std::uint8_t {
  kNone,
  kEmpty,       ///< no row, or more than kMaxGaitRows
  kLegMissing,  ///< a leg never steps
  kOutOfTurn,   ///< a foot is carried or lowered that was not lifted, or lifted twice
  kTooFewFeet,  ///< fewer than kFewestFeet on the surface
  kNoStep,      ///< by the reverse body, a swing that is not one row, or more than one in a cycle
};

struct GaitMistake {
  GaitFault fault = GaitFault::kNone;
  int row = -1;   ///< row with the mistake; -1: the table as a whole
  int leg = -1;   ///< leg with the mistake; -1: no single leg
  int feet = -1;  ///< number of feet on the surface in that row, for kTooFewFeet
};

/// First mistake of a gait for `n_legs` legs.
GaitMistake check(const Gait& gait, int n_legs) noexcept;

/// Legs that lift off in a row.
LegSet lifted_in(const Gait& gait, int row) noexcept;

/// Legs that are in the air during any part of a row.
LegSet airborne_in(const Gait& gait, int row) noexcept;

/// Number of rows from a leg's lift to its landing, both included.
int rows_in_air(const Gait& gait, int row, int leg) noexcept;

/// The row of a leg's last lift, at or before a row of the periodic table.
int lift_row(const Gait& gait, int row, int leg) noexcept;

/// Way of the body in one cycle [m] in which it covers `sweep_m` while a foot stands; by the foot
/// that stands longest.
double way_of_cycle_m(const Gait& gait) noexcept;

/// Gait that moves one leg after the other in the given order.
Gait wave(std::string name, const std::vector<int>& order);

}  // namespace ventosa::controller
