#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/strict_yaml.h"
#include "scenarios/format/scenario.h"
#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// Records the inputs of a session so that a scenario can replay them: per input the differences
/// from the input before, under the keys of `inputs` in a scenario file.
class InputLog {
 public:
  explicit InputLog(const Scenario& scenario);

  /// Adds the newest input at this tick. An earlier tick than the last discards all entries from it
  /// on.
  /// @throws std::bad_alloc
  void add(std::int64_t tick, const Input& input);

  /// The `inputs:` section, one line per entry.
  std::string text() const;

  /// The scenario's file without comments, with these inputs in place of its script, and this seed.
  /// @throws models::InputError  the controller runs with options that differ from the file's
  std::string scenario_text(std::uint64_t seed) const;

 private:
  struct Entry {
    std::int64_t tick;
    std::optional<std::int64_t> made;
    nlohmann::ordered_json changes;
  };
  void forget_from(std::int64_t tick);
  nlohmann::ordered_json route_of(const std::shared_ptr<const controller::Route>& route) const;
  bool is_repeated(std::int64_t tick, const Input& input) const;
  void check_options(const models::Node& root) const;
  void add_options(const controller::ControllerConfig& options, nlohmann::ordered_json& changes);

  const Scenario& scenario_;
  std::vector<Entry> entries_;
  nlohmann::ordered_json levels_, options_;  ///< state after the last input
  std::int32_t route_ = 0;                   ///< fingerprint of the last route; 0: none
};

}  // namespace ventosa::scenarios
