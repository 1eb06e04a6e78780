#pragma once

#include <string>

#include "view/run/frame.h"
#include "view/window/colours.h"

/// The safe-state machine in words.
namespace ventosa::view {

std::string upper_case(hal::GuardMode mode);  ///< "DEGRADED LEG"
sim::Rgba mode_colour(hal::GuardMode mode);

bool is_armed(hal::GuardMode mode);

/// Why a request was not carried out, as a sentence for the operator.
const char* refusal_text(hal::Refusal refusal);

/// "front_left stale, since 3.2 s, gone for 0.4 s"
std::string cause_text(const Frame& frame, const hal::Cause& cause);

/// "12.3 s: hold; robot operator stop, since 0 s"
std::string mode_text(const Frame& frame);

/// What the state asks of the operator, or why what he asked was refused.
std::string advice(const Frame& frame);

/// What the machine was told at the last tick, without a request.
hal::GuardInputs guard_inputs(const hal::GuardState& state, const hal::Health& health);

/// The mode that would follow at the next tick.
hal::GuardMode would_follow(const Frame& frame, std::optional<int> leg, hal::Trigger trigger);

}  // namespace ventosa::view
