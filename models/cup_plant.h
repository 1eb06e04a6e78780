#pragma once

#include "controller/model/description.h"
#include "models/strict_yaml.h"

/// Properties of a cup in the plant.
namespace ventosa::models {

inline constexpr double kTallestLip_m = 0.02;
inline constexpr double kSlowest_s = 60;  ///< upper bound of a turbine's time constants

/// Elastic lip: a ring that deflects against the surface.
struct Lip {
  double stiffness_N_m = 0;        ///< stiffness of the whole ring, along the cup's axis
  double shear_stiffness_N_m = 0;  ///< stiffness of the whole ring, along the surface
  double damping_s = 0;            ///< damping over stiffness
  double free_height_m = 0;        ///< height of the unloaded lip above the lip plane
  double travel_m = 0;             ///< from the lip plane to contact of the cup's hard rim
};

void describe(auto& field, controller::Is<Lip> auto& lip) {
  field("stiffness_N_m", lip.stiffness_N_m, "N/m", above(0, 1e7));
  field("shear_stiffness_N_m", lip.shear_stiffness_N_m, "N/m", above(0, 1e7));
  field("damping_s", lip.damping_s, "s", between(0, 1));
  field("free_height_m", lip.free_height_m, "m", between(0, kTallestLip_m));
  field("travel_m", lip.travel_m, "m", above(0, kTallestLip_m));
}

/// Turbine, leak and cavity of a cup.
struct Fan {
  double max_flow_m3_s = 0;  ///< flow at full speed, without a seal
  double spin_up_s = 0;      ///< time constants of the rotor
  double spin_down_s = 0;
  double efficiency = 0;    ///< power of the air flow over electric power, without rotor losses
  double rotor_loss_W = 0;  ///< loss at full speed; proportional to the cube of the speed
  double cavity_m3 = 0;
  double discharge = 0;   ///< coefficient of the flow through the gap under the lip
  double open_gap_m = 0;  ///< gap of a lip without a surface under it
  double air_density_kg_m3 = 0;
  double ambient_Pa = 0;
};

void describe(auto& field, controller::Is<Fan> auto& fan) {
  field("max_flow_m3_s", fan.max_flow_m3_s, "m3/s", above(0, 1));
  field("spin_up_s", fan.spin_up_s, "s", above(0, kSlowest_s));
  field("spin_down_s", fan.spin_down_s, "s", above(0, kSlowest_s));
  field("efficiency", fan.efficiency, "1", above(0, 1));
  field("rotor_loss_W", fan.rotor_loss_W, "W", between(0, 1000));
  field("cavity_m3", fan.cavity_m3, "m3", above(0, 0.1));
  field("discharge", fan.discharge, "1", above(0, 1));
  field("open_gap_m", fan.open_gap_m, "m", above(0, 0.1));
  field("air_density_kg_m3", fan.air_density_kg_m3, "kg/m3", above(0, 10));
  field("ambient_Pa", fan.ambient_Pa, "Pa", above(0, 2e5));
}

/// Control of the turbine in the module's firmware.
struct CupFirmware {
  double loop_s = 0;
  double slew = 0;  ///< largest change of the turbine's speed per loop, 1 is full speed
  double band = 0;  ///< the force is kept between the goal and `band` times the goal
  double attach_distance_m = 0;  ///< largest reading of the three distance sensors for attaching
  double attach_spread_m = 0;    ///< largest difference between them for attaching
};

void describe(auto& field, controller::Is<CupFirmware> auto& firmware) {
  field("loop_s", firmware.loop_s, "s", above(0, 1));
  field("slew", firmware.slew, "1", above(0, 1));
  field("band", firmware.band, "1", between(1, 10));
  field("attach_distance_m", firmware.attach_distance_m, "m", above(0, 1));
  field("attach_spread_m", firmware.attach_spread_m, "m", above(0, 1));
}

/// Sensors of a cup.
struct CupSensors {
  double barometer_period_s = 0;  ///< period of a reading
  int barometer_samples = 0;      ///< number of samples averaged per reading
  double barometer_step_Pa = 0;
  double barometer_noise_Pa = 0;  ///< standard deviation of a sample
  double ambient_drift_Pa_s = 0;
  double ambient_turbine = 0;  ///< turbine speed below which the ambient pressure is tracked
  double distance_period_s = 0;
  double distance_step_m = 0;
};

void describe(auto& field, controller::Is<CupSensors> auto& sensors) {
  field("barometer_period_s", sensors.barometer_period_s, "s", above(0, 10));
  field("barometer_samples", sensors.barometer_samples, "1", between(1, 1000));
  field("barometer_step_Pa", sensors.barometer_step_Pa, "Pa", above(0, 1000));
  field("barometer_noise_Pa", sensors.barometer_noise_Pa, "Pa", between(0, 1000));
  field("ambient_drift_Pa_s", sensors.ambient_drift_Pa_s, "Pa/s", between(-100, 100));
  field("ambient_turbine", sensors.ambient_turbine, "1", between(0, 1));
  field("distance_period_s", sensors.distance_period_s, "s", above(0, 10));
  field("distance_step_m", sensors.distance_step_m, "m", above(0, 0.1));
}

struct CupPlant {
  double max_vacuum_Pa = 0;  ///< sealed, turbine at full speed
  double rise_time_s = 0;  ///< first-order time constant of the vacuum while the turbine speeds up
  double fall_time_s = 0;  ///< time constant of the vacuum while the turbine slows down
  double seal_gap_m = 0;   ///< largest distance at which the lip seals
  double seal_tilt_rad = 0;   ///< largest tilt at which the lip seals
  double moment_arm_k = 0.5;  ///< k at which the lip starts to leak (tip-over is k = 1)
  Lip lip;
  Fan fan;
  CupFirmware firmware;
  CupSensors sensors;
};

void describe(auto& field, controller::Is<CupPlant> auto& cup) {
  field("lip", cup.lip);
  field("fan", cup.fan);
  field("max_vacuum_Pa", cup.max_vacuum_Pa, "Pa", above(0, cup.fan.ambient_Pa));
  field("rise_time_s", cup.rise_time_s, "s", above(0, kSlowest_s));
  field("fall_time_s", cup.fall_time_s, "s", above(0, kSlowest_s));
  field("seal_gap_m", cup.seal_gap_m, "m", above(0, 0.1));
  field("seal_tilt_deg", cup.seal_tilt_rad, controller::kDegrees, above(0, 90));
  field("moment_arm_k", cup.moment_arm_k, "1", above(0, 1));
  field("firmware", cup.firmware);
  field("sensors", cup.sensors);
}

}  // namespace ventosa::models
