#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

/// Walks by the reverse body of a hexapod that measures nothing of its body.
namespace ventosa::scenarios::reverse_walk_test {

inline constexpr const char* kTripod = R"(      - {step: [front_left, middle_right, rear_left]}
      - {step: [front_right, middle_left, rear_right]}
)";
inline constexpr const char* kWave = R"(      - {step: [rear_left]}
      - {step: [middle_left]}
      - {step: [front_left]}
      - {step: [rear_right]}
      - {step: [middle_right]}
      - {step: [front_right]}
)";

struct Way {
  std::string rows = kTripod;
  std::string sweep_m = "0.03";
  std::string step_s = "0.6";
  std::string lift_m = "0.03";
  std::string script =
      "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], distance_m: 0.12, gait: mirror}}\n";
  std::string duration_s = "6";
};

inline std::string text_of(const Way& way) {
  return R"(schema: 1
title: A test
robot: ./blind_hexapod.yaml
gaits:
  mirror:
    step_s: )" +
         way.step_s + "\n    sweep_m: " + way.sweep_m + R"(
    swing: reverse_body
    rows:
)" + way.rows +
         R"(surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [4, 4], friction: 0.7}
placement: {surface: ground}
control_period_s: 0.002
controller: {gait: {acceleration_m_s2: 10, lift_m: )" +
         way.lift_m + "}}\nduration_s: " + way.duration_s + "\nscript:\n" + way.script +
         "asserts:\n  - {name: refused, signal: plan.reason, equals: none}\n";
}

inline Scenario load(const Way& way) {
  static const std::filesystem::path kFile =
      std::filesystem::path(VENTOSA_SOURCE_DIR) / "tests/scenarios/data/walk.yaml";
  return parse(text_of(way), kFile, kRobots);
}

/// The gait, as the controller knows it.
inline controller::Gait& mirror(Scenario& scenario) {
  return *std::ranges::find(scenario.controller_model.gait, "mirror", &controller::Gait::name);
}

struct Walked {
  /// @param change  of the scenario after it was loaded
  explicit Walked(
      const Way& way, const std::function<void(Scenario&)>& change = [](auto&) {})
      : scenario(changed(load(way), change)), run(scenario, 1) {
    while (run.advance()) {
    }
  }
  std::size_t row_at(double time_s) const {
    return static_cast<std::size_t>(std::lround(time_s / 0.002));
  }
  std::size_t last() const { return run.log().n_rows() - 1; }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
  /// Change of the commanded joint angles of all legs since the start.
  double farthest_rad(std::size_t row) const {
    double most = 0;
    for (int leg = 0; leg < 6; ++leg)
      for (int joint = 0; joint < 3; ++joint) {
        const std::string signal =
            "command.leg" + std::to_string(leg) + ".joint" + std::to_string(joint) + ".q";
        most = std::max(most, std::abs(at(row, signal) - at(0, signal)));
      }
    return most;
  }
  static Scenario changed(Scenario scenario, const std::function<void(Scenario&)>& change) {
    change(scenario);
    return scenario;
  }
  const Scenario scenario;
  LoggedRun run;
};

inline constexpr const char* kAhead =
    "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], gait: mirror}}\n";
inline constexpr const char* kFar =
    "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], distance_m: 4, gait: mirror}}\n";

}  // namespace ventosa::scenarios::reverse_walk_test
