#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "controller/model/per_leg.h"

/// A periodic gait: a table of what every leg does in every row. A row ends when all its legs have
/// done what it says; the body goes on at its own pace meanwhile, by stride / rows in each.
namespace ventosa::controller {

enum class FootMove : std::uint8_t {
  kStay,   ///< on the surface, or where it is in the air
  kLift,   ///< lets go and lifts off
  kCarry,  ///< goes over to its next foothold
  kLower,  ///< comes down and attaches
  kStep,   ///< all three
};
constexpr auto enumerators(FootMove) { return words("stay", "lift", "carry", "lower", "step"); }

constexpr bool lifts(FootMove move) { return move == FootMove::kLift || move == FootMove::kStep; }
constexpr bool lands(FootMove move) { return move == FootMove::kLower || move == FootMove::kStep; }

struct GaitRow {
  PerLeg<FootMove> move{};
};

void describe(auto& field, Is<GaitRow> auto& row) { field.list("move", row.move); }

struct Gait {
  std::string name;
  std::vector<GaitRow> row;
};

void describe(auto& field, Is<Gait> auto& gait) {
  field("name", gait.name);
  field.list("row", gait.row);
}

/// A robot stands on this many feet at least: two that are passive in the wrist carry no moment
/// about their line.
inline constexpr int kFewestFeet = 3;
inline constexpr int kMaxGaitRows = 64;

/// The number of the gait that has no table: see organizer/free_gait.h.
inline constexpr int kFreeGait = -1;

/// What is wrong with a table.
enum class GaitFault : std::uint8_t {
  kNone,
  kEmpty,       ///< no row, or more than kMaxGaitRows
  kLegMissing,  ///< a leg never steps
  kOutOfTurn,   ///< a foot is carried or lowered that was not lifted, or lifted twice
  kTooFewFeet,  ///< fewer than kFewestFeet on the surface
};

struct GaitMistake {
  GaitFault fault = GaitFault::kNone;
  int row = -1;   ///< where it shows; -1: nowhere in particular
  int leg = -1;   ///< whose it is; -1: nobody's
  int feet = -1;  ///< of kTooFewFeet: on the surface in that row
};

/// The first mistake of a gait of so many legs.
GaitMistake check(const Gait& gait, int n_legs) noexcept;

/// Legs that leave their surface in a row.
LegSet lifted_in(const Gait& gait, int row) noexcept;

/// Legs that are not on a surface at some time of a row.
LegSet airborne_in(const Gait& gait, int row) noexcept;

/// Rows from the one in which a leg is lifted to that in which it is set down, both included.
int rows_in_air(const Gait& gait, int row, int leg) noexcept;

/// Of one leg after the other.
Gait wave(std::string name, const std::vector<int>& order);

}  // namespace ventosa::controller
