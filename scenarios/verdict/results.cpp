#include <nlohmann/json.hpp>

#include "record/csv.h"
#include "scenarios/format/json_fields.h"
#include "scenarios/verdict/verdict.h"

/// What a run leaves behind on disk.
namespace ventosa::scenarios {
namespace {

using nlohmann::ordered_json;

constexpr double kDump_s = 2;  // of an unstable run

std::string hexadecimal(std::uint64_t number) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) text[i] = kDigits[number & 15];
  return text;
}

ordered_json to_json(const AssertResult& result) {
  ordered_json json{{"name", result.name},   {"pass", result.pass}, {"value", result.value},
                    {"limit", result.limit}, {"unit", result.unit}, {"worst_s", result.worst_s}};
  if (result.tolerance > 0) json["tolerance"] = result.tolerance;
  if (!result.value_name.empty()) json["value_name"] = result.value_name;
  if (!result.limit_name.empty()) json["limit_name"] = result.limit_name;
  return json;
}

ordered_json vector(const controller::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// All settings of a run, defaults included, by their keys in a scenario file.
ordered_json settings_of(const ScenarioRun& run) {
  const Scenario& scenario = run.scenario();
  const sim::TwinConfig& twin = scenario.twin;
  ordered_json settings{{"name", scenario.name},
                        {"robot", scenario.robot_file.string()},
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
  field("imu", twin.imu);
  field("camera", twin.camera);
  field("link", twin.link);
  field("controller", scenario.controller);
  return settings;
}

void write_signals(const ScenarioRun& run, std::size_t every, const record::OutputFolder& folder) {
  if (!run.unstable())
    return record::write_csv(folder.file("signals.csv"), run.log(), {.step = every});
  const auto n_dump = static_cast<std::size_t>(kDump_s / run.period_s());
  const std::size_t n_rows = run.log().n_rows();
  record::write_csv(folder.file("last_2_s.csv"), run.log(),
                    {.first = n_rows - std::min(n_rows, n_dump)});
}

}  // namespace

ordered_json to_json(const Verdict& verdict, const Versions& versions) {
  ordered_json asserts = ordered_json::array();
  for (const AssertResult& result : verdict.asserts) asserts.push_back(to_json(result));
  ordered_json json{{"scenario", verdict.scenario},
                    {"verdict", name(verdict.outcome)},
                    {"exit_code", static_cast<int>(verdict.exit_code)},
                    {"asserts", std::move(asserts)},
                    {"sim_time_s", verdict.sim_time_s},
                    {"realtime_factor", verdict.realtime_factor},
                    {"state_hash", hexadecimal(verdict.state_hash)},
                    {"seed", verdict.seed},
                    {"version", versions.ventosa},
                    {"mujoco", versions.mujoco}};
  if (!verdict.message.empty()) json["message"] = verdict.message;
  return json;
}

void write_results(const ScenarioRun& run, const Verdict& verdict, const Versions& versions,
                   const record::OutputFolder& folder, std::size_t every) {
  write_signals(run, every, folder);
  record::write_text(folder.file("verdict.json"), to_json(verdict, versions).dump(2) + "\n");
  record::write_text(folder.file("settings.json"), settings_of(run).dump(2) + "\n");
  record::write_text(folder.file("scenario.yaml"), run.scenario().text);
}

}  // namespace ventosa::scenarios
