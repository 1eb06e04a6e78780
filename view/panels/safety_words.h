#pragma once

#include <string>

#include "view/run/frame.h"
#include "view/window/colours.h"

/// Texts for the safe-state machine.
namespace ventosa::view {

std::string upper_case(hal::GuardMode mode);  ///< name of a mode: "DEGRADED LEG"
sim::Rgba mode_colour(hal::GuardMode mode);

bool is_armed(hal::GuardMode mode);

/// Reason why a request was refused, as a sentence for the operator.
const char* refusal_text(hal::Refusal refusal);

/// Text of a cause: "front_left stale, since 3.2 s, gone for 0.4 s"
std::string cause_text(const Frame& frame, const hal::Cause& cause);

/// Text of the mode with its causes: "12.3 s: hold; robot operator stop, since 0 s"
std::string mode_text(const Frame& frame);

/// Next action required of the operator, or the reason why the last request was refused.
std::string advice(const Frame& frame);

/// Inputs of the machine at the last tick, without a request.
hal::GuardInputs guard_inputs(const Frame& frame);

/// Mode that would follow at the next tick if the trigger were present.
hal::GuardMode would_follow(const Frame& frame, std::optional<int> leg, hal::Trigger trigger);

}  // namespace ventosa::view
