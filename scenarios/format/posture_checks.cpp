#include "scenarios/format/posture_checks.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "models/input_error.h"
#include "models/self_collision.h"
#include "models/text.h"
#include "scenarios/format/motion_times.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::scenarios {
namespace {

using controller::IkStatus;
using controller::Isometry3d;
using controller::PatchList;
using controller::PerJoint;
using controller::PerLeg;
using controller::SelfDistance;
using controller::Vector3d;
using models::InputError;

/// A robot whose feet stay where they start while its body moves.
class PlantedRobot {
 public:
  explicit PlantedRobot(const Scenario& scenario) : robot_(scenario.robot.nominal) {
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      q_rad_[i] = scenario.twin.leg[i].q_rad;
      const controller::LegPose pose = leg_pose(robot_.leg[i], q_rad_[i]);
      p_WW_[i] = scenario.twin.X_WB * pose.p_BW;
      z_WF_[i] = scenario.twin.X_WB.linear() * pose.X_BF.linear().col(2);
    }
  }

  /// @return false if a leg cannot reach
  bool move_to(const Isometry3d& X_WB) {
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      const Isometry3d X_LW = (X_WB * robot_.leg[i].X_BL).inverse();
      if (follow_leg(robot_.leg[i], X_LW * p_WW_[i], X_LW.linear() * z_WF_[i], q_rad_[i]) !=
          IkStatus::kOk)
        return false;
    }
    return true;
  }

  /// Largest depth of body and links in one of the patches; not negative.
  double depth_in(const PatchList& patches, const Isometry3d& X_WB) const {
    double deepest_m = -body_distance_m(robot_, patches, X_WB, 0);
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      const controller::LegPose pose = leg_pose(robot_.leg[i], q_rad_[i]);
      deepest_m = std::max(deepest_m, links_depth_m(robot_.leg[i], pose, patches, X_WB));
    }
    return deepest_m;
  }

  SelfDistance self_distance() const { return models::self_distance_at(robot_, q_rad_); }

 private:
  const controller::RobotModel& robot_;
  PerLeg<PerJoint<double>> q_rad_{};
  PerLeg<Vector3d> p_WW_ = controller::zero_vectors(), z_WF_ = controller::zero_vectors();
};

/// True if the script determines the body's pose and the feet stay.
bool is_known(const TimedGoal& goal) {
  return !std::holds_alternative<Walk>(goal.motion) &&
         !std::holds_alternative<Waypoints>(goal.motion) &&
         !std::holds_alternative<Move>(goal.motion) &&
         !std::holds_alternative<LegTask>(goal.motion) &&
         !std::holds_alternative<Climb>(goal.motion);
}

[[noreturn]] void refuse_goal(const Scenario& scenario, const TimedGoal& goal, double time_s,
                              const SelfDistance& self) {
  throw InputError("script[" + std::to_string(goal.entry) + "]", "",
                   "at " + models::decimal(time_s, 5) + " s the robot would collide with itself: " +
                       models::overlap_text(scenario.robot.nominal, self),
                   "move the body less far, or place the feet farther out");
}

/// Checks a goal for self-collisions on its way.  @return false if the pose after it is unknown
bool check_goal(const Scenario& scenario, const Script& script, std::size_t k,
                PlantedRobot& robot) {
  constexpr double kSample_s = 0.05;
  const TimedGoal& goal = script.goals()[k];
  const bool is_last = k + 1 == script.goals().size();
  const double end_s =
      is_last ? std::max(scenario.duration_s, goal.at_s + kSample_s) : script.goals()[k + 1].at_s;
  for (double time_s = goal.at_s; time_s < end_s; time_s += kSample_s) {
    if (!robot.move_to(script.goal_at(time_s, scenario.twin.X_WB).X_WB)) return false;
    const SelfDistance self = robot.self_distance();
    if (self.collides()) refuse_goal(scenario, goal, time_s, self);
  }
  return true;
}

/// Surfaces whose top is their plane.
PatchList flat_patches(const Scenario& scenario) {
  PatchList patches;
  for (const Surface& surface : scenario.surfaces)
    if (!surface.relief) patches.patch[static_cast<std::size_t>(patches.n++)] = surface.patch;
  return patches;
}

void check_self_collision(const Scenario& scenario, const SelfDistance& self) {
  if (!self.collides()) return;
  const std::string rule = "the robot would start in collision with itself: " +
                           models::overlap_text(scenario.robot.nominal, self);
  if (scenario.twin.clamped)
    throw InputError("placement.clamped.joints_deg[" + std::to_string(self.b.leg) + "]", "", rule,
                     "move one of the two away");
  throw InputError("placement.stance", "", rule,
                   "change placement.stance, height_m, roll_deg or pitch_deg");
}

}  // namespace

void check_start_posture(const Scenario& scenario) {
  const PlantedRobot robot(scenario);
  check_self_collision(scenario, robot.self_distance());
  check_start_depth(robot.depth_in(flat_patches(scenario), scenario.twin.X_WB));
}

void check_start_depth(double depth_m) {
  constexpr double kDeepest_m = 0.005;
  if (depth_m <= kDeepest_m) return;
  throw InputError("placement", "",
                   "starts " + std::to_string(std::lround(1000 * depth_m)) + " mm inside a surface",
                   "move the robot, or change its joint angles");
}

void check_start_holds(const Scenario& scenario) {
  if (scenario.twin.clamped) return;
  const controller::RobotModel& robot = scenario.robot.nominal;
  const controller::Bottleneck least = static_margin(robot, at_start(scenario));
  if (least.margin >= 0) return;
  throw InputError(
      "placement", "",
      "the feet cannot carry the robot in its start pose: " + excess_text(robot, least),
      std::string(robot.cup() ? "stronger cups (cup_force_N), " : "") +
          "more friction, or another stance: ventosa statics");
}

void check_goal_postures(const Scenario& scenario) {
  if (scenario.twin.clamped) return;
  PlantedRobot robot(scenario);
  const Script script = foreseen_script(scenario);
  for (std::size_t k = 0; k < script.goals().size() && is_known(script.goals()[k]); ++k)
    if (!check_goal(scenario, script, k, robot)) return;
}

}  // namespace ventosa::scenarios
