#include "models/cup_plant.h"

namespace ventosa::models {
namespace {

constexpr double kSlowest_s = 60;  // a turbine

Lip read_lip(const Node& node) {
  return {.stiffness_N_m = node.at("stiffness_N_m").as_double(above(0, 1e7)),
          .shear_stiffness_N_m = node.at("shear_stiffness_N_m").as_double(above(0, 1e7)),
          .damping_s = node.at("damping_s").as_double(between(0, 1)),
          .free_height_m = node.at("free_height_m").as_double(between(0, kTallestLip_m)),
          .travel_m = node.at("travel_m").as_double(above(0, kTallestLip_m))};
}

Fan read_fan(const Node& node) {
  return {.max_flow_m3_s = node.at("max_flow_m3_s").as_double(above(0, 1)),
          .spin_up_s = node.at("spin_up_s").as_double(above(0, kSlowest_s)),
          .spin_down_s = node.at("spin_down_s").as_double(above(0, kSlowest_s)),
          .efficiency = node.at("efficiency").as_double(above(0, 1)),
          .rotor_loss_W = node.at("rotor_loss_W").as_double(between(0, 1000)),
          .cavity_m3 = node.at("cavity_m3").as_double(above(0, 0.1)),
          .discharge = node.at("discharge").as_double(above(0, 1)),
          .open_gap_m = node.at("open_gap_m").as_double(above(0, 0.1)),
          .air_density_kg_m3 = node.at("air_density_kg_m3").as_double(above(0, 10)),
          .ambient_Pa = node.at("ambient_Pa").as_double(above(0, 2e5))};
}

CupFirmware read_cup_firmware(const Node& node) {
  return {.loop_s = node.at("loop_s").as_double(above(0, 1)),
          .slew = node.at("slew").as_double(above(0, 1)),
          .band = node.at("band").as_double(between(1, 10)),
          .attach_distance_m = node.at("attach_distance_m").as_double(above(0, 1)),
          .attach_spread_m = node.at("attach_spread_m").as_double(above(0, 1))};
}

CupSensors read_sensors(const Node& node) {
  return {.barometer_period_s = node.at("barometer_period_s").as_double(above(0, 10)),
          .barometer_samples = node.at("barometer_samples").as_int(1, 1000),
          .barometer_step_Pa = node.at("barometer_step_Pa").as_double(above(0, 1000)),
          .barometer_noise_Pa = node.at("barometer_noise_Pa").as_double(between(0, 1000)),
          .ambient_drift_Pa_s = node.at("ambient_drift_Pa_s").as_double(between(-100, 100)),
          .ambient_turbine = node.at("ambient_turbine").as_double(between(0, 1)),
          .distance_period_s = node.at("distance_period_s").as_double(above(0, 10)),
          .distance_step_m = node.at("distance_step_m").as_double(above(0, 0.1))};
}

}  // namespace

CupPlant read_cup_plant(const Node& cup) {
  const double ambient_Pa = cup.at("fan").at("ambient_Pa").as_double(above(0, 2e5));
  return {.max_vacuum_Pa = cup.at("max_vacuum_Pa").as_double(above(0, ambient_Pa)),
          .rise_time_s = cup.at("rise_time_s").as_double(above(0, kSlowest_s)),
          .fall_time_s = cup.at("fall_time_s").as_double(above(0, kSlowest_s)),
          .seal_gap_m = cup.at("seal_gap_m").as_double(above(0, 0.1)),
          .seal_tilt_rad = cup.at("seal_tilt_deg").as_rad(above(0, 90)),
          .moment_arm_k = cup.at("moment_arm_k").as_double(above(0, 1)),
          .lip = read_lip(cup.at("lip")),
          .fan = read_fan(cup.at("fan")),
          .firmware = read_cup_firmware(cup.at("firmware")),
          .sensors = read_sensors(cup.at("sensors"))};
}

}  // namespace ventosa::models
