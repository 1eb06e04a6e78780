#include "scenarios/verdict/results.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "models/robot_files.h"
#include "models/text.h"
#include "scenarios/format/gap_trace_file.h"
#include "scenarios/format/json_fields.h"
#include "scenarios/format/plant_fields.h"
#include "scenarios/format/results_folder.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const AssertResult& result) {
  ordered_json json{{"name", result.name},      {"pass", result.pass},
                    {"value", result.value},    {"bound", controller::name(result.bound)},
                    {"limit", result.limit},    {"unit", result.unit},
                    {"worst_s", result.worst_s}};
  if (result.tolerance > 0) json["tolerance"] = result.tolerance;
  if (!result.worst_signal.empty()) json["worst_signal"] = result.worst_signal;
  if (!result.value_name.empty()) json["value_name"] = result.value_name;
  if (!result.limit_name.empty()) json["limit_name"] = result.limit_name;
  return json;
}

ordered_json to_json(const LateWalk& walk) {
  ordered_json json{{"from_s", walk.from_s},
                    {"to_s", walk.to_s},
                    {"asked_m", walk.requested_m},
                    {"reached_m", walk.reached_m},
                    {"standing_s", walk.standing_s}};
  for (const auto& [phase, time_s] : walk.phase_s) json["phase_s"][phase] = time_s;
  for (const auto& [leg, n] : walk.seal_retries) json["seal_retries"][leg] = n;
  return json;
}

ordered_json to_json(const Unmet& unmet) {
  return {{"from_s", unmet.from_s}, {"to_s", unmet.to_s}, {"what", unmet.what}};
}

ordered_json vector(const controller::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Describes the links; those of single legs are in the group `leg`.
void describe_links(const JsonFields& field, const controller::RobotModel& robot,
                    const sim::TwinConfig& twin) {
  describe(field, twin.link);
  if (!twin.command_gaps.end_ns.empty()) field(kCommandTrace, twin.command_gaps);
  if (!twin.telemetry_gaps.end_ns.empty()) field(kTelemetryTrace, twin.telemetry_gaps);
  if (std::none_of(twin.leg_link.begin(), twin.leg_link.end(),
                   [](const auto& own) { return own.has_value(); }))
    return;
  describe_named_legs(field, robot, [&](auto& leg, std::size_t i) {
    describe(leg, twin.link_of(static_cast<int>(i)));
  });
}

/// True values of the plant, given or drawn, in the form of a scenario.
void describe_plant(const JsonFields& field, const ScenarioRun& run) {
  const Scenario& scenario = run.scenario();
  const sim::PlantErrors& errors = run.setup().errors;
  field("mass_scale", errors.body_mass_scale);
  describe_parts(field, scenario.robot.nominal, scenario.surfaces, errors);
}

/// All settings of a run with their keys in a scenario file, defaults included.
ordered_json settings_of(const ScenarioRun& run) {
  const Scenario& scenario = run.scenario();
  const sim::TwinConfig& twin = scenario.twin;
  ordered_json settings{{"name", scenario.name},
                        {"robot", models::printable(scenario.source.robot.string())},
                        {"seed", run.seed()},
                        {"duration_s", scenario.duration_s},
                        {"gravity_m_s2", vector(twin.gravity_W)},
                        {"cup_force_N", twin.start_cup_force_N},
                        {"step_s", twin.step_s},
                        {"control_period_s", twin.control_period_s}};
  const JsonFields field(settings, scenario.robot.nominal.n_legs());
  field("drive", twin.drive);
  field("power", twin.power);
  field("cup", twin.cup);
  if (scenario.robot.nominal.has_imu) field("imu", twin.imu);
  field("camera", twin.camera);
  if (scenario.robot.gps) field("gps", twin.gps);
  if (scenario.robot.compass) field("compass", twin.compass);
  field.group("link", [&](auto& link) { describe_links(link, scenario.robot.nominal, twin); });
  field.group("plant", [&](auto& plant) { describe_plant(plant, run); });
  field("controller", scenario.controller);
  return settings;
}

void write_source(const SourceFile& source, const std::filesystem::path& to) {
  if (source.path.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(to.parent_path(), failed);
  if (failed) throw record::OutputError(to, "cannot be written: " + failed.message());
  record::write_text(to, source.text);
}

/// Writes all inputs of the run as they were read, so that it can be repeated from this folder
/// alone.
void write_sources(const SourceFiles& source, const record::OutputFolder& folder) {
  record::write_text(folder.file("scenario.yaml"), source.text);
  const std::filesystem::path traces = folder.file(kTracesFolder);
  write_source(source.command_trace, traces / (std::string(kCommandTrace) + ".yaml"));
  write_source(source.telemetry_trace, traces / (std::string(kTelemetryTrace) + ".yaml"));
  std::filesystem::path to = folder.file(kRobotFolder);
  for (const SourceFile& file : source.robot_files) {
    write_source(file, to / file.path.filename());
    to = folder.file(kRobotFolder) / models::kPartsFolder;
  }
}

/// Size of the recorded inputs [bytes] if the robot moves as planned; otherwise only digits change.
std::size_t expected_size_of_inputs(const Scenario& scenario) {
  InputLog log(scenario);
  const std::unique_ptr<Inputs> inputs = foreseen_inputs_of(scenario);
  for (std::int64_t tick = 0; tick < n_ticks_of(scenario); ++tick) log.add(tick, inputs->at(tick));
  return log.text().size();
}

/// Checks before the run that its inputs can be recorded.  @throws models::InputError
void check_inputs(const Scenario& scenario, std::uint64_t seed) {
  static_cast<void>(InputLog(scenario).scenario_text(seed));
  if (expected_size_of_inputs(scenario) > models::kLargestFile)
    throw models::InputError("", scenario.source.scenario.string(),
                             "its inputs would take more than 16 MiB, the most that a scenario "
                             "file may have",
                             "record a shorter duration_s, or run it without --record-inputs");
}

}  // namespace

ordered_json to_json(const Hindrance& h) {
  ordered_json json{{"from_s", h.from_s}, {"to_s", h.to_s}, {"reason", controller::name(h.reason)}};
  if (!h.leg.empty()) json["leg"] = h.leg;
  if (h.joint >= 0) json["joint"] = h.joint;
  if (h.least.limit != controller::Limit::kNone)
    json["limit"] = {{"leg", h.least_leg},
                     {"limit", controller::name(h.least.limit)},
                     {"margin", h.least.margin}};
  if (h.travel_B0.allFinite())
    json["travel_m"] = {h.travel_B0.x(), h.travel_B0.y(), h.travel_B0.z()};
  return json;
}

ordered_json to_json(const Verdict& verdict, const Versions& versions) {
  ordered_json asserts = ordered_json::array();
  for (const AssertResult& result : verdict.asserts) asserts.push_back(to_json(result));
  ordered_json json{{"scenario", verdict.scenario},
                    {"title", verdict.title},
                    {"robot", verdict.robot},
                    {"fidelity", verdict.fidelity},
                    {"verdict", name(verdict.outcome)},
                    {"exit_code", static_cast<int>(verdict.exit_code)},
                    {"asserts", std::move(asserts)},
                    {"sim_time_s", verdict.sim_time_s},
                    {"realtime_factor", verdict.realtime_factor},
                    {"state_hash", record::hexadecimal(verdict.state_hash)},
                    {"command_hash", record::hexadecimal(verdict.command_hash)},
                    {"seed", verdict.seed},
                    {"version", versions.ventosa},
                    {"mujoco", versions.mujoco}};
  if (!verdict.message.empty()) json["message"] = verdict.message;
  json["hindrance_count"] = verdict.n_hindrances;
  for (const Hindrance& each : verdict.hindrances) json["hindrances"].push_back(to_json(each));
  for (const LateWalk& each : verdict.late_walks) json["late_walks"].push_back(to_json(each));
  for (const Unmet& each : verdict.unmet) json["unmet"].push_back(to_json(each));
  for (const ScriptEvent& each : verdict.events) json["events"].push_back(to_json(each));
  return json;
}

ResultFiles::ResultFiles(const Scenario& scenario, std::uint64_t seed, const Versions& versions,
                         const record::OutputFolder& folder, const ResultOptions& options)
    : folder_(folder),
      versions_(versions),
      log_(folder.file("signals.mcap"), recorded_schema(scenario), period_ns_of(scenario),
           {{"scenario", scenario.name},
            {"seed", std::to_string(seed)},
            {"version", versions.ventosa},
            {"mujoco", versions.mujoco}},
           options.every) {
  write_sources(scenario.source, folder);
  if (options.inputs) {
    check_inputs(scenario, seed);
    inputs_.emplace(scenario);
  }
  if (options.csv_of.empty()) return;
  csv_ = std::make_unique<record::CsvWriter>(folder.file("signals.csv"), recorded_columns(scenario),
                                             period_ns_of(scenario), options.csv_of, options.every);
}

std::vector<record::RowSink*> ResultFiles::sinks() {
  if (csv_) return {&log_, csv_.get()};
  return {&log_};
}

InputLog* ResultFiles::inputs() { return inputs_ ? &*inputs_ : nullptr; }

void ResultFiles::finish(const ScenarioRun& run, Verdict& verdict) {
  std::vector<record::OutputError> failures;
  const auto attempt = [&](const std::string& name, auto write) {
    try {
      write();
    } catch (const record::OutputError& error) {
      failures.push_back(error);
      add_error(ExitCode::kOutput, name + ": " + error.problem(), verdict);
    }
  };
  if (csv_) attempt("signals.csv", [&] { csv_->close(); });
  if (inputs_) attempt("recorded.yaml", [&] { write_inputs(run.seed()); });
  failures.clear();  // these files are optional; without the following ones finish() fails
  attempt("signals.mcap", [&] { log_.close(); });
  attempt("verdict.json", [&] { write_json("verdict.json", to_json(verdict, versions_)); });
  attempt("settings.json", [&] { write_json("settings.json", settings_of(run)); });
  if (!failures.empty()) throw failures.front();
}

void ResultFiles::write_json(const char* name, const nlohmann::ordered_json& json) const {
  record::write_text(folder_.file(name), json.dump(2) + "\n");
}

void ResultFiles::write_inputs(std::uint64_t seed) const {
  const std::filesystem::path file = folder_.file("recorded.yaml");
  const std::string text = inputs_->scenario_text(seed);
  if (text.size() > models::kLargestFile)
    throw record::OutputError(file, "would be larger than 16 MiB, the most that a scenario may be");
  record::write_text(file, text);
}

double expected_log_bytes(const Scenario& scenario, std::int64_t every) {
  constexpr double kCompressed = 0.32;  // of the messages' bytes, for walks of the shipped robots
  double row = 0;
  for (const record::Field& topic : recorded_schema(scenario).fields)
    row += static_cast<double>(record::MessageLayout(topic).size());
  const double n_rows = 1 + static_cast<double>(n_ticks_of(scenario));
  return kCompressed * row * n_rows / static_cast<double>(every);
}

}  // namespace ventosa::scenarios
