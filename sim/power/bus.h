#pragma once

#include "controller/model/robot_model.h"
#include "sim/power/power_options.h"

/// The circuit of all modules at one instant: each a pack behind its resistance and a load, and a
/// line to the one node where all meet, the bus.
///
///   E --R--> pack_A --+-- V --r-- bus_A --> U
///                     |
///                  load_A
///
///   V = E - R pack_A,   V = U + r bus_A,   pack_A = load_A + bus_A,   sum of bus_A = -charger_A
///
/// A star: without its pack a module is a current into U, with it a source E - R load_A behind
/// R + r, so U follows in closed form,
///   U = sum(s) / sum(g),   g = 1 / (R + r), s = g (E - R load_A)   with pack,   s = -load_A
///   without
namespace ventosa::sim {

/// One module. In: the first four; voltage_V a guess.
struct Branch {
  enum class Pack : std::uint8_t {
    kOff,
    kTakes,  ///< current only into the pack
    kFull,   ///< both ways
  };
  Pack pack = Pack::kOff;
  bool on_bus = false;
  double open_V = 0;  ///< E
  double load_W = 0;  ///< of constant power

  double voltage_V = 0;  ///< V
  double load_A = 0;
  double pack_A = 0;
  double bus_A = 0;  ///< out of the module
};

struct Circuit {
  double pack_ohm = 0;  ///< R, above 0
  double line_ohm = 0;  ///< r, above 0
  Charger charger;
  int n = 0;
  controller::PerLeg<Branch> branch{};

  double bus_V = 0;      ///< U; in: a guess
  double charger_A = 0;  ///< into the bus
};

/// Voltages and currents. Where nothing feeds a module all of its own are 0, whatever its load.
void solve(Circuit& circuit) noexcept;

}  // namespace ventosa::sim
