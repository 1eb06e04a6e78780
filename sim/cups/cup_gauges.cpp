#include "sim/cups/cup_gauges.h"

#include <algorithm>

#include "sim/model/quantise.h"

namespace ventosa::sim {

GaugeConfig gauge_config(const models::CupPlant& cup, double gravity_m_s2) {
  const models::CupSensors& sensors = cup.sensors;
  return {
      .sample = SampleClock::with_period(sensors.barometer_period_s / sensors.barometer_samples),
      .n_samples = sensors.barometer_samples,
      .pressure_step_Pa = sensors.barometer_step_Pa,
      .noise_Pa = sensors.barometer_noise_Pa,
      .ambient_Pa = cup.fan.ambient_Pa,
      .drift_Pa_s = sensors.ambient_drift_Pa_s,
      .per_height_Pa_m = cup.fan.air_density_kg_m3 * gravity_m_s2,
      .ambient_turbine = sensors.ambient_turbine,
      .distance = SampleClock::with_period(sensors.distance_period_s),
      .distance_step_m = sensors.distance_step_m};
}

double ambient_Pa(const GaugeConfig& config, double time_s, double height_m) noexcept {
  return config.ambient_Pa + config.drift_Pa_s * time_s - config.per_height_Pa_m * height_m;
}

void add_pressure_sample(const GaugeConfig& config, double pressure_Pa, double speed,
                         GaugeState& gauge) noexcept {
  gauge.sum_Pa += pressure_Pa;
  if (++gauge.n_summed < config.n_samples) return;
  const double mean_Pa = quantise(gauge.sum_Pa / gauge.n_summed, config.pressure_step_Pa);
  if (speed < config.ambient_turbine) gauge.ambient_Pa = mean_Pa;
  gauge.vacuum_Pa = gauge.ambient_Pa - mean_Pa;
  gauge.sum_Pa = 0;
  gauge.n_summed = 0;
}

double reported_distance_m(const GaugeConfig& config, double distance_m) noexcept {
  return std::min(quantise(distance_m, config.distance_step_m), controller::kNoDistance_m);
}

}  // namespace ventosa::sim
