#pragma once

#include "controller/model/description.h"

/// Energy account since the start of a run  [J]. Sources and sinks balance:
///
///   packs + charger = pack_heat + line_heat + rail_loss + electronics + turbines + motor_heat +
///   motor_work
namespace ventosa::sim {

struct Energy {
  double packs_J = 0;      ///< out of the cells, net of charging
  double charger_J = 0;    ///< out of the charger's voltage source
  double pack_heat_J = 0;  ///< heat in the packs' resistances
  double line_heat_J = 0;  ///< heat in relays, lines and the charger's resistance
  double rail_loss_J = 0;  ///< losses in the converters of the drives
  double electronics_J = 0;
  double turbines_J = 0;
  double motor_heat_J = 0;  ///< drawn by the drives, less motor_work
  double motor_work_J = 0;  ///< work of the drives on the joints
};

void describe(auto& field, controller::Is<Energy> auto& energy) {
  field("packs", energy.packs_J, "J");
  field("charger", energy.charger_J, "J");
  field("pack_heat", energy.pack_heat_J, "J");
  field("line_heat", energy.line_heat_J, "J");
  field("rail_loss", energy.rail_loss_J, "J");
  field("electronics", energy.electronics_J, "J");
  field("turbines", energy.turbines_J, "J");
  field("motor_heat", energy.motor_heat_J, "J");
  field("motor_work", energy.motor_work_J, "J");
}

}  // namespace ventosa::sim
