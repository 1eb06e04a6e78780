#include "scenarios/format/read_scenario.h"

#include <stdexcept>

#include "models/gaits.h"
#include "models/input_error.h"
#include "models/mistakes.h"
#include "models/part_keys.h"
#include "models/robot_files.h"
#include "models/strict_yaml.h"
#include "scenarios/format/file_kind.h"
#include "scenarios/format/label.h"
#include "scenarios/format/motion_times.h"
#include "scenarios/format/placement.h"
#include "scenarios/format/posture_checks.h"
#include "scenarios/format/section_checks.h"
#include "scenarios/format/sections.h"
#include "sim/config/effects.h"

namespace ventosa::scenarios {

namespace fs = std::filesystem;
using models::InputError;
using models::Mistakes;
using models::Node;

namespace {

constexpr int kSchema = 1;
constexpr double kLongest_s = 3600;

/// Recognizes a robot's file, which would otherwise be refused for every missing key.
void check_kind(const Node& root) {
  if (file_kind(root) == FileKind::kRobot)
    throw InputError("", "", "is a robot, not a scenario",
                     "a scenario names it: robot: ./" + root.file().filename().string());
}

void check_schema(const Node& root) {
  const Node schema = root.at("schema");
  if (schema.as_int() != kSchema)
    schema.fail("must be " + std::to_string(kSchema), "the only schema that this program reads");
}

void refuse_without_cups(const Node& root, const char* key, const models::Robot& robot) {
  if (const auto node = root.find(key))
    models::require_part(*node, models::parts_of(robot), controller::Equipment::kCup);
}

double read_cup_force(const Node& root, const controller::Cup* cup) {
  if (!cup) return 0;
  double force_N = cup->goal_force_N;
  read_if(root, "cup_force_N", models::above(0, cup->max_force_N), force_N);
  return force_N;
}

/// Effects of the twin.
void read_effects(const Node& root, const fs::path& robots_folder, Mistakes& mistakes,
                  Scenario& scenario) {
  sim::TwinConfig& twin = scenario.twin;
  sim::Fidelity& fidelity = scenario.fidelity;
  const models::Robot& robot = scenario.robot;
  const auto read = [&](const char* key, auto reader) { mistakes.collect(root, key, reader); };
  read("fidelity", [&] { fidelity = read_fidelity(root); });
  read("drive", [&] { twin.drive = read_drive(root, fidelity); });
  read("linkage", [&] { twin.linkage = read_linkage(root, robot); });
  read("cup", [&] {
    refuse_without_cups(root, "cup", robot);
    if (robot.cup) twin.cup = read_cup(root, fidelity);
  });
  read("foot", [&] { read_foot(root, scenario.robot); });
  read("power", [&] { twin.power = read_power(root, fidelity, robot); });
  read("imu", [&] { twin.imu = read_imu(root, fidelity, robot); });
  read("gps", [&] { twin.gps = read_gps(root, fidelity, robot); });
  read("compass", [&] { twin.compass = read_compass(root, fidelity, robot); });
  read("camera", [&] { read_camera(root, fidelity, robot, twin.camera); });
  read("link", [&] { read_link(root, robots_folder, scenario); });
}

void take_surfaces(const Node& root, Scenario& scenario) {
  sim::TwinConfig& twin = scenario.twin;
  scenario.surfaces = read_surfaces(root);
  for (const Surface& surface : scenario.surfaces) {
    const auto k = static_cast<std::size_t>(twin.patches.n++);
    twin.patches.patch[k] = surface.patch;
    twin.roughness_m[k] = surface.roughness_m;
    twin.relief[k] = surface.relief;
  }
}

/// World, start pose and periods of the twin.
void read_twin(const Node& root, const fs::path& robots_folder, Mistakes& mistakes,
               Scenario& scenario) {
  sim::TwinConfig& twin = scenario.twin;
  const auto read = [&](const char* key, auto reader) {
    return mistakes.collect(root, key, reader);
  };
  read("step_s", [&] { read_if(root, "step_s", models::above(0, 0.1), twin.step_s); });
  read("control_period_s",
       [&] { read_if(root, "control_period_s", models::above(0, 0.1), twin.control_period_s); });
  read("gravity_m_s2", [&] {
    if (const auto gravity = root.find("gravity_m_s2"))
      twin.gravity_W = gravity->as_vector<3>(models::between(-100, 100));
  });
  read_effects(root, robots_folder, mistakes, scenario);
  read("cup_force_N", [&] {
    refuse_without_cups(root, "cup_force_N", scenario.robot);
    twin.start_cup_force_N = read_cup_force(root, scenario.robot.nominal.cup());
  });
  const bool has_surfaces = read("surfaces", [&] { take_surfaces(root, scenario); });
  read("placement", [&] {
    const Node placement = root.at("placement");
    if (!has_surfaces) return placement.excuse();
    scenario.placement = read_placement(root, scenario.surfaces, scenario.robot.nominal);
    const Placement& at = scenario.placement;
    twin.X_WB = scenario.surfaces[at.surface].patch.X_WS * at.X_SB;
  });
  read("plant", [&] {
    if (const auto plant = root.find("plant"); plant && !has_surfaces) return plant->excuse();
    scenario.plant = read_plant(root, scenario.robot.nominal, scenario.surfaces);
  });
}

/// Pan-tilt mount of the camera, if the camera is on.
std::optional<models::PanTilt> pan_tilt_of(const Scenario& scenario) {
  if (!scenario.twin.camera.on || !scenario.robot.sensors) return std::nullopt;
  return scenario.robot.sensors->mount;
}

/// Recorded inputs replace the script.
void read_inputs_if_any(const Node& root, Scenario& scenario) {
  const auto inputs = root.find("inputs");
  if (!inputs) return;
  if (root.find("script")) inputs->fail("excludes script", "keep one of the two");
  scenario.inputs = read_inputs(*inputs, {.robot = scenario.robot,
                                          .twin = scenario.twin,
                                          .options = scenario.controller,
                                          .surfaces = scenario.surfaces,
                                          .n_ticks = n_ticks_of(scenario)});
}

/// @return true if there is no mistake
bool read_own_gaits(const Node& root, Mistakes& mistakes, models::Robot& robot) {
  return mistakes.collect(root, "gaits", [&] {
    if (const auto gaits = root.find("gaits"))
      models::read_gaits(*gaits, robot.nominal.leg, robot.nominal.gait);
  });
}

/// Script and inputs may name a gait that has a mistake, and are then neither read nor reported.
void excuse_requested(const Node& root) {
  for (const char* key : {"script", "inputs"})
    if (const auto requested = root.find(key)) requested->excuse();
}

/// Reads script and inputs, which are checked against everything read before.
void read_requested(const Node& root, Mistakes& mistakes, Scenario& scenario,
                    const std::vector<sim::LegStart>& clamped) {
  mistakes.collect(root, "script", [&] {
    scenario.script = read_script(root,
                                  {.duration_s = scenario.duration_s,
                                   .period_s = scenario.twin.control_period_s,
                                   .robot = scenario.robot.nominal,
                                   .surfaces = scenario.surfaces,
                                   .body = scenario.controller.body,
                                   .gait = scenario.controller.gait,
                                   .controller = scenario.controller,
                                   .clamped = clamped,
                                   .pan_tilt = pan_tilt_of(scenario),
                                   .plant = scenario.robot,
                                   .twin = scenario.twin},
                                  scenario.warnings);
  });
  mistakes.collect(root, "inputs", [&] { read_inputs_if_any(root, scenario); });
}

/// Start state of the legs: clamped at these joint angles or, without any, on their feet.
void place_legs(const std::vector<sim::LegStart>& clamped, Scenario& scenario) {
  sim::TwinConfig& twin = scenario.twin;
  twin.leg =
      twin.clamped ? clamped : place_feet(scenario.robot.nominal, scenario.surfaces, twin.X_WB);
}

/// Refuses a scenario without a valid robot, with the mistakes that are independent of the robot.
[[noreturn]] void refuse_without_robot(const Node& root, Mistakes& mistakes, Scenario& scenario) {
  const auto read = [&](const char* key, auto reader) { mistakes.collect(root, key, reader); };
  const sim::Fidelity ideal = sim::Fidelity::kIdeal;
  read("fidelity", [&] { read_fidelity(root); });
  read("drive", [&] { read_drive(root, ideal); });
  read("cup", [&] { read_cup(root, ideal); });
  read("surfaces", [&] { take_surfaces(root, scenario); });
  read("controller", [&] { read_controller(root, scenario.controller); });
  read("payload", [&] { read_payload(root); });
  mistakes.refuse();
  throw std::logic_error("a robot that is missing is a mistake");
}

}  // namespace

Scenario read_scenario(const ScenarioFile& file, const fs::path& robots_folder,
                       ColumnsOf columns_of) {
  const Node root = file.root.fresh();  // others may have read kind and label
  check_kind(root);
  check_schema(root);
  Mistakes mistakes;
  const auto read = [&](const char* key, auto reader) {
    return mistakes.collect(root, key, reader);
  };
  Scenario scenario;
  scenario.source.scenario = file.path;
  scenario.source.text = file.text;
  read("name", [&] { scenario.name = read_name(root, file.path); });
  read("title", [&] { scenario.title = read_title(root, scenario.name); });
  read("seeds", [&] { scenario.seeds = read_seeds(root); });
  scenario.duration_s = kLongest_s;  // limit for other times if duration_s is wrong
  read("duration_s", [&] {
    scenario.duration_s = root.at("duration_s").as_double(models::above(0, kLongest_s));
  });
  const bool has_robot = read("robot", [&] {
    scenario.source.robot = named_robot(root.at("robot"), robots_folder);
    scenario.robot = models::load(scenario.source.robot);
    for (const fs::path& part : models::files_of(scenario.source.robot))
      scenario.source.robot_files.push_back(read_source(part));
  });
  if (!has_robot) refuse_without_robot(root, mistakes, scenario);

  std::vector<sim::LegStart> clamped;
  const bool has_gaits = read_own_gaits(root, mistakes, scenario.robot);
  read_twin(root, robots_folder, mistakes, scenario);
  scenario.controller = controller_settings(scenario.robot, effects_of(scenario.twin),
                                            scenario.twin.start_cup_force_N);
  read("controller", [&] { read_controller(root, scenario.controller); });
  read("placement", [&] { clamped = read_clamped(root, scenario.robot.nominal); });
  mistakes.collect(root, [&] { refuse_idle_keys(root, scenario); });
  read("payload", [&] { scenario.payload = read_payload(root); });
  scenario.twin.clamped = !clamped.empty();
  share_world(scenario);
  if (has_gaits)
    read_requested(root, mistakes, scenario, clamped);
  else
    excuse_requested(root);
  read("asserts", [&] {
    scenario.asserts = read_asserts(root, columns_of(scenario),
                                    {scenario.duration_s, scenario.twin.control_period_s});
  });
  read("expect", [&] {
    scenario.expected =
        read_expected(root, scenario.robot.nominal, scenario.script, columns_of(scenario));
  });
  mistakes.collect(root, [&] { root.finish(); });
  mistakes.refuse();

  check_sections(scenario);
  place_legs(clamped, scenario);
  check_start_posture(scenario);
  check_start_holds(scenario);
  check_motion_times(scenario);
  check_goal_postures(scenario);
  return scenario;
}

}  // namespace ventosa::scenarios
