#pragma once

#include "sim/cups/cup.h"
#include "sim/model/sample_clock.h"

/// Turbine control in the module's firmware, once per module loop.
namespace ventosa::sim {

struct FirmwareConfig {
  SampleClock loop;
  double slew = 0;  ///< largest change of the duty per loop
  double band = 1;  ///< upper end of the force band, as a multiple of the goal
  double area_m2 = 0;
  double attach_distance_m = 0;
  double attach_spread_m = 0;
};

FirmwareConfig firmware_config(const models::CupPlant& cup, double area_m2);

/// Whether the three distances show a surface that is close and level enough to attach to.
bool detects_surface(const FirmwareConfig& config,
                     const std::array<double, 3>& distance_m) noexcept;

/// Next duty of the turbine: slewed towards a commanded speed, or a two-point control that keeps
/// the vacuum force between the goal and `band` times the goal.
/// @param vacuum_Pa  reading of the barometer
double next_duty(const FirmwareConfig& config, const CupState& cup, double vacuum_Pa) noexcept;

}  // namespace ventosa::sim
