#pragma once

#include "models/cup_plant.h"
#include "sim/beat.h"
#include "sim/cups/cup.h"

/// What a module's barometer and distance sensors tell of its cup.
///
/// The barometer reads the pressure in the cavity; the vacuum is the difference to the ambient
/// pressure, which the module knows from when its turbine last stood still.
namespace ventosa::sim {

struct GaugeConfig {
  Beat sample;        ///< of the barometer
  int n_samples = 1;  ///< of which a reading is the mean
  double pressure_step_Pa = 0;
  double noise_Pa = 0;
  double ambient_Pa = 0;  ///< at height 0 and time 0
  double drift_Pa_s = 0;
  double per_height_Pa_m = 0;
  double ambient_turbine = 0;
  Beat distance;
  double distance_step_m = 0;
};

GaugeConfig gauge_config(const models::CupPlant& cup, double gravity_m_s2);

/// [Pa] around a cup
double ambient_Pa(const GaugeConfig& config, double time_s, double height_m) noexcept;

/// One sample of the pressure in the cavity; every n-th makes a reading.
void take_pressure(const GaugeConfig& config, double pressure_Pa, double duty,
                   GaugeState& gauge) noexcept;

/// A distance as the sensor reports it: in whole steps, kNoDistance_m beyond its range.
double reported_distance_m(const GaugeConfig& config, double distance_m) noexcept;

}  // namespace ventosa::sim
