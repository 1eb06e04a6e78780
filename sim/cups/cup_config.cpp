#include "sim/cups/cup_config.h"

#include <algorithm>
#include <cmath>

#include "sim/cups/weld.h"

namespace ventosa::sim {
namespace {

// grip level, as a share of the full vacuum force
constexpr double kGripShare = 0.02;

double leg_reach_m(const controller::Leg& leg) {
  double sum_m = leg.X_BL.translation().norm() + leg.X_JF.translation().norm();
  for (int j = 0; j < leg.n_joints; ++j) sum_m += leg.joint[j].p_PJ.norm();
  return sum_m;
}

/// upper bound of the robot's inertia about any foot in any pose
double max_inertia_kgm2(const controller::RobotModel& robot) {
  double reach = 0;
  double own_kgm2 = robot.I_C.trace();
  for (const controller::Leg& leg : robot.leg) {
    reach = std::max(reach, leg_reach_m(leg));
    for (int j = 0; j < leg.n_joints; ++j) own_kgm2 += leg.link[j].I_C.trace();
  }
  return robot.total_mass_kg() * std::pow(2 * reach, 2) + own_kgm2;
}

/// compliance and damping of the weld, from MuJoCo's solref and solimp
void set_weld_compliance(const controller::RobotModel& robot, CupConfig& cup) {
  const double time_constant_s = weld_time_s(cup.step_s);
  const double dmax = kWeldImpedance[1];
  const double stiffness_s2 = 1 / std::pow(dmax * time_constant_s * kWeldDampingRatio, 2);
  const double damping_s = 2 / (dmax * time_constant_s);
  cup.slip_m_N = 1 / (stiffness_s2 * robot.total_mass_kg());
  cup.twist_rad_Nm = 1 / (stiffness_s2 * max_inertia_kgm2(robot));
  cup.lag_s = damping_s / stiffness_s2;
  cup.give_s2 = 1 / stiffness_s2;
}

}  // namespace

CupConfig cup_config(const models::Robot& robot, double step_s) {
  if (!robot.cup) return {.step_s = step_s};
  const controller::Cup& nominal = *robot.nominal.cup();
  CupConfig cup{.step_s = step_s,
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
  set_weld_compliance(robot.nominal, cup);
  return cup;
}

}  // namespace ventosa::sim
