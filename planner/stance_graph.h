#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "planner/hold_table.h"
#include "planner/leg_way.h"

/// Stances and the steps between them. A stance is one place for each foot, with all poses of the
/// body that are connected over these feet.
namespace ventosa::planner {

/// A stance to start from or to arrive in: the body's pose and the place of each foot, by number.
struct Anchor {
  int vertex = -1;
  PerLeg<int> place{};
};

/// One step of a plan, after a way of the body over the feet as they stand.
struct PlannedStep {
  std::vector<Isometry3d> body{};   ///< poses that the body passes before the step, the last in it
  std::vector<double> speed_m_s{};  ///< largest speed of the body on its way to each of them
  int leg = -1;                     ///< -1: no step, the body's last way
  FootPlace to{};
  LegMove move{};  ///< of the lifted leg, from over its old place to over the new one
  Room room{};     ///< least room on the way, during the step and after it
};

/// Choice of a leg's next place, and of the body's pose during the step.
struct Choice {
  std::size_t leg = 0;
  int place = 0;
  int vertex = -1;
};

struct Stance {
  Anchor at{};               ///< the feet, and the vertex at which the stance was entered
  PerLeg<double> yaw_rad{};  ///< directions of the held cups about their surfaces' normals
  PoseSet poses{};
  PlannedRobot robot{};  ///< at that vertex
  PlannedStep step{};    ///< that led here
};

class StanceGraph {
 public:
  StanceGraph(const World& world, const BodyEstimate& as, const PoseGraph& poses, HoldTable& table,
              Work& work);

  /// A stance with which a plan begins, its cups as they land under its pose.
  Stance root(const Anchor& anchor);
  /// The same with a robot that stands in it already.
  Stance root(const Anchor& anchor, const PlannedRobot& robot);
  /// Room of the robot on all feet of a stance, its cups as they land under its pose.
  Room stands(const Anchor& anchor) { return judge_.stands(landed(anchor)); }
  /// Poses at which the organizer's constraints on single feet permit a step: the one nearest to
  /// where the stance was entered, then some from the nearest to a goal to the farthest.
  /// @param left  steps of the body's pose from each vertex to a goal
  std::vector<int> vertices_for(const Stance& from, const Choice& choice,
                                const std::vector<int>& left) const;
  /// A step at a pose of the body.
  /// @param from     poses that turn out to be impossible are removed
  /// @param missing  out, without a value: the room that was negative
  std::optional<Stance> step(Stance& from, const Choice& choice, Room& missing);
  /// The step at its chosen pose, otherwise at the first other one at which it is possible.
  std::optional<Stance> step_anywhere(Stance& from, const Choice& choice,
                                      const std::vector<int>& left);
  /// Moves the body over the feet of a stance.
  bool walk_body(Stance& from, int vertex, PlannedStep& step);

  /// The step with fewer corners in the way of the body, and the speeds on it.
  /// @param from  the robot where the way begins
  PlannedStep straightened(const PlannedRobot& from, const PlannedStep& step);

  static constexpr std::size_t kWeighed = 6;

 private:
  PlannedRobot landed(const Anchor& anchor) const;
  bool pose_over(const Stance& stance, int vertex, PlannedRobot& robot) const;
  Room weigh_step(const PlannedRobot& before, const PlannedRobot& after, std::size_t leg);
  std::optional<LegMove> find_swing(const PlannedRobot& before, const PlannedRobot& after,
                                    std::size_t leg);
  void find_poses(Stance& stance);
  double yaw_of(const PlannedRobot& robot, std::size_t leg) const;

  World world_;
  const PoseGraph& poses_;
  HoldTable& table_;
  Work& work_;
  Judge judge_;
};

}  // namespace ventosa::planner
