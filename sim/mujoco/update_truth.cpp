#include "controller/kinematics/joint_limits.h"
#include "sim/mujoco/world.h"

/// Ground truth of the present state.
namespace ventosa::sim {

using controller::Quaterniond;
using controller::Vector3d;

namespace {

/// Contact force on a foot that is not free, plus the weight of the wrist links, which the cup
/// carries.
Vector3d force_on_leg_B(const World& world, int i, const Quaterniond& q_WB) {
  if (!world.leg(i).cup()) return q_WB.conjugate() * as_vector(world.state.point[i].f_F_W);
  const CupState& cup = world.state.cup[i];
  if (!cup.held()) return Vector3d::Zero();
  const Vector3d f_W =
      world.config.patches.patch[cup.patch].X_WS.linear() * as_vector(cup.wrench_S).head<3>();
  double hanging_kg = 0;
  for (int k = world.leg(i).n_arm; k < world.leg(i).n_joints; ++k)
    hanging_kg += world.leg(i).link[k].mass_kg;
  return q_WB.conjugate() * (f_W + hanging_kg * world.config.gravity_W);
}

KneeTruth knee_truth(const World& world, int i) {
  const auto& knee = world.leg(i).knee;
  if (!knee) return {};
  const auto& linkage = world.index.linkage[i];
  if (!linkage)
    return {.angle_rad = controller::knee_rad(
                *knee, controller::slider_rad(world.leg(i), leg_motion(world, i).q_rad))};
  const LoopError error = loop_error(*linkage, *world.data);
  return {knee_rad(*linkage, *world.data), error.D_m, error.E_m};
}

PackTruth pack_truth(const World& world, int i) {
  const ModulePower& module = world.state.power.module[i];
  return {.supply = module.supply,
          .relay = module.relay,
          .charge = module.pack.charge,
          .voltage_V = pack_terminal_V(world, i),
          .current_A = module.pack_A,
          .bus_voltage_V = world.state.power.bus_V,
          .bus_current_A = module.bus_A,
          .load_V = module.voltage_V,
          .rail_V = module.rail_V};
}

void update_leg(const World& world, int i, LegTruth& truth) {
  const LegMotion motion = leg_motion(world, i);
  truth.q_rad = motion.q_rad;
  truth.dq_rad_s = motion.dq_rad_s;
  for (int j = 0; j < world.leg(i).n_joints; ++j) {
    const DriveState& drive = world.state.drive[i][j];
    truth.tau_Nm[j] = drive.tau_Nm;
    truth.worst_tau_Nm[j] = drive.worst_tau_Nm;
    truth.stall_ratio[j] = std::abs(drive.worst_tau_Nm) / motor_stall_Nm(world.drive[i][j]);
    truth.power_W[j] = drive.period_J / world.config.control_period_s;
    truth.current_A[j] = drive.motor.current_A;
    truth.voltage_V[j] = drive.supply_V;
    truth.disturbing_Nm[j] = drive.disturbing_Nm;
    truth.motor_V[j] = drive.motor.voltage_V;
    truth.temperature_C[j] = drive.motor.temperature_C;
    truth.energy_J[j] = drive.energy_J;
    truth.status[j] = status(world.drive[i][j], drive);
    truth.period_errors[j] = drive.period_errors;
  }
  truth.knee = knee_truth(world, i);
  const CupState& cup = world.state.cup[i];
  truth.cup = {.phase = cup.phase,
               .vacuum_Pa = cup.vacuum_Pa,
               .turbine = cup.fan.speed,
               .distance_m = true_distance_m(world, i),
               .vacuum_force_N = vacuum_force_N(world.cup, cup),
               .wrench_S = as_vector(cup.wrench_S),
               .safety_factor = cup.held() && !cup.let_go ? cup.worst_safety_factor : 0,
               .let_go = cup.let_go,
               .slip_m = cup.slip_m};
  const PointFootState& point = world.state.point[i];
  truth.point = {.touches = point.touches(),
                 .normal_N = point.normal_N,
                 .f_W = as_vector(point.f_F_W),
                 .slip_m = point.slip_m};
  truth.pack = pack_truth(world, i);
  truth.module = module_reading(world, i);
  truth.contact_N = world.state.contact.leg_N[i];
  truth.f_W_B = force_on_leg_B(world, i, orientation(world));
}

/// Index of the patch under a foot that is sealed or stands, else -1.
int foot_patch(const World& world, int i) {
  return world.leg(i).cup() ? world.state.cup[i].patch : world.state.point[i].patch;
}

/// Distances within the robot and from the surfaces.
void update_distances(const World& world, Truth& truth) {
  controller::PerLeg<controller::LegPose> pose;
  controller::PerLeg<int> patch{};
  for (int i = 0; i < world.n_legs(); ++i) {
    pose[i] = leg_pose(world.leg(i), truth.leg[i].q_rad);
    patch[i] = foot_patch(world, i);
  }
  truth.self = self_distance(world.robot.nominal, pose);
  truth.clearance = clearance_of({world.robot.nominal, truth.X_WB, pose, patch}, world.ground);
}

}  // namespace

Pose free_joint_pose(const double* qpos) noexcept {
  const Quaterniond q_WB(qpos[3], qpos[4], qpos[5], qpos[6]);
  return make_pose(Vector3d::Map(qpos), q_WB.toRotationMatrix());
}

Pose body_pose(const World& world) noexcept { return free_joint_pose(world.data->qpos); }

Quaterniond orientation(const World& world) noexcept {
  const double* q = world.data->qpos + 3;
  return Quaterniond(q[0], q[1], q[2], q[3]);
}

LegMotion leg_motion(const World& world, int leg) noexcept {
  return leg_motion(world.index, *world.data, leg);
}

void update_truth(World& world) noexcept {
  Truth& truth = world.truth;
  const Quaterniond q_WB = orientation(world);
  truth.X_WB = Eigen::Translation3d(Vector3d::Map(world.data->qpos)) * q_WB;
  truth.v_WB = Vector3d::Map(world.data->qvel);
  truth.w_WB_B = as_vector(world.state.felt.w_WB_B);
  truth.specific_force_B = specific_force_B(world, world.state.felt);
  for (int i = 0; i < world.n_legs(); ++i) update_leg(world, i, truth.leg[i]);
  truth.penetration_m = world.state.penetration_m;
  truth.contact_N = world.state.contact.body_N;
  update_distances(world, truth);
  truth.energy = world.state.power.energy;
  truth.pan_rad = world.state.pan_tilt.pan.q_rad;
  truth.tilt_rad = world.state.pan_tilt.tilt.q_rad;
  if (world.camera) truth.detections = detection_truth(world);
}

}  // namespace ventosa::sim
