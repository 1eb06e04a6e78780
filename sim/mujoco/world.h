#pragma once

#include <memory>
#include <span>
#include <type_traits>

#include "hal/link/delivery.h"
#include "sim/config/twin_config.h"
#include "sim/cups/cup.h"
#include "sim/cups/cup_firmware.h"
#include "sim/cups/cup_gauges.h"
#include "sim/drives/differential.h"
#include "sim/feet/force_sensor.h"
#include "sim/feet/point_foot.h"
#include "sim/model/sample_clock.h"
#include "sim/mujoco/camera_unit.h"
#include "sim/mujoco/reaction.h"
#include "sim/mujoco/world_builder.h"
#include "sim/mujoco/world_index.h"
#include "sim/power/supply.h"
#include "sim/sensors/imu.h"
#include "sim/sensors/place_sensors.h"
#include "sim/stimulus.h"
#include "sim/truth.h"

/// The simulated world of one twin and the parts of its physics step. Private to sim.
namespace ventosa::sim {

/// All state of a run except MuJoCo's integration state and the messages in flight; a snapshot
/// copies its bytes. Quantities that a step needs from the previous one are stored here: derived
/// fields of mjData lag by one step and are missing in a restored run, so they are not read between
/// steps.
struct TwinState {
  std::int64_t step = 0;
  controller::PerLeg<controller::PerJoint<DriveState>> drive{};
  /// Its pose and twist are those of any foot's frame F.
  controller::PerLeg<CupState> cup{};
  controller::PerLeg<PointFootState> point{};
  controller::PerLeg<ForceSensorState> force{};
  controller::PerLeg<hal::ModuleLink> link{};
  PowerState power;
  ImuState imu;
  CameraState camera;
  PanTiltState pan_tilt;
  PlaceState place;   ///< readings of GPS and compass
  Stimulus stimulus;  ///< influences in the present control period
  FaultSet fault;     ///< faults in the present step
  controller::PerLeg<controller::PerJoint<double>> frozen_rad{};  ///< readings of frozen encoders
  Felt felt;                 ///< mean motion at the IMU in the control period
  double penetration_m = 0;  ///< deepest penetration since the control period began
  ContactForces contact;     ///< largest forces since the control period began
};
static_assert(std::is_trivially_copyable_v<TwinState>);

/// Clocks of one module.
struct ModuleClock {
  SampleClock loop;       ///< when the module takes commands and samples its sensors
  SampleClock telemetry;  ///< when it sends its readings
};
ModuleClock module_clock(const TwinConfig& config, int leg);

struct World {
  /// @throws models::InputError naming the scenario's key
  World(const models::Robot& robot, const TwinConfig& config);

  const models::Robot robot;
  const TwinConfig config;
  const CupConfig cup;
  const controller::PerLeg<LipConfig> lip;
  const FanConfig fan;
  const FirmwareConfig firmware;
  const GaugeConfig gauge;
  const Ground ground;
  controller::PerLeg<controller::PerJoint<DriveConfig>> drive{};
  controller::PerLeg<std::optional<Differential>> differential{};
  controller::PerLeg<ModuleClock> clock{};
  const std::unique_ptr<CameraUnit> camera;  ///< null if the camera is off
  std::int64_t steps_per_period = 0;
  std::int32_t boot_steps = 0;
  std::int64_t step_ns = 0;

  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  WorldIndex index;
  std::uint64_t fingerprint = 0;  ///< hash of robot and configuration

  TwinState state;
  controller::PerLeg<hal::ModuleFlights> flight{};
  Truth truth;  ///< computed from state and data by update_truth()
  char failure[256] = "";

  int n_legs() const { return robot.nominal.n_legs(); }
  const controller::Leg& leg(int i) const { return robot.nominal.leg[static_cast<std::size_t>(i)]; }
  std::int64_t now_ns() const { return state.step * step_ns; }
  /// True if the clock is due in the step that ends now.
  bool due(const SampleClock& sampling) const { return sampling.due(now_ns() - step_ns, now_ns()); }
};

/// Angles and rates of a leg's drives.
LegMotion leg_motion(const World& world, int leg) noexcept;

/// Resets the extremes and means that are taken over a control period.
void start_period(World& world) noexcept;

/// Advances the steps of one control period; stops early, with `failure` written, if the physics
/// became unstable.  @throws EngineError
void run_period(World& world);

/// A part of a physics step.
struct StepPart {
  const char* name;
  void (*run)(World& world);
};

/// The parts of a step, in their order.
std::span<const StepPart> step_parts() noexcept;

/// One physics step.
/// @throws EngineError
void step(World& world);

/// Work of the parts of a step. @{
void step_stimulus(World& world) noexcept;
void deliver_commands(World& world);
void step_power(World& world);
void step_drives(World& world);
void step_feet(World& world);
void account_motor_work(World& world);
void step_pan_tilt(World& world) noexcept;
void latch_lip_motion(World& world) noexcept;
void sample_imu(World& world) noexcept;
void sample_forces(World& world) noexcept;
void sample_place(World& world) noexcept;  ///< GPS and compass
void feel_imu(const controller::Vector3d& v_before_W, World& world) noexcept;
void capture_frame(World& world) noexcept;
void report_telemetry(World& world);
/// @}

/// Applies the rail voltage of a module to its drives, except dead ones.
void supply_drives(World& world, int leg) noexcept;

/// Latches the reading that a silent IMU keeps from now on.
void latch_imu(World& world) noexcept;

/// Keeps the part of the stimulus that continues after the control period.
void end_stimulus(World& world) noexcept;

/// True if MuJoCo warned or the state is not finite; then writes `failure`.
bool is_unstable(World& world) noexcept;

/// States at t = 0. @{
void start_power(World& world);  ///< a module whose supply is below its power-good voltage is down
void start_links(World& world);  ///< the controller already has the first readings
void start_imu(World& world) noexcept;
/// State of a cup sealed on `patch` with the given vacuum.
void start_cup(World& world, int leg, int patch, double vacuum_Pa);
void start_gauges(World& world, int leg) noexcept;
/// @}

/// Puts a command on the modules' links.
void send_command(const controller::Command& command, World& world) noexcept;

/// Open-circuit or loaded voltage at the terminals of a module's own pack  [V]
double pack_terminal_V(const World& world, int leg) noexcept;

/// Activates the weld of a sealed rigid cup, its anchor at the cup's present pose.
void weld_cup(World& world, int leg);

/// Moves the anchor of a welded cup along with a lip that gives way to its load.
void drag_anchor(GivesWay way, int leg, World& world);

/// mj_step() and contact wrenches on the cups, with welds that bear no more than their cups do.
void step_physics(World& world);

/// One step of a cup that is held by a weld, or by its elastic lip. @{
void step_rigid_cup(World& world, int leg);
void step_lip_cup(World& world, int leg);
/// @}

/// One step of sensors, firmware and hold of a cup.
void step_cup(World& world, int leg);

/// One step of a point foot.
void step_point(World& world, int leg);

/// Last reading of a foot's force sensor.
controller::FootForceReading force_reading(const World& world, int leg) noexcept;

/// Ground under a cup on a patch.
CupGround cup_ground(const World& world, const CupState& cup) noexcept;

/// Leak area under a flush lip: its circumference times the ground's roughness, or times the open
/// gap without a patch.
double flush_leak_m2(const World& world, int leg) noexcept;

/// One step of turbine and vacuum.
/// @param leak_m2  leak area under the lip; used by the fan model
/// @param sealed   used by the ideal turbine
void step_vacuum(World& world, int leg, double leak_m2, bool sealed) noexcept;

/// Grip in the present step of a cup that is not free.
CupGrip cup_grip(const World& world, const CupState& cup) noexcept;

/// Ratios of load to limit of a cup that is not free, from its latest contact wrench.
CupLoad cup_load(const World& world, const CupState& cup) noexcept;

/// Updates the control period's lowest safety factor of a cup that is not free.
void update_safety_factor(const CupLoad& load, CupState& cup) noexcept;

/// Readings of a cup's sensors before they are sent to the controller. @{
double sensed_vacuum_Pa(const World& world, int leg) noexcept;
std::array<double, 3> sensed_distance_m(const World& world, int leg) noexcept;
/// @}

/// Distance from the lip plane to the nearest patch along each of the three distance sensors.
std::array<double, 3> true_distance_m(const World& world, int leg) noexcept;

/// Encoder reading of a joint, with noise and resolution.
ShaftMotion read_encoder(const World& world, int leg, int joint) noexcept;

/// Status of a module's computer.
controller::ModuleReading module_reading(const World& world, int leg) noexcept;

/// Samples all sensors of a module.
void read_module(const World& world, int leg, controller::LegReading& seen) noexcept;

/// Readings that the controller has received by now. @{
void observe(const World& world, controller::Observation& seen) noexcept;
void observe_body(const World& world, controller::BodyReading& seen) noexcept;
void observe_place(const World& world, controller::Observation& seen) noexcept;
void observe_surfaces(const World& world, controller::PlaneDetections& seen) noexcept;
/// @}

/// Ground truth of the camera frame that the controller received last.
DetectionTruth detection_truth(const World& world) noexcept;

controller::Vector3d specific_force_B(const World& world, const Felt& felt) noexcept;
controller::Vector3d imu_velocity_W(const World& world) noexcept;  ///< [m/s]
controller::Quaterniond orientation(const World& world) noexcept;  ///< q_WB
Pose body_pose(const World& world) noexcept;                       ///< X_WB

/// Pose of a MuJoCo free joint, whose qpos is position and quaternion w x y z.
Pose free_joint_pose(const double* qpos) noexcept;

void update_truth(World& world) noexcept;

}  // namespace ventosa::sim
