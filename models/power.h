#pragma once

#include <vector>

/// What a module lives on: its pack, the rail of its drives, its electronics, its branch of the
/// bus.
namespace ventosa::models {

class Node;

struct VoltagePoint {
  double charge = 0;  ///< share of the capacity, 0..1
  double voltage_V = 0;
};

/// A pack of equal cells in series.
struct Battery {
  int cells = 0;
  double capacity_C = 0;
  double resistance_ohm = 0;  ///< of the pack
  double charge_end_V = 0;    ///< charging stops when its terminals reach this
  /// at rest, per cell; charge rises from 0 to 1, voltage never falls
  std::vector<VoltagePoint> cell_voltage;
};

/// The converter that feeds the drives, stepping down.
struct Rail {
  double voltage_V = 0;
  double efficiency = 1;
  double idle_W = 0;           ///< lost whatever the load
  double drop_out_V = 0;       ///< it gives at most its input less this
  double current_limit_A = 0;  ///< its voltage falls where the drives would draw more
};

struct Electronics {
  double power_W = 0;
  double brown_out_V = 0;   ///< below it the module fails: drives and turbine lose their power
  double power_good_V = 0;  ///< from it on the module starts again
  double reboot_s = 0;      ///< and takes this long
};

/// From a module to the one node where all branches meet.
struct BusBranch {
  double relay_ohm = 0;
  double line_ohm = 0;
};

struct Power {
  Battery battery;
  Rail rail;
  Electronics electronics;
  BusBranch bus;
};

/// `battery`, `rail`, `electronics`, `bus` of a file of parts.  @throws InputError
Power read_power(const Node& parts);

}  // namespace ventosa::models
