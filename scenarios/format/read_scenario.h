#pragma once

#include <filesystem>
#include <vector>

#include "record/schema.h"
#include "scenarios/format/scenario.h"
#include "scenarios/format/scenario_file.h"

namespace ventosa::scenarios {

/// Function that returns the columns recorded in a run of the scenario; assertions refer to them.
using ColumnsOf = std::vector<record::Column> (*)(const Scenario&);

/// Reads everything in a scenario's file and in those that it names, with what follows from it: the
/// controller's model and options, the start state of the legs.
/// @param robots_folder  where `robot: romerin4` is looked up as romerin4.yaml
/// @throws models::InputError
Scenario read_scenario(const ScenarioFile& file, const std::filesystem::path& robots_folder,
                       ColumnsOf columns_of);

}  // namespace ventosa::scenarios
