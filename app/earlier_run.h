#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/inputs.h"

/// Folders of results as inputs: what a run was, so that it can be done again.
namespace ventosa::app {

struct EarlierRun {
  std::filesystem::path scenario;  ///< its scenario.yaml; the robot's files lie beside it
  std::string name;                ///< of the scenario
  std::uint64_t seed = 0;
  ControllerChoice choice;
  std::string state_hash;  ///< as verdict.json has it
  std::string version;     ///< of the program that ran it
};

/// Nothing if the input is no folder of results.
/// @throws models::InputError  one of its files is missing or broken
std::optional<EarlierRun> earlier_run(const std::filesystem::path& input);

/// Adds to the verdict of a run that repeats an earlier one whether it ended in the same hash.
void compare(const EarlierRun& earlier, scenarios::Verdict& verdict);

}  // namespace ventosa::app
