#include "app/earlier_run.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "models/input_error.h"
#include "scenarios/format/results_folder.h"

namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInstead = "without it, run scenario.yaml in the folder";

nlohmann::json read_json(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream)
    throw models::InputError("", file.string(), "is missing in this folder of results", kInstead);
  try {
    return nlohmann::json::parse(stream);
  } catch (const nlohmann::json::exception&) {
    throw models::InputError("", file.string(), "must be the JSON of a folder of results",
                             kInstead);
  }
}

/// Enumerator of this name.  @throws nlohmann::json::exception, std::out_of_range
template <class Enum>
Enum enumerator(const nlohmann::json& name) {
  const auto& names = controller::kEnumerators<Enum>;
  const auto found = std::find(names.begin(), names.end(), name.get<std::string>());
  if (found == names.end()) throw std::out_of_range("unknown name");
  return static_cast<Enum>(found - names.begin());
}

EarlierRun read(const fs::path& folder) {
  const auto settings = read_json(folder / "settings.json");
  const auto verdict = read_json(folder / "verdict.json");
  try {
    const auto& controller = settings.at("controller");
    return {folder / "scenario.yaml",
            settings.at("name").get<std::string>(),
            settings.at("seed").get<std::uint64_t>(),
            {enumerator<controller::Estimator>(controller.at("body").at("estimator")),
             enumerator<controller::Objective>(controller.at("sharing").at("objective"))},
            verdict.at("state_hash").get<std::string>(),
            verdict.at("version").get<std::string>()};
  } catch (const std::exception&) {  // a key is missing, or has another type or value
    throw models::InputError("", folder.string(), "is not a complete folder of results",
                             "settings.json or verdict.json was changed; scenario.yaml in it runs");
  }
}

}  // namespace

std::optional<EarlierRun> earlier_run(const fs::path& input) {
  std::error_code unreadable;  // then it is read as a file, which says why it cannot be
  if (!fs::is_directory(input, unreadable) || !scenarios::holds_results(input)) return std::nullopt;
  return read(input);
}

void compare(const EarlierRun& earlier, scenarios::Verdict& verdict) {
  scenarios::AssertResult same{
      .name = "state hash of the earlier run", .unit = "1", .worst_s = verdict.sim_time_s};
  same.pass = record::hexadecimal(verdict.state_hash) == earlier.state_hash;
  same.value = same.pass ? 0 : 1;
  verdict.asserts.push_back(same);
  if (same.pass) return;
  verdict.message += "the earlier run had state hash " + earlier.state_hash;
  if (earlier.version != versions().ventosa) verdict.message += ", by version " + earlier.version;
  if (verdict.outcome != scenarios::Outcome::kPass) return;
  verdict.outcome = scenarios::Outcome::kFail;
  verdict.exit_code = ExitCode::kAssertionFailed;
}

}  // namespace ventosa::app
