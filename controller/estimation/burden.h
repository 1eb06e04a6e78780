#pragma once

#include "controller/estimation/contact_forces.h"
#include "controller/model/module_report.h"

/// Detects that an attached foot has suddenly lost its load. The motor torques show it within one
/// reading, some 30 ms, long before the foot has moved far. Since a push can unload a foot too,
/// this raises an alarm only together with motion of the foot (slip_alarm.h).
namespace ventosa::controller {

struct Burden {
  bool known = false;
  Vector3d mean_B = Vector3d::Zero();  ///< [N] mean reaction force by the motors
  std::int32_t ticks_gone = 0;  ///< remaining ticks in which the load counts as gone; 0: loaded
};

/// True if the motors measure a load on the foot, however small. A load that is ramping counts.
bool bears_load(const Burden& burden) noexcept;

/// @param lost  lost feet; their loss changes the load of all feet, so detection pauses
void watch_burden(const PerLeg<ModuleReport>& report, const PerLeg<ContactForceEstimate>& force,
                  LegSet lost, double period_s, PerLeg<Burden>& burden) noexcept;

}  // namespace ventosa::controller
