#pragma once

#include <string>
#include <vector>

namespace ventosa::app {

/// Asks the system to run this thread before all others and to keep the program in memory.
/// @return what it refused, a line each
std::vector<std::string> keep_to_time();

}  // namespace ventosa::app
