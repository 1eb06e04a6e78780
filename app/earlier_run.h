#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/inputs.h"

/// Folders of results as inputs, to repeat their runs.
namespace ventosa::app {

struct EarlierRun {
  std::filesystem::path
      scenario;      ///< scenario.yaml of the run; the robot's files are in the same folder
  std::string name;  ///< name of the scenario
  std::uint64_t seed = 0;
  ControllerChoice choice;
  std::string state_hash;  ///< state hash, as in verdict.json
  std::string version;     ///< version of the program that ran it
};

/// Opens a folder of results; empty if the input is not one.
/// @throws models::InputError  one of its files is missing or damaged
std::optional<EarlierRun> earlier_run(const std::filesystem::path& input);

/// Adds an assertion to the verdict of a repeated run: its state hash equals the earlier one.
void compare(const EarlierRun& earlier, scenarios::Verdict& verdict);

}  // namespace ventosa::app
