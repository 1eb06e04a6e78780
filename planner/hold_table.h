#pragma once

#include <memory>
#include <vector>

#include "planner/foot_places.h"
#include "planner/pose_graph.h"
#include "planner/supposed.h"

namespace ventosa::planner {

/// Poses of the body under which a leg stands at a place.
struct HoldRow {
  PoseSet holds;  ///< the leg reaches, its wrist is free, and it is clear of surfaces and body
  /// Of poses that were asked for: the foot can leave the place, or come to it.
  PoseSet asked, lifts;
  /// Direction of the cup about the surface's normal if it lands under that pose, with joint 6 at
  /// 0; and how far joint 6 may turn under it. [rad]
  std::vector<float> yaw_rad, roll_room_rad;
};

/// Which leg stands where under which pose of the body. Rows are computed when they are asked for.
/// They only choose what is worth a step: the organizer's constraints are asked for every step that
/// is taken up.
class HoldTable {
 public:
  HoldTable(const World& world, const BodyEstimate& as, const PoseGraph& poses,
            PerLeg<std::vector<FootPlace>> places, Work& work);

  std::size_t n_legs() const { return world_.robot.leg.size(); }
  const std::vector<FootPlace>& places(std::size_t leg) const { return places_[leg]; }
  const FootPlace& place(std::size_t leg, int k) const {
    return places_[leg][static_cast<std::size_t>(k)];
  }
  const PoseSet& holds(std::size_t leg, int place) { return row(leg, place).holds; }
  /// True if the foot can leave the place, or come to it, under a pose under which it holds.
  bool lifts(std::size_t leg, int place, int vertex);
  /// Joints of a leg at a place with joint 6 at 0.  @return false if it is out of reach
  bool joints(std::size_t leg, const FootPlace& place, const Isometry3d& X_WB,
              PerJoint<double>& q_rad) const;
  /// Poses under which a foot holds that landed with this direction of its cup.
  PoseSet holds_turned(std::size_t leg, int place, double yaw_rad);

 private:
  struct OneLeg;
  HoldRow& row(std::size_t leg, int place);
  HoldRow compute(std::size_t leg, const FootPlace& place);
  void add_pose(std::size_t leg, const FootPlace& place, std::size_t vertex, HoldRow& row);

  World world_;
  const PoseGraph& poses_;
  PerLeg<std::vector<FootPlace>> places_;
  PerLeg<std::vector<std::unique_ptr<HoldRow>>> rows_;
  PerLeg<std::shared_ptr<OneLeg>> one_leg_;
  Work& work_;
};

/// Direction of a cup about the normal of its surface.
double cup_yaw_rad(const controller::Patch& patch, const controller::Matrix3d& R_WF);

}  // namespace ventosa::planner
