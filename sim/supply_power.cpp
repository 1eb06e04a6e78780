#include "sim/world.h"

/// What the modules' drives and turbines are fed with, once a physics step.
namespace ventosa::sim {

void supply_power(Twin::World&) {}

}  // namespace ventosa::sim
