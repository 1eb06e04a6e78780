#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "models/input_error.h"
#include "scenarios/session/load.h"

/// A small valid scenario with functions that change one place of it.
namespace ventosa::scenarios {

inline const std::filesystem::path kRobots =
    std::filesystem::path(VENTOSA_SOURCE_DIR) / "models" / "data";

inline const std::string kGood = R"(schema: 1
title: A test
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: 4
script:
  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}
asserts:
  - {name: error, signal: error.body.position, max: 0.005, unit: m}
)";

inline Scenario read(const std::string& text) { return parse(text, "folder/test.yaml", kRobots); }

/// kGood with one place changed.
inline std::string with(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

/// kGood with recorded inputs in place of its script.
inline std::string with_inputs(const std::string& inputs) {
  return with("script:\n  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n",
              "inputs:\n" + inputs);
}

inline std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

/// Expects that the text is refused at `place` with these words.
inline void expect_refused(const std::string& text, const std::string& place,
                           const std::string& words) {
  const std::string message = error_of(text);
  EXPECT_EQ(message.find("folder/test.yaml:" + place + ":"), 0u) << message;
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

}  // namespace ventosa::scenarios
