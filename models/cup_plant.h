#pragma once

#include "models/strict_yaml.h"

/// What only the plant knows of a cup.
namespace ventosa::models {

inline constexpr double kTallestLip_m = 0.02;

/// The elastic lip: a ring that gives way to the surface.
struct Lip {
  double stiffness_N_m = 0;        ///< of the whole ring, along the cup's axis
  double shear_stiffness_N_m = 0;  ///< of the whole ring, along the surface
  double damping_s = 0;            ///< damping over stiffness
  double free_height_m = 0;        ///< how far the unloaded lip stands proud of the lip plane
  double travel_m = 0;             ///< from the lip plane to where the cup's hard rim strikes
};

/// The turbine, its leak and the cavity it empties.
struct Fan {
  double max_flow_m3_s = 0;  ///< at full speed, free of any seal
  double spin_up_s = 0;      ///< time constants of the rotor
  double spin_down_s = 0;
  double efficiency = 0;    ///< fluid power over electric power, losses of the rotor apart
  double rotor_loss_W = 0;  ///< at full speed, with its third power
  double cavity_m3 = 0;
  double discharge = 0;   ///< coefficient of the flow through the gap under the lip
  double open_gap_m = 0;  ///< the height of what a lip without a surface under it lets in
  double air_density_kg_m3 = 0;
  double ambient_Pa = 0;
};

/// How the module's firmware drives the turbine.
struct CupFirmware {
  double loop_s = 0;
  double slew = 0;               ///< change of the turbine's speed in one loop, 1 is full speed
  double band = 0;               ///< it regulates between the goal and `band` times the goal
  double attach_distance_m = 0;  ///< it starts below this distance of each of the three sensors
  double attach_spread_m = 0;    ///< and below this difference between them
};

/// What the module measures of its cup.
struct CupSensors {
  double barometer_period_s = 0;  ///< of a reading
  int barometer_samples = 0;      ///< of which it is the mean
  double barometer_step_Pa = 0;
  double barometer_noise_Pa = 0;  ///< standard deviation of a sample
  double ambient_drift_Pa_s = 0;
  double ambient_turbine = 0;  ///< the ambient pressure is tracked below this speed of the turbine
  double distance_period_s = 0;
  double distance_step_m = 0;
};

struct CupPlant {
  double max_vacuum_Pa = 0;   ///< sealed, turbine at full speed
  double rise_time_s = 0;     ///< first-order time constant of the vacuum, turbine spinning up
  double fall_time_s = 0;     ///< the same, spinning down
  double seal_gap_m = 0;      ///< the lip seals below this distance
  double seal_tilt_rad = 0;   ///< and below this tilt
  double moment_arm_k = 0.5;  ///< k at which the lip starts to leak (tip-over is k = 1)
  Lip lip;
  Fan fan;
  CupFirmware firmware;
  CupSensors sensors;
};

/// @throws InputError
CupPlant read_cup_plant(const Node& cup);

}  // namespace ventosa::models
