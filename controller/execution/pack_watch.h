#pragma once

#include <optional>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Detects a dead pack and a stuck relay by the voltages and currents of pack and bus. On a shared
/// bus a module keeps working with either fault, so no other reading shows it.
namespace ventosa::controller {

struct PackWatch {
  std::optional<Relay> commanded{};  ///< last command to the relay; no value: never commanded
  double dead_s = 0;                 ///< time for which the pack has had no voltage
  double stuck_s = 0;  ///< time for which a current has contradicted the relay's state
  /// Time for which the bus has had a voltage although the module was commanded to leave it.
  double live_s = 0;
};

/// One tick of one module. Missing readings are no fault.
///   kPackDead    the pack has had less than 5 V for 0.3 s, too little for any drive, and is not
///                disconnected by command
///   kRelayStuck  a current has flowed for 0.3 s through a contact that is commanded open: to the
///                bus from an isolated module, or from the pack of a module on the bus
[[nodiscard]] Reason watch_pack(const PackReading& pack, double period_s,
                                PackWatch& watch) noexcept;

/// True if the bus has had a voltage for 0.3 s since the module was commanded to leave it. If that
/// holds for all modules, one of their relays is stuck; the readings do not show which.
[[nodiscard]] bool finds_bus_live(const PackWatch& watch) noexcept;

}  // namespace ventosa::controller
