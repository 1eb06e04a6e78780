#pragma once

#include <vector>

#include "scenarios/format/scenario.h"

/// Poses and paths of the body last for a time that a script tells.
namespace ventosa::scenarios {

/// One that is not over when the next motion begins, or the run ends.
struct CutMotion {
  std::size_t goal = 0;  ///< of the script
  double lasts_until_s = 0;
  double cut_s = 0;
};
std::vector<CutMotion> cut_motions(const Scenario& scenario);

/// Refuses a motion that overtakes another one: what was asked would not be done. A `hold` and the
/// end of the run may cut one short, and the verdict says so.
/// @throws models::InputError
void check_motion_times(const Scenario& scenario);

}  // namespace ventosa::scenarios
