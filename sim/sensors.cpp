#include <cmath>
#include <limits>
#include <numbers>

#include "sim/noise.h"
#include "sim/world.h"

/// What the modules and the body report, and the truth beside it.
namespace ventosa::sim {

using controller::Isometry3d;
using controller::kNoDistance_m;
using controller::Patch;
using controller::Quaterniond;
using controller::Vector3d;
using World = Twin::World;

namespace {

constexpr double kSensorRadius_m =
    0.04;  ///< three distance sensors at 120 deg around the lip centre
constexpr double kSensorRange_m = 0.2;
constexpr double kFar_m = std::numeric_limits<double>::infinity();
constexpr double kBlindDepth_m = 0.01;  ///< a lip may be pressed this deep and still read 0

/// along direction z_W from p_W to the front of the patch; infinite if it misses
double ray_length_m(const Vector3d& p_W, const Vector3d& z_W, const Patch& patch) {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const double approach = -n_W.dot(z_W);
  if (approach <= 1e-6) return kFar_m;
  const double length_m = n_W.dot(p_W - patch.X_WS.translation()) / approach;
  const Vector3d hit_S = patch.X_WS.inverse() * (p_W + length_m * z_W);
  const bool inside = std::abs(hit_S.x()) <= patch.half_extent_m.x() &&
                      std::abs(hit_S.y()) <= patch.half_extent_m.y();
  return inside && length_m > -kBlindDepth_m ? std::max(length_m, 0.0) : kFar_m;
}

double distance_m(const Isometry3d& X_WF, int sensor, const controller::PatchList& patches) {
  const double angle = 2 * std::numbers::pi / 3 * sensor;
  const Vector3d p_FD(kSensorRadius_m * std::cos(angle), kSensorRadius_m * std::sin(angle), 0);
  double nearest_m = kFar_m;
  for (int k = 0; k < patches.n; ++k)
    nearest_m =
        std::min(nearest_m, ray_length_m(X_WF * p_FD, X_WF.linear().col(2), patches.patch[k]));
  return nearest_m <= kSensorRange_m ? nearest_m : kNoDistance_m;
}

Quaterniond orientation(const World& world) {
  const double* q = world.data->qpos + 3;
  return Quaterniond(q[0], q[1], q[2], q[3]);
}

void observe_leg(const World& world, int i, controller::LegReading& seen) {
  seen.sampled_ns = world.now_ns();
  for (int j = 0; j < world.leg(i).n_joints; ++j)
    seen.joint[j] = {.q_rad = read_encoder(world, i, j),
                     .dq_rad_s = world.data->qvel[world.index.dof[i][j]],
                     .tau_Nm = world.state.drive[i][j].tau_Nm};
  const CupState& cup = world.state.cup[i];
  seen.cup.vacuum_Pa = cup.vacuum_Pa;
  seen.cup.turbine = cup.turbine;
  for (int k = 0; k < 3; ++k)
    seen.cup.distance_m[k] = distance_m(transform(cup.X_WF), k, world.config.patches);
}

/// first channels of the IMU's noise: after those of all encoders
constexpr std::uint64_t kGyroChannel = controller::kMaxLegs * controller::kMaxJoints;
constexpr std::uint64_t kAccelChannel = kGyroChannel + 3;

Vector3d white_noise(const World& world, std::uint64_t first_channel, double deviation) {
  Vector3d noise = Vector3d::Zero();
  if (deviation == 0) return noise;
  const auto step = static_cast<std::uint64_t>(world.state.step);
  for (std::uint64_t k = 0; k < 3; ++k)
    noise[static_cast<Eigen::Index>(k)] =
        deviation * gaussian(world.config.seed, first_channel + k, step);
  return noise;
}

void observe_body(const World& world, controller::BodyReading& seen) {
  const ImuOptions& imu = world.config.imu;
  seen.sampled_ns = world.now_ns();
  seen.specific_force_B = orientation(world).conjugate() *
                          (as_vector(world.state.acceleration_W) - world.config.gravity_W);
  seen.specific_force_B +=
      imu.accel_bias_m_s2 + white_noise(world, kAccelChannel, imu.accel_noise_m_s2);
  seen.w_WB_B = Vector3d::Map(world.data->qvel + 3);  // of a free joint: in B
  seen.w_WB_B += imu.gyro_bias_rad_s + white_noise(world, kGyroChannel, imu.gyro_noise_rad_s);
}

/// F = f + w_d: the wrist links hang on the cup, not on the leg
Vector3d force_on_leg_B(const World& world, int i, const Quaterniond& q_WB) {
  const CupState& cup = world.state.cup[i];
  if (!cup.held()) return Vector3d::Zero();
  const Vector3d f_W =
      world.config.patches.patch[cup.patch].X_WS.linear() * as_vector(cup.wrench_S).head<3>();
  double hanging_kg = 0;
  for (int k = world.leg(i).n_arm; k < world.leg(i).n_joints; ++k)
    hanging_kg += world.leg(i).link[k].mass_kg;
  return q_WB.conjugate() * (f_W + hanging_kg * world.config.gravity_W);
}

void update_leg(const World& world, int i, LegTruth& truth) {
  for (int j = 0; j < world.leg(i).n_joints; ++j) {
    truth.q_rad[j] = world.data->qpos[world.index.qpos[i][j]];
    truth.tau_Nm[j] = world.state.drive[i][j].worst_tau_Nm;
  }
  const CupState& cup = world.state.cup[i];
  truth.cup = {.phase = cup.phase,
               .vacuum_force_N = vacuum_force_N(world.cup, cup),
               .wrench_S = as_vector(cup.wrench_S),
               .safety_factor = cup.worst_safety_factor,
               .slip_m = cup.creep.slip_m};
  truth.f_W_B = force_on_leg_B(world, i, orientation(world));
}

}  // namespace

void observe(const World& world, controller::Observation& seen) noexcept {
  seen.now_ns = world.now_ns();
  for (int i = 0; i < world.n_legs(); ++i) observe_leg(world, i, seen.leg[i]);
  observe_body(world, seen.body);
  seen.patches = world.config.patches;
}

void update_truth(World& world) noexcept {
  Truth& truth = world.truth;
  const Quaterniond q_WB = orientation(world);
  truth.X_WB = Eigen::Translation3d(Vector3d::Map(world.data->qpos)) * q_WB;
  truth.v_WB = Vector3d::Map(world.data->qvel);
  truth.w_WB = q_WB * Vector3d::Map(world.data->qvel + 3);
  for (int i = 0; i < world.n_legs(); ++i) update_leg(world, i, truth.leg[i]);
  truth.penetration_m = world.state.penetration_m;
}

}  // namespace ventosa::sim
