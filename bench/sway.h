#pragma once

#include <string>
#include <vector>

#include "controller/load_sharing/load_sharing.h"
#include "controller/model/robot_model.h"

/// Load-sharing problems of a body that sways over its attached feet while gravity turns from floor
/// over wall to ceiling: every tick has new matrices.
namespace ventosa::bench {

/// Load of a stance relative to the limits of cups and joints, and the status of its problems to
/// keep.
struct Strain {
  std::string name;
  double cup_force_N = 0;
  double torque_ratio = 1;  ///< relative to the joints' limits, which are 65 % of stall
  controller::SharingStatus verdict = controller::SharingStatus::kOptimal;
};

inline const Strain kLoose{"loose", 120, 1 / 0.65};
inline const Strain kTight{"tight", 60, 1};
inline const Strain kVeryTight{"very_tight", 36, 0.8};
inline const Strain kOverloaded{"overloaded", 15, 0.4, controller::SharingStatus::kSoftened};

/// @throws std::runtime_error if a foot is out of reach
std::vector<controller::SharingProblem> sway(const controller::RobotModel& robot,
                                             const Strain& strain, int n_ticks);

}  // namespace ventosa::bench
