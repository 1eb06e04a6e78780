#pragma once

#include <string>
#include <vector>

#include "controller/load_sharing/standing.h"
#include "controller/organizer/lift_verdict.h"

/// A stance by its physical limits and by the controller with its options, side by side, with the
/// options that make the difference.
namespace ventosa::scenarios {

/// Why two answers differ: keys of the section `controller`, or a rule that no option changes.
struct Difference {
  std::vector<std::string> options;
  bool together = false;  ///< only all of them at once; otherwise each alone
  controller::Reason rule = controller::Reason::kNone;

  bool is_named() const { return !options.empty() || rule != controller::Reason::kNone; }
};

struct StanceVerdict {
  bool is_possible = false;  ///< by the physical limits: see can_hold()
  controller::StandingAnswer physical;
  controller::LiftVerdict controller;
  Difference difference;  ///< empty if both say the same
};

/// @param limits    physical limits
/// @param standing  with the feet that shall lift
StanceVerdict judge_stance(const controller::RobotModel& robot,
                           const controller::ControllerConfig& config,
                           const controller::SharingConfig& limits,
                           const controller::Standing& standing);

}  // namespace ventosa::scenarios
