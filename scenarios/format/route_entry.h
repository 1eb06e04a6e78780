#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "controller/model/route.h"
#include "scenarios/format/sections.h"

/// Routes in files of recorded inputs.
namespace ventosa::scenarios {

nlohmann::ordered_json to_json(const controller::Route& route, int n_legs);

/// @throws models::InputError  a route of another robot, with a foothold beside its surface, with
/// invalid numbers, or numbers that do not fit its fingerprint
std::shared_ptr<const controller::Route> read_route(const models::Node& node,
                                                    const InputContext& context);

}  // namespace ventosa::scenarios
