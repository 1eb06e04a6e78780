#pragma once

#include <string>
#include <vector>

namespace ventosa::app {

/// Requests real-time priority for this thread and locks the program in memory.
/// @return messages for the refused requests
std::vector<std::string> keep_to_time();

}  // namespace ventosa::app
