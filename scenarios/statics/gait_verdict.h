#pragma once

#include "scenarios/statics/stance_verdict.h"

/// Every row of the gaits of a robot at rest in its default stance, its body parallel to a plane.
namespace ventosa::scenarios {

struct Plane {
  std::string name;
  double incline_rad = 0;
  double friction = 0;
  controller::Vector3d gravity_W{0, 0, -9.81};
};

struct RowVerdict {
  int row = 0;                ///< index from 0
  controller::LegSet lifted;  ///< feet that are in the air in any part of it
  double heading_rad = 0;     ///< heading with the least margin: see Standing
  StanceVerdict verdict{};
};

struct GaitVerdict {
  std::string gait;
  std::string surface;
  double cup_force_N = 0;
  std::vector<RowVerdict> row{};  ///< by the controller's limits, each at its worst heading

  int n_held() const;
  bool holds() const { return n_held() == static_cast<int>(row.size()); }
  const RowVerdict& worst() const;  ///< row with the least margin, refused ones first
};

/// Headings that are tried where the plane is not level.
inline constexpr int kHeadings = 8;

/// All gaits of the robot on a plane.
std::vector<GaitVerdict> judge_gaits(const controller::RobotModel& robot,
                                     const controller::ControllerConfig& config, const Plane& plane,
                                     double cup_force_N);

}  // namespace ventosa::scenarios
