#pragma once

#include <type_traits>

#include "hal/link/flight.h"
#include "sim/beat.h"
#include "sim/cups/cup.h"
#include "sim/cups/cup_firmware.h"
#include "sim/cups/cup_gauges.h"
#include "sim/drives/drive.h"
#include "sim/mujoco/eyes.h"
#include "sim/mujoco/world_builder.h"
#include "sim/power/supply.h"
#include "sim/sensors/imu.h"
#include "sim/twin.h"

/// The twin's inside. Private to sim.
namespace ventosa::sim {

/// All that a run depends on besides MuJoCo's integration state; a snapshot copies its bytes.
/// What a step needs to know of the last one is latched here: between steps nothing reads derived
/// fields of mjData, which lag, and which a restored run does not have.
struct TwinState {
  std::int64_t step = 0;
  controller::PerLeg<controller::PerJoint<DriveState>> drive{};
  controller::PerLeg<CupState> cup{};
  controller::PerLeg<hal::ModuleLink> link{};
  PowerState power;
  ImuState imu;
  CameraState camera;
  PanTiltState pan_tilt;
  Bytes3 acceleration_W{};   ///< [m/s2] where the IMU is, mean over the last step
  double penetration_m = 0;  ///< deepest since the control period began
};
static_assert(std::is_trivially_copyable_v<TwinState>);

/// What a module does at rates of its own.
struct ModuleClock {
  Beat loop;
  Beat telemetry;
};
ModuleClock module_clock(const TwinConfig& config, int leg);

struct Twin::World {
  World(const models::Robot& robot, const TwinConfig& config);

  const models::Robot robot;
  const TwinConfig config;
  const CupConfig cup;
  const LipConfig lip;
  const FanConfig fan;
  const FirmwareConfig firmware;
  const GaugeConfig gauge;
  controller::PerLeg<controller::PerJoint<DriveConfig>> drive{};
  controller::PerLeg<ModuleClock> clock{};
  const std::unique_ptr<Eyes> eyes;  ///< none if the camera is off
  std::int64_t steps_per_period = 0;
  std::int32_t boot_steps = 0;
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
  bool due(const Beat& beat) const { return beat.due(now_ns() - step_ns, now_ns()); }
};

/// commands -> power -> drives -> cups -> energy -> mj_step -> net cup reactions -> latch what the
/// next step needs -> readings and pictures that are due -> telemetry
/// @throws EngineError
void step(Twin::World& world);

/// The parts of a step. @{
void deliver_commands(Twin::World& world);
void supply_power(Twin::World& world);
void work_drives(Twin::World& world);
void work_cups(Twin::World& world);
void report_telemetry(Twin::World& world);
void count_motor_work(Twin::World& world);
void start_imu(Twin::World& world) noexcept;  ///< its first reading, at the start
void turn_camera(Twin::World& world) noexcept;
void feel_motion(Twin::World& world) noexcept;
void look_around(Twin::World& world) noexcept;
/// @}

/// What a module's pack has at its terminals  [V]
double terminal_V(const Twin::World& world, int leg) noexcept;

/// The controller knows the start. Later commands and readings take their time.
void start_links(Twin::World& world);
void send_command(const controller::Command& command, Twin::World& world) noexcept;

/// Whether MuJoCo warned or the state is not finite; if so, writes `failure`.
bool broken(Twin::World& world) noexcept;

/// Packs and relays as configured; a module that they do not feed starts dead.
void start_power(Twin::World& world);

/// Ties a sealed cup to its patch, at its present pose.
void grab(Twin::World& world, int leg);

/// The parts of a cup's step: it holds by a weld, or by its lip. @{
void work_rigid_cup(Twin::World& world, int leg);
void work_lip_cup(Twin::World& world, int leg);
/// @}

/// One step of turbine and vacuum.
/// @param leak_m2  under the lip; counts with a fan
/// @param sealed   counts with an ideal turbine
void make_vacuum(Twin::World& world, int leg, double leak_m2, bool sealed) noexcept;

/// Safety factor of an attached cup under the reaction of the last step.
void watch_safety(Twin::World& world, int leg, const CupLoad& load) noexcept;
CupLoad load_of(const Twin::World& world, int leg) noexcept;

/// A cup that holds from the first step on, sealed on `patch`, its vacuum given. @{
void start_cup(Twin::World& world, int leg, int patch, double vacuum_Pa);
void start_gauges(Twin::World& world, int leg) noexcept;
/// @}

/// What the module knows of a cup. @{
double sensed_vacuum_Pa(const Twin::World& world, int leg) noexcept;
std::array<double, 3> sensed_distance_m(const Twin::World& world, int leg) noexcept;
/// @}

/// From the lip plane to the nearest surface, at each of the three sensors.
std::array<double, 3> true_distance_m(const Twin::World& world, int leg) noexcept;

/// Lip poses from the present joint positions, and how far the lips moved since the last call.
void latch_lips(Twin::World& world) noexcept;

/// What the sensors of a joint read at the present step.
ShaftMotion read_encoder(const Twin::World& world, int leg, int joint) noexcept;

/// What a module's sensors say of the present state.
void read_module(const Twin::World& world, int leg, controller::LegReading& seen) noexcept;

/// What the controller may know: of the modules what has arrived, of the body the present state. @{
void observe(const Twin::World& world, controller::Observation& seen) noexcept;
void observe_body(const Twin::World& world, controller::BodyReading& seen) noexcept;
void observe_surfaces(const Twin::World& world, controller::Sighting& seen) noexcept;
/// @}

/// What the sighting that has arrived really shows.
SightingTruth sighting_truth(const Twin::World& world) noexcept;

/// Velocity of the IMU's place  [m/s]
controller::Vector3d imu_velocity_W(const Twin::World& world) noexcept;

controller::Quaterniond orientation(const Twin::World& world) noexcept;  ///< q_WB

void update_truth(Twin::World& world) noexcept;

}  // namespace ventosa::sim
