#include "controller/organizer/judgement.h"

#include <limits>
#include <optional>

#include "controller/load_sharing/load_check.h"

namespace ventosa::controller {
namespace {

/// @param leg  -1: the robot as a whole
bool is_asked(const Constraint& constraint, const Posture& posture, int leg) {
  if (leg < 0) return constraint.scope != Scope::kFoot && constraint.scope != Scope::kLeg;
  const auto i = static_cast<std::size_t>(leg);
  const bool stands = posture.attached[i] && posture.foot[i].patch >= 0;
  if (constraint.scope == Scope::kLeg) return stands || posture.foot[i].patch < 0;
  return constraint.scope == Scope::kFoot && stands;
}

Objection room_of(const Constraint& constraint, const Posed& posed, int leg) {
  const double value = constraint.room(posed, leg);
  return {constraint.reason, leg, constraint.limiting, value};
}

}  // namespace

Objection assess(const Scene& scene, const Posture& posture, Asked asked) noexcept {
  const Posed posed(scene, posture);
  Objection least{.room = std::numeric_limits<double>::infinity()};
  for (const Constraint& constraint : constraints())
    for (int leg = -1; leg < scene.robot.n_legs(); ++leg) {
      if (constraint.asked > asked || !is_asked(constraint, posture, leg)) continue;
      const Objection room = room_of(constraint, posed, leg);
      if (room.room < least.room) least = room;
    }
  return least;
}

Objection objection_to(const Scene& scene, const Posture& from, const Posture& to,
                       Asked asked) noexcept {
  const Posed there(scene, to);
  std::optional<Posed> here;
  for (const Constraint& constraint : constraints())
    for (int leg = -1; leg < scene.robot.n_legs(); ++leg) {
      if (constraint.asked > asked || !is_asked(constraint, from, leg) ||
          !is_asked(constraint, to, leg))
        continue;
      const Objection room = room_of(constraint, there, leg);
      if (room.room >= 0) continue;
      if (!here) here.emplace(scene, from);
      if (room.room < room_of(constraint, *here, leg).room) return room;
    }
  return {};
}

bool may_lift(const Scene& scene, LegSet lifted, SharingWarmStart& warm,
              Bottleneck& least) noexcept {
  const LoadCase lift{scene.robot, scene.config.sharing, scene.in.body.stance, lifted};
  if (carries(lift, warm)) return true;
  SharingWarmStart cold;
  least = load_margin(lift, cold);
  return false;
}

bool can_lift_off(const Scene& scene, const Posture& posture, int leg) noexcept {
  return room_to_lift({scene, posture}, leg) >= 0;
}

Objection objection_to_place(const Scene& scene, const Posture& posture, LegSet landing) noexcept {
  const Posed posed(scene, posture);
  int leg = first_that_misses(posed);
  if (leg >= 0) return violation(Limiting::kReach, leg);
  if (const double room = room_of_itself(posed, leg); room < 0)
    return violation(Limiting::kSelfClearance, leg, room);
  for (leg = 0; leg < scene.robot.n_legs(); ++leg) {
    if (!landing[static_cast<std::size_t>(leg)]) continue;
    const double room = room_at_surfaces(posed, leg);
    if (room < 0) return violation(Limiting::kLegClearance, leg, room);
  }
  return {};
}

bool is_clear(const Scene& scene, const Posture& posture) noexcept {
  const Posed posed(scene, posture);
  int leg = first_that_misses(posed);
  return leg >= 0 || room_of_itself(posed, leg) >= 0;
}

bool holds(const Scene& scene, const Posture& posture, SharingWarmStart& warm) noexcept {
  const Posed posed(scene, posture);
  int leg = -1;
  if (!is_possible(posed, leg)) return false;
  const Stance stance = stance_of(scene, posture, posed.legs);
  const SharingConfig limits = planned_limits(scene.config.sharing, scene.reserve);
  return carries({scene.robot, limits, stance}, warm);
}

}  // namespace ventosa::controller
