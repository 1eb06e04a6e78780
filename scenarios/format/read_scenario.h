#pragma once

#include <filesystem>
#include <vector>

#include "models/strict_yaml.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// Number of control ticks of a whole run.
std::int64_t n_ticks_of(const Scenario& scenario);

std::int64_t period_ns_of(const Scenario& scenario);

/// Function that returns the columns recorded in a run of the scenario; assertions refer to them.
using ColumnsOf = std::vector<record::Column> (*)(const Scenario&);

/// Reads everything in a scenario's file; `text` is left empty.
/// @param file           named in errors; `./robot.yaml` is relative to it
/// @param robots_folder  where `robot: romerin4` is looked up as romerin4.yaml
/// @throws models::InputError
Scenario read_scenario(const models::Node& root, const std::filesystem::path& file,
                       const std::filesystem::path& robots_folder, ColumnsOf columns_of);

}  // namespace ventosa::scenarios
