#include "planner/leg_way.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <vector>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/wrist.h"

namespace ventosa::planner {
namespace {

using controller::IkStatus;
using controller::Leg;

/// Angles of joints 2 and 3 with which a leg is drawn in or raised on its way.
struct Fold {
  double q2_rad, q3_rad;
};
constexpr double kDegree = std::numbers::pi / 180;
constexpr Fold kFolds[] = {{60 * kDegree, 130 * kDegree},
                           {90 * kDegree, 90 * kDegree},
                           {100 * kDegree, 140 * kDegree},
                           {30 * kDegree, 120 * kDegree},
                           {100 * kDegree, 40 * kDegree}};

/// Least sine of the angle between forearm and cup while a foot is lifted or set down: the
/// straighter a wrist is, the faster its joints turn, and it cannot bend to the other side on the
/// way.
constexpr double kLeastBend = 0.1;

PerJoint<double> middle(const PerJoint<double>& a_rad, const PerJoint<double>& b_rad) {
  PerJoint<double> q_rad;
  for (std::size_t j = 0; j < q_rad.size(); ++j) q_rad[j] = (a_rad[j] + b_rad[j]) / 2;
  return q_rad;
}

/// The joints with the arm folded, its first joint as in `aside`.
PerJoint<double> folded(const Leg& leg, PerJoint<double> q_rad, const Fold& fold,
                        const PerJoint<double>& aside_rad) {
  const auto first = static_cast<std::size_t>(leg.n_lead());
  q_rad[first] = aside_rad[first];
  for (const auto& [j, angle_rad] : {std::pair{first + 1, fold.q2_rad}, {first + 2, fold.q3_rad}})
    q_rad[j] = std::clamp(angle_rad, leg.joint[j].q_min_rad, leg.joint[j].q_max_rad);
  return q_rad;
}

LegMove through(std::initializer_list<PerJoint<double>> points) {
  LegMove move;
  for (const PerJoint<double>& q_rad : points)
    move.q_rad[static_cast<std::size_t>(move.n++)] = q_rad;
  return move;
}

/// Moves to try, the short ones first.
std::vector<LegMove> candidates(const Leg& leg, const PerJoint<double>& from_rad,
                                const PerJoint<double>& to_rad) {
  const PerJoint<double> middle_rad = middle(from_rad, to_rad);
  std::vector<LegMove> moves{through({to_rad})};
  for (const Fold& fold : kFolds)
    for (const PerJoint<double>* aside : {&middle_rad, &from_rad, &to_rad})
      moves.push_back(through({folded(leg, middle_rad, fold, *aside), to_rad}));
  for (const Fold& fold : kFolds)
    moves.push_back(through(
        {folded(leg, from_rad, fold, from_rad), folded(leg, to_rad, fold, to_rad), to_rad}));
  return moves;
}

}  // namespace

std::optional<PerJoint<double>> lifted(const World& world, std::size_t leg, const Isometry3d& X_WB,
                                       const Foothold& from, PerJoint<double> q_rad) {
  constexpr int kHeights = 4;
  const Leg& of = world.robot.leg[leg];
  const Isometry3d X_LW = (X_WB * of.X_BL).inverse();
  const controller::Wrist side = branch_of(of, q_rad).wrist;
  const double height_m = world.config.gait.lift_m + world.config.lip.free_height_m;
  for (int k = 1; k <= kHeights; ++k) {
    const Vector3d p_WW = from.p_WW - height_m * k / kHeights * from.z_WF;
    if (follow_leg(of, X_LW * p_WW, X_LW.linear() * from.z_WF, q_rad) != IkStatus::kOk ||
        wrist_sine(of, q_rad) < kLeastBend || branch_of(of, q_rad).wrist != side)
      return std::nullopt;
  }
  return q_rad;
}

std::optional<LegMove> find_way(Judge& judge, const World& world, const PlannedRobot& robot,
                                std::size_t leg, const PerJoint<double>& q_from_rad,
                                const PerJoint<double>& q_to_rad) {
  for (const LegMove& move : candidates(world.robot.leg[leg], q_from_rad, q_to_rad))
    if (judge.may_swing(robot, leg, q_from_rad, move)) return move;
  return std::nullopt;
}

}  // namespace ventosa::planner
