#pragma once

#include <filesystem>
#include <vector>

#include "models/strict_yaml.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// Control ticks of a whole run.
std::int64_t n_ticks_of(const Scenario& scenario);

/// The control period.
std::int64_t period_ns_of(const Scenario& scenario);

/// The columns that a run of the scenario will record: an assertion names one of them.
using ColumnsOf = std::vector<record::Column> (*)(const Scenario&);

/// Everything that a scenario's file says, but its own text.
/// @param file           names it in errors; `./robot.yaml` is relative to it
/// @param robots_folder  where `robot: romerin4` is looked up as romerin4.yaml
/// @throws models::InputError
Scenario read_scenario(const models::Node& root, const std::filesystem::path& file,
                       const std::filesystem::path& robots_folder, ColumnsOf columns_of);

}  // namespace ventosa::scenarios
