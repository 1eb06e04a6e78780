#pragma once

#include "models/drive.h"

/// A geared motor whose module closes a position loop of its own, every 10 ms, and takes nothing
/// else. Numbers of a 24 V motor behind a gear of 400:1, at its output.
namespace ventosa::sim {

inline constexpr double kSlaveRail_V = 24;
inline constexpr double kSlaveStep_s = 0.001;

inline models::Drive slave_drive() {
  return {.name = "slave",
          .stall_torque_Nm = 37.4,
          .no_load_speed_rad_s = 2.56,
          .armature_kgm2 = 0.168,
          .motor = {.torque_constant_Nm_A = 9.36, .resistance_ohm = 2.32, .current_limit_A = 4},
          .gear = {.coulomb_Nm = 1.5,
                   .stribeck_Nm = 0.7,
                   .stribeck_speed_rad_s = 0.02,
                   .bristles = models::Bristles{.stiffness_Nm_rad = 2000, .damping_Nms_rad = 11}},
          .thermal = {.heat_capacity_J_K = 50, .resistance_K_W = 10, .limit_C = 80},
          .firmware = {.torque_constant_Nm_A = 9.36,
                       .position_step_rad = 1e-5,
                       .speed_step_rad_s = 1e-3,
                       .current_step_A = 1e-3,
                       .position_p_V_rad = 140,
                       .position_i_V_rad_s = 560,
                       .overload_s = 1000,
                       .loop_s = 0.01}};
}

}  // namespace ventosa::sim
