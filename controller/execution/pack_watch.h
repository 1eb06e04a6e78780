#pragma once

#include <optional>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Detects a dead pack and a stuck relay from the measured voltages and currents of pack and bus. A
/// module on a shared bus keeps working with either fault, so that no other reading shows it.
namespace ventosa::controller {

struct PackWatch {
  std::optional<Relay> told{};  ///< the last command to the relay; none: it is as it was found
  double dead_s = 0;            ///< for so long the pack has had no voltage
  double stuck_s = 0;           ///< for so long a current has contradicted the relay's state
  double live_s = 0;            ///< for so long the bus that it was told to leave has had a voltage
};

/// One tick of one module. What is not reported is no fault.
///   kPackDead    for 0.3 s the pack has had less than 5 V, less than any that drives live on,
///                though it is not cut off by command
///   kRelayStuck  for 0.3 s there has been a current through a contact that is commanded open: to
///                the bus from an isolated module, or from the pack of one that lives on the bus
[[nodiscard]] Reason watch_pack(const PackReading& pack, double period_s,
                                PackWatch& watch) noexcept;

/// Whether the bus has had a voltage for 0.3 s since the module was told to leave it. Where that is
/// so of all modules, one of their relays is stuck; the readings do not tell which.
[[nodiscard]] bool finds_bus_live(const PackWatch& watch) noexcept;

}  // namespace ventosa::controller
