#pragma once

#include <string>

namespace ventosa::sim {

/// Version of the linked MuJoCo library, e.g. "4.0.1".
std::string engine_version();

}  // namespace ventosa::sim
