#pragma once

#include <string>

namespace ventosa::sim {

/// Of the MuJoCo that runs: "4.0.1".
std::string engine_version();

}  // namespace ventosa::sim
