#pragma once

#include "planner/stance_search.h"

namespace ventosa::planner {

/// Leaves out steps that are not needed.
/// @param body_left  steps of the body's pose from each vertex to a goal
Found shorten(StanceGraph& graph, Found found, const std::vector<int>& body_left);

}  // namespace ventosa::planner
