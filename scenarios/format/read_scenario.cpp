#include "scenarios/format/read_scenario.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "models/input_error.h"
#include "record/output_folder.h"
#include "scenarios/format/placement.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

namespace fs = std::filesystem;
using models::InputError;
using models::Node;

namespace {

constexpr int kSchema = 1;
constexpr double kLongest_s = 3600;

void check_schema(const Node& root) {
  const Node schema = root.at("schema");
  if (schema.as_int() != kSchema)
    schema.fail("must be " + std::to_string(kSchema), "the only schema that this program reads");
}

std::string read_name(const Node& root, const fs::path& file) {
  const auto node = root.find("name");
  const std::string name = node ? node->as_string() : file.stem().string();
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
  if (!plain)
    throw InputError("name", name, "must be made of letters, digits, _ and -",
                     "it names the folder of results");
  return name;
}

/// A name is looked up in the folder of robots, a path is relative to the scenario. A folder of
/// results has the robot that the scenario was run with.
fs::path robot_file(const std::string& robot, const fs::path& scenario,
                    const fs::path& robots_folder) {
  const bool is_path = robot.find('/') != std::string::npos || robot.ends_with(".yaml");
  const fs::path named = is_path ? fs::path(robot) : fs::path(robot + ".yaml");
  const fs::path results = scenario.parent_path();
  if (fs::exists(results / record::OutputFolder::kMark))
    return results / kRobotFolder / named.filename();
  return (is_path ? results : robots_folder) / named;
}

fs::path find_robot(const Node& node, const fs::path& scenario, const fs::path& robots_folder) {
  const fs::path file = robot_file(node.as_string(), scenario, robots_folder);
  if (!fs::is_regular_file(file))
    node.fail("no such robot: there is no file " + file.lexically_normal().string(),
              "give the name of a shipped robot, or a path such as ./my_robot.yaml");
  return file;
}

std::vector<std::uint64_t> read_seeds(const Node& root) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  const auto many = root.find("seeds");
  const auto one = root.find("seed");
  if (many && one) one->fail("excludes seeds", "keep one of the two");
  if (one) return {static_cast<std::uint64_t>(one->as_int64(0, kLargest))};
  if (!many) return {1};
  std::vector<std::uint64_t> seeds;
  for (const Node& seed : many->elements(1, 1000)) {
    seeds.push_back(static_cast<std::uint64_t>(seed.as_int64(0, kLargest)));
    if (std::count(seeds.begin(), seeds.end(), seeds.back()) > 1) seed.fail("is there twice");
  }
  return seeds;
}

double read_cup_force(const Node& root, const controller::Cup& cup) {
  double force_N = cup.goal_force_N;
  read_if(root, "cup_force_N", models::above(0, cup.max_force_N), force_N);
  return force_N;
}

/// World, start and periods: what the twin is built from.
void read_twin(const Node& root, Scenario& scenario) {
  sim::TwinConfig& twin = scenario.twin;
  read_if(root, "step_s", models::above(0, 0.1), twin.step_s);
  read_if(root, "control_period_s", models::above(0, 1), twin.control_period_s);
  if (const auto gravity = root.find("gravity_m_s2"))
    twin.gravity_W = gravity->as_vector<3>(models::between(-100, 100));
  const sim::Fidelity fidelity = read_fidelity(root);
  twin.drive = read_drive(root, fidelity);
  twin.cup = read_cup(root, fidelity);
  twin.power = read_power(root, fidelity, scenario.robot.nominal.leg.size());
  twin.imu = read_imu(root, fidelity, scenario.robot);
  twin.camera = read_camera(root, fidelity, scenario.robot);
  twin.link = read_link(root, fidelity);
  scenario.surfaces = read_surfaces(root);
  for (const Surface& surface : scenario.surfaces) {
    const auto k = static_cast<std::size_t>(twin.patches.n++);
    twin.patches.patch[k] = surface.patch;
    twin.roughness_m[k] = surface.roughness_m;
  }
  twin.start_cup_force_N = read_cup_force(root, scenario.robot.nominal.cup);
  twin.X_WB = read_placement(root, scenario.surfaces, scenario.robot.nominal);
}

/// Gains that no loop uses would leave every joint loose.
void check_servo_loop(const Scenario& scenario) {
  const bool torque_alone = scenario.twin.drive.interface == sim::DriveInterface::kTorque;
  if (torque_alone && scenario.controller.gains.loop != controller::ServoLoop::kController)
    throw InputError("drive.interface", "torque", "needs controller.gains.loop: controller",
                     "such a drive closes no position loop");
  if (scenario.controller.gains.loop == controller::ServoLoop::kServo &&
      scenario.twin.drive.model == sim::MotorModel::kIdeal)
    throw InputError("controller.gains.loop", "servo", "needs drive.model: electric",
                     "an ideal drive has no loop of its own");
}

/// Without it nothing would hold: a servo's own loop knows no feed-forward.
void check_servo_keeps_position(const Scenario& scenario) {
  if (scenario.controller.gains.loop != controller::ServoLoop::kServo) return;
  for (const TimedGoal& goal : scenario.script.goals())
    if (!goal.pd || !goal.pd_off.empty())
      throw InputError("controller.gains.loop", "servo", "excludes pd: false and pd_off_s",
                       "its position control is never off");
}

/// A controller that takes its surfaces from a camera needs one.
void check_sight(const Scenario& scenario) {
  const bool seen = scenario.controller.surfaces.source == controller::SurfaceSource::kSeen;
  if (seen && !scenario.twin.camera.on)
    throw InputError("controller.surfaces.source", "seen", "needs a camera",
                     "add camera: {} or fidelity: full");
}

/// What turns the camera, if that is on.
std::optional<models::PanTilt> pan_tilt_of(const Scenario& scenario) {
  if (!scenario.twin.camera.on || !scenario.robot.sensors) return std::nullopt;
  return scenario.robot.sensors->mount;
}

/// What the controller and the twin must agree on.
void share_world(Scenario& scenario) {
  scenario.controller_model = scenario.robot.nominal;
  scenario.controller.period_s = scenario.twin.control_period_s;
  scenario.controller.gravity_W = scenario.twin.gravity_W;
  scenario.controller.cup_goal_force_N = scenario.twin.start_cup_force_N;
}

}  // namespace

Scenario read_scenario(const Node& root, const fs::path& file, const fs::path& robots_folder,
                       ColumnsOf columns_of) {
  check_schema(root);
  Scenario scenario;
  scenario.file = file;
  scenario.name = read_name(root, file);
  const auto title = root.find("title");
  scenario.title = title ? title->as_string() : scenario.name;
  scenario.seeds = read_seeds(root);
  scenario.duration_s = root.at("duration_s").as_double(models::above(0, kLongest_s));
  scenario.robot_file = find_robot(root.at("robot"), file, robots_folder);
  scenario.robot = models::load(scenario.robot_file);
  read_twin(root, scenario);
  read_controller(root, scenario.controller);
  const std::vector<sim::LegStart> clamped = read_clamped(root, scenario.robot.nominal);
  scenario.script = read_script(root, {.duration_s = scenario.duration_s,
                                       .robot = scenario.robot.nominal,
                                       .body = scenario.controller.body,
                                       .clamped = clamped,
                                       .pan_tilt = pan_tilt_of(scenario)});
  scenario.asserts = read_asserts(root, columns_of(scenario),
                                  {scenario.duration_s, scenario.twin.control_period_s});
  const controller::MassMoment payload = read_payload(root);
  root.finish();

  check_servo_loop(scenario);
  check_servo_keeps_position(scenario);
  check_sight(scenario);
  share_world(scenario);
  load_body(payload, scenario.robot.nominal);
  scenario.twin.clamped = !clamped.empty();
  scenario.twin.leg = scenario.twin.clamped ? clamped
                                            : place_feet(scenario.robot.nominal, scenario.surfaces,
                                                         scenario.twin.X_WB);
  return scenario;
}

}  // namespace ventosa::scenarios
