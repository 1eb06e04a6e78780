#include "controller/organizer/lift_verdict.h"

#include <limits>

#include "controller/dynamics/leg_statics.h"
#include "controller/load_sharing/load_check.h"
#include "controller/organizer/judgement.h"

namespace ventosa::controller {
namespace {

/// The organizer of a robot at rest.
class Organizer {
 public:
  Organizer(const RobotModel& robot, const ControllerConfig& config, const RobotAtRest& at_rest)
      : robot_(robot), config_(config), at_rest_(at_rest) {
    body_.stance = at_rest.stance;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body_.contact[i] = {
          .attached = true, .patch = at_rest.patch[i], .p_WW = at_rest.stance.leg[i].pose.p_BW};
      report_[i].attached = true;
      report_[i].q_set_rad = report_[i].q_rad = at_rest.q_rad[i];
    }
  }

  Scene scene() const { return {robot_, config_, input_}; }
  Posture posture(LegSet lifted) const {
    return {Isometry3d::Identity(), feet_after(scene(), {}, {}), ~lifted};
  }
  Bottleneck margin_before(LegSet lifted) const {
    SharingWarmStart cold;
    return load_margin({robot_, config_.sharing, body_.stance, lifted}, cold);
  }
  /// Margin of the arm of a leg that the body carries.
  Bottleneck arm_margin(std::size_t leg, const LegPose& pose) const {
    const ArmLoad load = arm_load(robot_.leg[leg], pose, body_.stance.g_B);
    return {static_cast<int>(leg), Limit::kTorque, 1 - load.ratio / config_.sharing.torque_ratio};
  }

 private:
  const RobotModel& robot_;
  const ControllerConfig& config_;
  const RobotAtRest& at_rest_;
  BodyEstimate body_;
  PerLeg<ModuleReport> report_{};
  Goal goal_;
  PerLeg<Vector3d> F_last_B_ = zero_vectors();
  OrganizerInput input_{body_, report_, at_rest_.surfaces, goal_, F_last_B_};
};

/// Takes a margin.  @return false if it is negative, which ends the checks
bool passes(const Bottleneck& margin, const Objection& otherwise, LiftVerdict& verdict) {
  if (margin.margin < verdict.least.margin) verdict.least = margin;
  if (margin.margin >= 0) return true;
  verdict.objection = otherwise;
  return false;
}

bool arms_pass(const Organizer& organizer, const PerLeg<LegPose>& pose, LegSet lifted,
               LiftVerdict& verdict) {
  for (int leg = 0; leg < organizer.scene().robot.n_legs(); ++leg) {
    const auto i = static_cast<std::size_t>(leg);
    if (lifted[i] &&
        !passes(organizer.arm_margin(i, pose[i]), {Reason::kUnreachable, leg}, verdict))
      return false;
  }
  return true;
}

PerLeg<LegPose> poses_of(const Stance& stance) {
  PerLeg<LegPose> pose;
  for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = stance.leg[i].pose;
  return pose;
}

}  // namespace

LiftVerdict judge_lift(const RobotModel& robot, const ControllerConfig& config,
                       const RobotAtRest& at_rest, LegSet lifted) noexcept {
  LiftVerdict verdict{.least = {.margin = std::numeric_limits<double>::infinity()}};
  const Organizer organizer(robot, config, at_rest);
  const Objection refused = lifted.none() ? Objection{Reason::kSharingInfeasible, -1}
                                          : Objection{Reason::kLiftRefused, first_of(lifted)};
  if (!passes(organizer.margin_before(lifted), refused, verdict)) return verdict;
  const Scene scene = organizer.scene();
  const Posture after = organizer.posture(lifted);
  verdict.objection = objection_to_place(scene, after, {});
  if (!verdict.lifts() || lifted.none()) return verdict;
  if (arms_pass(organizer, poses_of(at_rest.stance), lifted, verdict) &&
      arms_pass(organizer, pose_legs(scene, after).pose, lifted, verdict))
    passes(weigh({scene, after}), refused, verdict);
  return verdict;
}

}  // namespace ventosa::controller
