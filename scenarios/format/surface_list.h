#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.h"

/// The surfaces of a scenario as the controller knows them.
namespace ventosa::scenarios {

controller::PatchList patches_of(const std::vector<Surface>& surfaces);

/// Names, in the order of the patches.
std::vector<std::string> names_of(const std::vector<Surface>& surfaces);

}  // namespace ventosa::scenarios
