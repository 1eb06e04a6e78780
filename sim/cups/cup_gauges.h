#pragma once

#include "models/cup_plant.h"
#include "sim/cups/cup.h"
#include "sim/model/sample_clock.h"

/// Barometer and distance sensors of a cup.
///
/// The barometer measures the absolute pressure in the cavity. Vacuum is the difference to the
/// ambient pressure, which the module takes from the last reading with its turbine off.
namespace ventosa::sim {

struct GaugeConfig {
  SampleClock sample;  ///< sampling times of the barometer
  int n_samples = 1;   ///< number of samples averaged per reading
  double pressure_step_Pa = 0;
  double noise_Pa = 0;
  double ambient_Pa = 0;  ///< pressure at height 0 and time 0
  double drift_Pa_s = 0;
  double per_height_Pa_m = 0;  ///< decrease of the ambient pressure with height
  double ambient_turbine = 0;  ///< speed below which a reading is taken as ambient
  SampleClock distance;
  double distance_step_m = 0;
};

GaugeConfig gauge_config(const models::CupPlant& cup, double gravity_m_s2);

/// Ambient pressure at a cup  [Pa]
double ambient_Pa(const GaugeConfig& config, double time_s, double height_m) noexcept;

/// Adds a sample of the cavity's pressure; every n_samples-th completes a reading.
/// @param speed  of the rotor, 0..1
void add_pressure_sample(const GaugeConfig& config, double pressure_Pa, double speed,
                         GaugeState& gauge) noexcept;

/// Reading of a distance: a multiple of the resolution, at most kNoDistance_m.
double reported_distance_m(const GaugeConfig& config, double distance_m) noexcept;

}  // namespace ventosa::sim
