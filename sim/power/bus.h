#pragma once

#include "controller/model/robot_model.h"
#include "sim/power/power_options.h"

/// Quasi-static circuit of all modules: each is a pack with internal resistance and a load,
/// connected by a line to one common node, the bus.
///
///   E --R--> pack_A --+-- V --r-- bus_A --> U
///                     |
///                  load_A
///
///   V = E - R pack_A,   V = U + r bus_A,   pack_A = load_A + bus_A,   sum of bus_A = -charger_A
///
/// Nodal equation of the star:  U = sum(s) / sum(g)  over the modules on the bus,
///   pack conducts:          g = 1 / (R + r),  s = g (E - R load_A)
///   pack does not conduct:  g = 0,            s = -load_A
namespace ventosa::sim {

/// One module. The first four fields are inputs, voltage_V is input (initial guess) and output, the
/// others are outputs.
struct Branch {
  enum class Pack : std::uint8_t {
    kOff,
    kChargeOnly,     ///< current only into the pack
    kBidirectional,  ///< current both ways
  };
  Pack pack = Pack::kOff;
  bool on_bus = false;
  double open_V = 0;  ///< E
  double load_W = 0;  ///< constant-power load

  double voltage_V = 0;  ///< V
  double load_A = 0;
  double pack_A = 0;
  double bus_A = 0;  ///< current out of the module
};

struct Circuit {
  double pack_ohm = 0;  ///< R, above 0
  double line_ohm = 0;  ///< r, above 0
  Charger charger;
  int n = 0;
  controller::PerLeg<Branch> branch{};

  double bus_V = 0;      ///< U; input (initial guess) and output
  double charger_A = 0;  ///< into the bus
};

/// Solves for voltages and currents. Those of a module without a source are 0, whatever its load.
void solve(Circuit& circuit) noexcept;

}  // namespace ventosa::sim
