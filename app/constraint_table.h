#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "models/robot.h"

/// The constraints by which the controller judges the motions of a robot, with the limits of its
/// default options for an ideal plant, as a table or JSON.
namespace ventosa::app {

void print_constraints(const models::Robot& robot);

nlohmann::ordered_json constraints_json(const std::filesystem::path& file,
                                        const models::Robot& robot);

}  // namespace ventosa::app
