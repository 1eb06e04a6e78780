#pragma once

#include "controller/estimation/contact_forces.h"
#include "controller/model/module_report.h"

/// Whether a standing foot still bears what it bore. Its drives feel a load go within a reading of
/// its cup, some 30 ms, long before the foot has moved far. A push or a jolt may take it as well:
/// that alone is no alarm, but where the foot also moves it is (slip_alarm.h).
namespace ventosa::controller {

struct Burden {
  bool known = false;
  Vector3d mean_B = Vector3d::Zero();  ///< [N] of the motors' reaction
  std::int32_t ticks_gone = 0;         ///< in which it counts as gone; 0: it is borne
};

/// Whether its drives feel that it bears a load, however small. One that comes or goes counts as
/// bearing.
bool bears_load(const Burden& burden) noexcept;

/// @param lost  feet; while there are any, the loads of all change
void watch_burden(const PerLeg<ModuleReport>& report, const PerLeg<ContactForceEstimate>& force,
                  LegSet lost, double period_s, PerLeg<Burden>& burden) noexcept;

}  // namespace ventosa::controller
