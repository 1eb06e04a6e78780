#pragma once

#include <string>
#include <vector>

#include "models/strict_yaml.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"

/// Readers of the sections of a scenario file. All throw models::InputError.
namespace ventosa::scenarios {

/// `surfaces`: 1..kMaxPatches of {name, position_m, normal + heading_deg | rpy_deg, size_m,
/// friction}
std::vector<Surface> read_surfaces(const models::Node& scenario);

/// x axis of a patch with this normal and no heading: up the slope; W's x axis on level ground and
/// on ceilings.
controller::Vector3d uphill(const controller::Vector3d& normal);

/// Body height over the lip plane with the wrists at their nominal points.
double nominal_height_m(const controller::RobotModel& robot);

/// `placement`: start pose of the body; `stance` changes the nominal wrist points in `robot`.
Placement read_placement(const models::Node& scenario, const std::vector<Surface>& surfaces,
                         controller::RobotModel& robot);

/// `plant`: calibration errors, fixed values and spreads.
sim::PlantOptions read_plant(const models::Node& scenario, const controller::RobotModel& robot,
                             const std::vector<Surface>& surfaces);

/// `payload`: a point mass {mass_kg, position_m} in the body's frame; zero without the key.
controller::MassMoment read_payload(const models::Node& scenario);

/// Fixes the payload rigidly to the robot's body: mass, centre and inertia become the sum of both.
void load_body(const controller::MassMoment& payload, controller::RobotModel& robot);

/// Defaults of the controller's options: the robot's settings for a plant with these effects. For
/// elastic lips the lip model gets the plant's nominal stiffness, and as its height the deflection
/// under cup_force_N, unless the robot's file has an elastic lip model.
controller::ControllerConfig controller_settings(const models::Robot& robot,
                                                 models::Effects effects, double cup_force_N);

/// Copies to the controller what it must have in common with the twin.
void share_world(Scenario& scenario);

/// `controller`: the options of controller/model/config.h.
void read_controller(const models::Node& scenario, controller::ControllerConfig& config);

/// Refuses keys of `controller`, `plant` and the surfaces that would have no effect, as the robot
/// lacks what they are about.
void refuse_idle_keys(const models::Node& scenario, const Scenario& read);

/// `linkage`: how the twin builds legs with bars.
sim::LinkageModel read_linkage(const models::Node& scenario, const models::Robot& robot);

/// `foot`: laws of damping and friction of point feet, in place of those in the robot's file.
void read_foot(const models::Node& scenario, models::Robot& robot);

/// `fidelity: ideal | full`: default of the sections below; each of their keys overrides it.
sim::Fidelity read_fidelity(const models::Node& scenario);

/// `drive`, `cup`, `power`, `imu`, `gps`, `compass`, `camera`, `link`: the effects of the twin. @{
sim::DriveOptions read_drive(const models::Node& scenario, sim::Fidelity fidelity);
sim::CupOptions read_cup(const models::Node& scenario, sim::Fidelity fidelity);
sim::PowerOptions read_power(const models::Node& scenario, sim::Fidelity fidelity,
                             const models::Robot& robot);
sim::ImuOptions read_imu(const models::Node& scenario, sim::Fidelity fidelity,
                         const models::Robot& robot);
sim::GpsOptions read_gps(const models::Node& scenario, sim::Fidelity fidelity,
                         const models::Robot& robot);
sim::CompassOptions read_compass(const models::Node& scenario, sim::Fidelity fidelity,
                                 const models::Robot& robot);
/// The camera is switched on even if its options are wrong.
void read_camera(const models::Node& scenario, sim::Fidelity fidelity, const models::Robot& robot,
                 sim::CameraOptions& camera);
/// The link of all modules, links of single legs (`leg_link`), and gap traces.
/// @param robots_folder  the shipped traces are in its folder `traces`
void read_link(const models::Node& root, const std::filesystem::path& robots_folder,
               Scenario& scenario);
inline constexpr const char* kCommandTrace = "command_trace";
inline constexpr const char* kTelemetryTrace = "telemetry_trace";
/// @}

/// `relay` in this map: one relay state per leg, or one for all.
controller::PerLeg<controller::Relay> read_relays(const models::Node& map, std::size_t n_legs);

/// An optional number.
inline void read_if(const models::Node& map, const char* key, models::Range range, double& value) {
  if (const auto node = map.find(key)) value = node->as_double(range);
}

/// `placement.clamped`: joint angles of every leg, cups not attached; empty if the robot stands on
/// its feet.
std::vector<sim::LegStart> read_clamped(const models::Node& scenario,
                                        const controller::RobotModel& robot);

/// A list of joint angles in degrees, within the leg's limits.
controller::PerJoint<double> read_joint_angles(const models::Node& list,
                                               const controller::Leg& leg);

/// Index of the leg with this name.
int read_leg(const models::Node& name, const controller::RobotModel& robot);

/// Properties of the run that a script's goals are checked against.
struct ScriptContext {
  double duration_s = 0;
  double period_s = 0;  ///< control period
  const controller::RobotModel& robot;
  const std::vector<Surface>& surfaces;
  const controller::BodyConfig& body;  ///< limits of the body's reference apply to paths
  const controller::GaitConfig& gait;
  const controller::ControllerConfig& controller;
  const std::vector<sim::LegStart>& clamped;  ///< clamped legs; empty for a robot on its feet
  std::optional<models::PanTilt> pan_tilt{};  ///< empty: the camera cannot turn
  const models::Robot& plant;                 ///< parts that can fail
  const sim::TwinConfig& twin;
};

/// `script`: goals, pushes, faults, switched relays and looks, by time or event, and `until`.
/// @param warnings  out: motions that the robot will not do fully
Script read_script(const models::Node& scenario, const ScriptContext& context,
                   std::vector<std::string>& warnings);

/// Properties of the run that recorded inputs are checked against.
struct InputContext {
  const models::Robot& robot;
  const sim::TwinConfig& twin;
  const controller::ControllerConfig& options;  ///< before the first change of them
  const std::vector<Surface>& surfaces;
  std::int64_t n_ticks = 0;  ///< number of ticks of the run; the last may have an input
};

/// `inputs`: inputs of an earlier session, tick by tick (written by input_log.h).
RecordedInputs read_inputs(const models::Node& inputs, const InputContext& context);

/// `expect`: incidents that the scenario expects, and entries of its script that never begin.
Expected read_expected(const models::Node& scenario, const controller::RobotModel& robot,
                       const Script& script, const std::vector<record::Column>& columns);

struct ScenarioTimes {
  double duration_s = 0;
  double period_s = 0;  ///< between two rows
};

/// `asserts`, checked against the columns that the run will record.
std::vector<Assertion> read_asserts(const models::Node& scenario,
                                    const std::vector<record::Column>& columns,
                                    const ScenarioTimes& times);

}  // namespace ventosa::scenarios
