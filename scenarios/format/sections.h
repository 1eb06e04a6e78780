#pragma once

#include <string>
#include <vector>

#include "models/strict_yaml.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"

/// The sections of a scenario file, each with its reader. All throw models::InputError.
namespace ventosa::scenarios {

/// `surfaces`: 1..kMaxPatches of {name, position_m, normal + heading_deg | rpy_deg, size_m,
/// friction}
std::vector<Surface> read_surfaces(const models::Node& scenario);

/// x of a patch with this normal and no heading: up the slope; along W's x on level ground and
/// ceilings.
controller::Vector3d uphill(const controller::Vector3d& normal);

/// `placement`: where the body stands, and with `stance` other nominal wrist points for `robot`.
Placement read_placement(const models::Node& scenario, const std::vector<Surface>& surfaces,
                         controller::RobotModel& robot);

/// `plant`: errors of calibration, given and drawn.
sim::PlantOptions read_plant(const models::Node& scenario, const controller::RobotModel& robot,
                             const std::vector<Surface>& surfaces);

/// `payload`: a point mass {mass_kg, position_m} in the body's frame; none without the key.
controller::MassMoment read_payload(const models::Node& scenario);

/// Rigidly on the robot's body: mass, centre and inertia become those of both.
void load_body(const controller::MassMoment& payload, controller::RobotModel& robot);

/// What the options of the controller start from: the robot's settings for a plant of this
/// fidelity. Of elastic lips it believes the plant's stiffness, and the height that the vacuum
/// presses flush.
controller::ControllerConfig controller_settings(const models::Robot& robot, sim::Fidelity fidelity,
                                                 double cup_force_N);

/// `controller`: the options of controller/model/config.h.
void read_controller(const models::Node& scenario, controller::ControllerConfig& config);

/// `fidelity: ideal | full`: what the sections below start from; each of their keys overrides it.
sim::Fidelity read_fidelity(const models::Node& scenario);

/// `drive`, `cup`, `power`, `imu`, `camera`, `link`: the effects of the twin. @{
sim::DriveOptions read_drive(const models::Node& scenario, sim::Fidelity fidelity);
sim::CupOptions read_cup(const models::Node& scenario, sim::Fidelity fidelity);
sim::PowerOptions read_power(const models::Node& scenario, sim::Fidelity fidelity,
                             std::size_t n_legs);
sim::ImuOptions read_imu(const models::Node& scenario, sim::Fidelity fidelity,
                         const models::Robot& robot);
/// (The camera is on even if its options are wrong.)
void read_camera(const models::Node& scenario, sim::Fidelity fidelity, const models::Robot& robot,
                 sim::CameraOptions& camera);
/// All modules' link, those of single legs (`leg_link`), and the traces of their gaps.
/// @param robots_folder  the shipped traces lie in its `traces`
void read_link(const models::Node& root, const std::filesystem::path& robots_folder,
               Scenario& scenario);
inline constexpr const char* kCommandTrace = "command_trace";
inline constexpr const char* kTelemetryTrace = "telemetry_trace";
/// @}

/// `relay` of this map: a relay state per leg, or one for all.
controller::PerLeg<controller::Relay> read_relays(const models::Node& map, std::size_t n_legs);

/// An optional number.
inline void read_if(const models::Node& map, const char* key, models::Range range, double& value) {
  if (const auto node = map.find(key)) value = node->as_double(range);
}

/// `placement.clamped`: every leg's joint angles, its cup free; nothing if the robot stands on its
/// feet.
std::vector<sim::LegStart> read_clamped(const models::Node& scenario,
                                        const controller::RobotModel& robot);

/// A list of joint angles in degrees, within the leg's limits.
controller::PerJoint<double> read_joint_angles(const models::Node& list,
                                               const controller::Leg& leg);

/// The leg of this name.
int read_leg(const models::Node& name, const controller::RobotModel& robot);

/// What a script's goals are made for.
struct ScriptContext {
  double duration_s = 0;
  double period_s = 0;  ///< of the control ticks
  const controller::RobotModel& robot;
  const std::vector<Surface>& surfaces;
  const controller::BodyConfig& body;  ///< paths keep the limits of the body's reference
  const controller::GaitConfig& gait;
  const std::vector<sim::LegStart>& clamped;  ///< where free legs start; empty if none is free
  std::optional<models::PanTilt> pan_tilt{};  ///< none: nothing to look with
  const models::Robot& plant;                 ///< what can break
  const sim::TwinConfig& twin;
};

/// `script`: timed goals, pushes, faults, switched relays and looks.
/// @param warnings  gets what the robot will do less of than it says
Script read_script(const models::Node& scenario, const ScriptContext& context,
                   std::vector<std::string>& warnings);

/// What recorded inputs are played to.
struct InputContext {
  const models::Robot& robot;
  const sim::TwinConfig& twin;
  const controller::ControllerConfig& options;  ///< before the first change of them
  std::int64_t n_ticks = 0;                     ///< of the run: the last may have an input
};

/// `inputs`: of an earlier session, tick by tick (input_log.h writes them).
RecordedInputs read_inputs(const models::Node& inputs, const InputContext& context);

/// `expect`: what is meant to go wrong.
Expected read_expected(const models::Node& scenario, const controller::RobotModel& robot,
                       const std::vector<record::Column>& columns);

struct ScenarioTimes {
  double duration_s = 0;
  double period_s = 0;  ///< between two rows
};

/// `asserts`, checked against the columns that the run will record.
std::vector<Assertion> read_asserts(const models::Node& scenario,
                                    const std::vector<record::Column>& columns,
                                    const ScenarioTimes& times);

}  // namespace ventosa::scenarios
