#pragma once

#include <vector>

#include "scenarios/format/scenario.h"

/// Checks of the durations of poses and paths of the body.
namespace ventosa::scenarios {

/// A motion that has not ended when the next one begins or the run ends.
struct CutMotion {
  std::size_t goal = 0;  ///< index in the script's goals
  double lasts_until_s = 0;
  double cut_s = 0;
};
/// @param script  with the times of a run; motions that have not begun are left out
std::vector<CutMotion> cut_motions(const Scenario& scenario, const Script& script);

/// The scenario's script with a time for every entry: script/foreseen.h.
Script foreseen_script(const Scenario& scenario);

/// Refuses a motion that begins before another one has ended, or may by its event. A `hold` and the
/// end of the run may cut a motion short; the verdict reports it.
/// @throws models::InputError
void check_motion_times(const Scenario& scenario);

}  // namespace ventosa::scenarios
