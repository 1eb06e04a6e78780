#pragma once

#include "controller/organizer/organize.h"

/// What becomes of a foot whose step fails: it goes to another place near by (places.h), and to
/// another; at last back to where it came from, and the walk has ended.
namespace ventosa::controller {

/// Legs in the air do not wait for their rows: they come down, attach, and take their load.
void bring_down(OrganizerState& state) noexcept;

/// A foot that does not get to where its walk should have led it goes back.
void recall_feet(OrganizerState& state) noexcept;

/// A foot whose cup does not seal where it is, however often it tries, or that gets stuck on its
/// way, goes on. While a joint is hot it goes back.
void step_elsewhere(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, OrganizerState& state) noexcept;

/// A foot that stands and has lost its hold; while no other may step, one that has slipped: it may
/// be in the others' way. Or -1.
int misplaced_foot(const RobotModel& robot, const OrganizerInput& input,
                   const OrganizerState& state) noexcept;

/// It steps to a place near by: where it stands something may leak. The body waits.
void step_again(const RobotModel& robot, const ControllerConfig& config,
                const OrganizerInput& input, int leg, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
