#include "sim/cups/cup_config.h"

#include <cmath>

namespace ventosa::sim {
namespace {

// grip level, as a share of the full vacuum force
constexpr double kGripShare = 0.02;

}  // namespace

CupConfig cup_config(const models::Robot& robot, double step_s) {
  if (!robot.cup) return {.step_s = step_s};
  const controller::Cup& nominal = *robot.nominal.cup();
  return {.step_s = step_s,
          .max_vacuum_Pa = robot.cup->max_vacuum_Pa,
          .area_m2 = nominal.area_m2,
          .max_force_N = nominal.max_force_N,
          .lip_radius_m = nominal.lip_radius_m,
          .attached_ratio = nominal.attached_ratio,
          .grip_force_N = kGripShare * nominal.max_force_N,
          .rise_share = -std::expm1(-step_s / robot.cup->rise_time_s),
          .fall_share = -std::expm1(-step_s / robot.cup->fall_time_s),
          .seal_gap_m = robot.cup->seal_gap_m,
          .seal_tilt_rad = robot.cup->seal_tilt_rad,
          .moment_arm_k = robot.cup->moment_arm_k};
}

}  // namespace ventosa::sim
