#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "planner/stance_graph.h"

namespace ventosa::planner {

/// Where a default stance fails for lack of room.
struct NoRoom {
  int leg = -1;  ///< -1: the body, which is asked where all feet have room
  /// Distance of the foot's default place from the nearest possible one; by which the body is too
  /// near to a surface.
  double missing_m = std::numeric_limits<double>::infinity();
  double far_m = 0;  ///< distance of the body from the edge
};

/// What a question brings: poses of the body, places of the feet, stances to start from and to
/// arrive in.
class Setting {
 public:
  /// @param patch  indices of the surfaces before and behind the edge
  /// @param avoid  [m] in W: no foot is set down near these points
  Setting(const World& world, const Edge& edge, std::array<int, 2> patch, double heading_rad,
          std::vector<Vector3d> avoid);

  enum class Side : std::uint8_t { kBefore, kBehind };
  /// Default stances beside the edge, the nearest first; the body faces along the heading.
  /// @param why  out: what is missing in the stance that misses least
  std::vector<Anchor> default_stances(Side side, NoRoom& why);

  /// The stance of a robot that stands already; no value: not all feet are attached, on one of both
  /// surfaces, or the body is too near to one, or too far from the edge.
  /// @param robot  out: the robot in it
  std::optional<Anchor> present(const Standing& standing, PlannedRobot& robot);

  const PoseGraph& poses() const { return poses_; }
  const PerLeg<std::vector<FootPlace>>& places() const { return places_; }

 private:
  bool is_avoided(const Vector3d& p_WW) const;
  int add_place(std::size_t leg, const Foothold& at, const DefaultFoot& as);
  std::optional<Anchor> default_stance(Side side, double far_m, NoRoom& missing);
  NoRoom find_feet(Side side, const Isometry3d& X_WB, PerLeg<Foothold>& foot) const;

  World world_;
  Edge edge_;
  std::array<int, 2> patch_;
  std::vector<Vector3d> avoid_;
  double height_m_;
  PoseGraph poses_;
  PerLeg<std::vector<FootPlace>> places_{};
};

}  // namespace ventosa::planner
