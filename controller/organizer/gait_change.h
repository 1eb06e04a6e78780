#pragma once

#include "controller/organizer/scene.h"

/// Change to another gait by the clock while the robot walks by one: the old table goes on until
/// the stride of the new one is known, and then lifts no more feet. Once every foot is down or on
/// its way down the new table takes over, at the row at which the feet suit it best.
namespace ventosa::controller {

/// Row at which a table is entered.
struct GaitEntry {
  std::int32_t row = 0;
  double share = kFirstShare;  ///< share of the body's full advance in the first cycle
};

/// Row at which the feet let the body advance most before they lift: no foot may then lag farther
/// behind its nominal place than it does in the steady walk. Feet that have waited longest go
/// first.
/// @param lead_m     distances of the feet ahead of their nominal places
/// @param advance_m  full advance of the body in a row
GaitEntry entry_of(const Gait& gait, const PerLeg<double>& lead_m, int n_legs,
                   double advance_m) noexcept;

/// True while the robot walks by a gait by the clock and shall walk by another one.
bool is_changing_gait(const Scene& scene, const GaitProgress& at) noexcept;

/// Table whose rows go on: the goal's or, during a change, that of the walk. nullptr: no table.
const Gait* walked_gait(const Scene& scene, const GaitProgress& at) noexcept;

/// True if the walk lifts no more feet, because another gait is ready to take over.
bool closes_gait(const Scene& scene, const OrganizerState& state) noexcept;

/// Entry into the goal's gait at the end of the present row.
/// @param way_m  way of the body in a cycle of that gait
GaitEntry entry_now(const Scene& scene, const Twist& twist, double way_m,
                    const OrganizerState& state) noexcept;

/// In the first cycle of a walk by the clock: share of the body's full advance in the next row, so
/// that no foot lags farther behind when it lifts than in the steady walk.
void ease_in(const Scene& scene, const Gait& gait, const Twist& twist,
             OrganizerState& state) noexcept;

/// Lets the goal's gait take over if all feet are down or on their way. The present row goes on.
void take_over(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
