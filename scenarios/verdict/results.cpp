#include <nlohmann/json.hpp>
#include <numbers>

#include "record/csv.h"
#include "scenarios/format/controller_options.h"
#include "scenarios/format/sections.h"
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

/// Writes every option with the value that the run had.
struct OptionWriter {
  ordered_json& json;

  template <class Function>
  void group(const char* key, Function write) const {
    const OptionWriter writer{json[key]};
    write(writer);
  }
  template <class Value>
  void operator()(const char* key, models::Range, const Value& value) const {
    json[key] = value;
  }
  template <class Enum>
  void choice(const char* key, const std::vector<std::string_view>& names, Enum value) const {
    json[key] = names[static_cast<std::size_t>(value)];
  }
};

ordered_json to_json(const sim::LinkOptions& link) {
  return {{"command_latency_s", link.command.latency_s},
          {"command_jitter_s", link.command.jitter_s},
          {"command_loss", link.command.loss},
          {"telemetry_latency_s", link.telemetry.latency_s},
          {"telemetry_jitter_s", link.telemetry.jitter_s},
          {"telemetry_loss", link.telemetry.loss},
          {"telemetry_rate_Hz", link.telemetry_rate_Hz},
          {"module_loop_s", link.module_loop_s}};
}

ordered_json settings_of(const sim::PowerOptions& power, std::size_t n_legs) {
  ordered_json json{{"model", kPowerModels[static_cast<std::size_t>(power.model)]},
                    {"start_charge", ordered_json::array()},
                    {"relay", ordered_json::array()}};
  for (std::size_t i = 0; i < n_legs; ++i) {
    json["start_charge"].push_back(power.start_charge[i]);
    json["relay"].push_back(kRelays[static_cast<std::size_t>(power.relay[i])]);
  }
  if (power.charger.voltage_V > 0)
    json["charger"] = {{"voltage_V", power.charger.voltage_V},
                       {"resistance_ohm", power.charger.resistance_ohm}};
  return json;
}

ordered_json vector(const controller::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

ordered_json imu_settings(const sim::ImuOptions& imu) {
  return {{"place", imu.place == sim::ImuPlace::kBody ? "body" : "camera"},
          {"rate_hz", imu.rate_hz},
          {"gyro_noise_rad_s", imu.gyro_noise_rad_s},
          {"accel_noise_m_s2", imu.accel_noise_m_s2},
          {"gyro_bias_rad_s", vector(imu.gyro_bias_rad_s)},
          {"accel_bias_m_s2", vector(imu.accel_bias_m_s2)},
          {"gyro_bias_sd_rad_s", imu.gyro_bias_sd_rad_s},
          {"accel_bias_sd_m_s2", imu.accel_bias_sd_m_s2},
          {"gyro_walk_rad_s", imu.gyro_walk_rad_s},
          {"accel_walk_m_s2", imu.accel_walk_m_s2},
          {"gyro_step_rad_s", imu.gyro_step_rad_s},
          {"accel_step_m_s2", imu.accel_step_m_s2}};
}

ordered_json camera_settings(const sim::CameraOptions& camera) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  return {{"on", camera.on},
          {"pan_deg", kDegrees * camera.pan_rad},
          {"tilt_deg", kDegrees * camera.tilt_rad},
          {"mounting_error_deg", vector(kDegrees * camera.mounting_error_rad)},
          {"columns", camera.columns},
          {"rows", camera.rows},
          {"disparity_noise_px", camera.disparity_noise_px},
          {"scale_error_sd", camera.scale_error_sd},
          {"angle_step_deg", kDegrees * camera.angle_step_rad},
          {"speed_step_deg_s", kDegrees * camera.speed_step_rad_s},
          {"holes", camera.holes},
          {"latency_s", camera.latency_s}};
}

/// All settings of a run, defaults included, by their keys in a scenario file.
ordered_json settings_of(const ScenarioRun& run) {
  const Scenario& scenario = run.scenario();
  const sim::TwinConfig& twin = scenario.twin;
  ordered_json settings{
      {"name", scenario.name},
      {"robot", scenario.robot_file.string()},
      {"seed", run.seed()},
      {"duration_s", scenario.duration_s},
      {"gravity_m_s2", vector(twin.gravity_W)},
      {"cup_force_N", twin.start_cup_force_N},
      {"step_s", twin.step_s},
      {"control_period_s", twin.control_period_s},
      {"drive",
       {{"interface", kDriveInterfaces[static_cast<std::size_t>(twin.drive.interface)]},
        {"model", kMotorModels[static_cast<std::size_t>(twin.drive.model)]},
        {"friction", kFrictionModels[static_cast<std::size_t>(twin.drive.friction)]},
        {"backlash", twin.drive.backlash},
        {"quantisation", twin.drive.quantisation},
        {"thermal", twin.drive.thermal},
        {"ambient_C", twin.drive.ambient_C},
        {"encoder_noise_rad", twin.drive.encoder_noise_rad}}},
      {"power", settings_of(twin.power, scenario.robot.nominal.leg.size())},
      {"cup",
       {{"model", kCupModels[static_cast<std::size_t>(twin.cup.model)]},
        {"turbine", kTurbineModels[static_cast<std::size_t>(twin.cup.turbine)]},
        {"sensing", kCupSensings[static_cast<std::size_t>(twin.cup.sensing)]}}},
      {"imu", imu_settings(twin.imu)},
      {"camera", camera_settings(twin.camera)},
      {"link", to_json(twin.link)}};
  const OptionWriter writer{settings["controller"]};
  controller_options(writer, scenario.controller);
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
