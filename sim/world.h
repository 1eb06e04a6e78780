#pragma once

#include <type_traits>

#include "sim/cup.h"
#include "sim/drive.h"
#include "sim/eyes.h"
#include "sim/imu.h"
#include "sim/link.h"
#include "sim/twin.h"
#include "sim/world_builder.h"

/// The twin's inside. Private to sim.
namespace ventosa::sim {

/// All that a run depends on besides MuJoCo's integration state; a snapshot copies its bytes.
/// What a step needs to know of the last one is latched here: between steps nothing reads derived
/// fields of mjData, which lag, and which a restored run does not have.
struct TwinState {
  std::int64_t step = 0;
  controller::PerLeg<controller::PerJoint<DriveState>> drive{};
  controller::PerLeg<CupState> cup{};
  LinkState link;
  ImuState imu;
  CameraState camera;
  Bytes3 acceleration_W{};   ///< [m/s2] where the IMU is, mean over the last step
  double penetration_m = 0;  ///< deepest since the control period began
};
static_assert(std::is_trivially_copyable_v<TwinState>);

struct Twin::World {
  World(const models::Robot& robot, const TwinConfig& config);

  const models::Robot robot;
  const TwinConfig config;
  const CupConfig cup;
  controller::PerLeg<controller::PerJoint<DriveConfig>> drive{};
  const ImuMounting imu;
  const std::unique_ptr<Eyes> eyes;  ///< none if the camera is off
  std::int64_t steps_per_period = 0;
  std::int64_t latency_steps = 0;
  std::int64_t step_ns = 0;

  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  WorldIndex index;
  std::uint64_t fingerprint = 0;  ///< of robot and configuration

  TwinState state;
  Truth truth;  ///< made of state and data, see update_truth()
  char failure[256] = "";

  int n_legs() const { return robot.nominal.n_legs(); }
  const controller::Leg& leg(int i) const { return robot.nominal.leg[static_cast<std::size_t>(i)]; }
  std::int64_t now_ns() const { return state.step * step_ns; }
};

/// commands -> power -> drives -> cups -> mj_step -> net cup reactions -> latch what the next step
/// needs -> readings and pictures that are due
/// @throws EngineError
void step(Twin::World& world);

/// The parts of a step. @{
void supply_power(Twin::World& world);
void work_drives(Twin::World& world);
void work_cups(Twin::World& world);
void start_imu(Twin::World& world) noexcept;  ///< its first reading, at the start
void feel_motion(Twin::World& world) noexcept;
void look_around(Twin::World& world) noexcept;
/// @}

/// Whether MuJoCo warned or the state is not finite; if so, writes `failure`.
bool broken(Twin::World& world) noexcept;

/// Ties a sealed cup to its patch, at its present pose.
void grab(Twin::World& world, int leg);

/// Lip poses from the present joint positions, and how far the lips moved since the last call.
void latch_lips(Twin::World& world) noexcept;

/// What the encoder of a joint reads at the present step  [rad]
double read_encoder(const Twin::World& world, int leg, int joint) noexcept;

/// What the controller may know of the present state. @{
void observe(const Twin::World& world, controller::Observation& seen) noexcept;
void observe_body(const Twin::World& world, controller::BodyReading& seen) noexcept;
void observe_surfaces(const Twin::World& world, controller::Sighting& seen) noexcept;
/// @}

/// Velocity of the IMU's place  [m/s]
controller::Vector3d imu_velocity_W(const Twin::World& world) noexcept;

controller::Quaterniond orientation(const Twin::World& world) noexcept;  ///< q_WB

void update_truth(Twin::World& world) noexcept;

}  // namespace ventosa::sim
