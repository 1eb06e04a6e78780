#pragma once

#include "scenarios/script/script.h"

namespace ventosa::scenarios {

/// The script with a time for every entry: one that waits for an event begins as early as the
/// events before it allow. A hold that waits begins no earlier than the motion before it ends, as
/// far as that is known. Checks before a run see every entry in it, in order; the times of a run
/// differ.
/// @param limits  of the body's reference
Script foreseen(Script script, const controller::FollowLimits& limits, double period_s);

}  // namespace ventosa::scenarios
