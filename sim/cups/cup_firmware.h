#pragma once

#include "sim/beat.h"
#include "sim/cups/cup.h"

/// The module's own control of its cup's turbine, once a module loop.
namespace ventosa::sim {

struct FirmwareConfig {
  Beat loop;
  double slew = 0;  ///< of the duty in one loop
  double band = 1;
  double area_m2 = 0;
  double attach_distance_m = 0;
  double attach_spread_m = 0;
};

FirmwareConfig firmware_config(const models::CupPlant& cup, double area_m2);

/// Whether the three sensors see a surface near and flat enough to attach to.
bool sees_surface(const FirmwareConfig& config, const std::array<double, 3>& distance_m) noexcept;

/// The next duty of the turbine: towards a given speed, or up and down between the goal and the
/// band above it.
/// @param vacuum_Pa  by the barometer
double next_duty(const FirmwareConfig& config, const CupState& cup, double vacuum_Pa) noexcept;

}  // namespace ventosa::sim
