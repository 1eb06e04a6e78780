#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/strict_yaml.h"
#include "scenarios/format/scenario.h"
#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// Writes down what reaches a session, so that a scenario can play it again: what differs from the
/// input before, by the keys of `inputs` in a scenario file.
class InputLog {
 public:
  explicit InputLog(const Scenario& scenario);

  /// The newest input at this tick. Going back to an earlier tick forgets what followed it.
  /// @throws std::bad_alloc
  void add(std::int64_t tick, const Input& input);

  /// `inputs:` and a line for each.
  std::string text() const;

  /// The scenario's file with these inputs in place of its script, and this seed; without comments.
  /// @throws models::InputError  the controller has options that the file does not say
  std::string scenario_text(std::uint64_t seed) const;

 private:
  struct Entry {
    std::int64_t tick;
    std::optional<std::int64_t> made;
    nlohmann::ordered_json changes;
  };
  void forget_from(std::int64_t tick);
  bool is_repeated(std::int64_t tick, const Input& input) const;
  void check_options(const models::Node& root) const;
  void add_options(const controller::ControllerConfig& options, nlohmann::ordered_json& changes);

  const Scenario& scenario_;
  std::vector<Entry> entries_;
  nlohmann::ordered_json levels_, options_;  ///< of the last input
};

}  // namespace ventosa::scenarios
