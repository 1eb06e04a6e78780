#include "controller/organizer/constraints.h"

#include <algorithm>

#include "controller/dynamics/leg_statics.h"
#include "controller/kinematics/clearance.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/self_distance.h"
#include "controller/load_sharing/load_check.h"
#include "controller/organizer/places.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

/// One attached leg in a posture.
struct HeldFoot {
  const Scene& scene;
  const Isometry3d& X_WB;
  const Leg& leg;
  const PerJoint<double> q_rad;  ///< present joints
  const Foothold& foot;
  const Foothold now;  ///< present place of the foot
  const Contact& contact;

  HeldFoot(const Posed& posed, int which) noexcept
      : HeldFoot(posed, static_cast<std::size_t>(which)) {}
  HeldFoot(const Posed& posed, std::size_t i) noexcept
      : scene(posed.scene),
        X_WB(posed.posture.X_WB),
        leg(scene.robot.leg[i]),
        q_rad(joints_now(scene, i)),
        foot(posed.posture.foot[i]),
        now(foothold_now(scene, i)),
        contact(scene.in.body.contact[i]) {}

  Isometry3d X_LW() const { return (X_WB * leg.X_BL).inverse(); }
  /// True if the foot has not moved since: then the whole pose of its cup is known.
  bool stays() const { return (foot.p_WW - now.p_WW).norm() < 1e-9; }
  /// Wrist point on the loaded lip.
  Vector3d p_WW() const { return stays() ? Vector3d(foot.p_WW + contact.deflection_W) : foot.p_WW; }
};

double share_left(double value, double limit) { return value / limit - 1; }

template <double value>
double fixed(const ControllerConfig&) noexcept {
  return value;
}

// reach

bool reaches_trimmed(const HeldFoot& at, double trim_m) {
  return reaches_contact(at.leg, at.X_LW() * at.p_WW(), at.q_rad, trim_m);
}

/// Distance of a foot that is out of reach from its nominal place: the nearer, the more room.
double away_m(const HeldFoot& at) { return (at.X_WB * at.leg.p_BW_nominal - at.foot.p_WW).norm(); }

/// Share of the trim that is within reach, less 1.
template <double trim_m>
double reach(const Posed& posed, int& which) noexcept {
  constexpr int kRounds = 12;
  const HeldFoot at(posed, which);
  if (reaches_trimmed(at, trim_m)) return kAny;
  if (!reaches_trimmed(at, 0)) return -1 - away_m(at);
  double good = 0, bad = 1;
  for (int round = 0; round < kRounds; ++round) {
    const double share = (good + bad) / 2;
    (reaches_trimmed(at, share * trim_m) ? good : bad) = share;
  }
  return good - 1;
}

// wrist

/// |sin q5|: sine of the angle between the forearm (axis of joint 4) and the cup's axis. 0 if the
/// leg does not reach.
double wrist_bend(const HeldFoot& at) {
  PerJoint<double> q_rad = at.q_rad;
  if (follow_arm(at.leg, at.X_LW() * at.p_WW(), q_rad) != IkStatus::kOk) return 0;
  if (!at.leg.has_wrist()) return 1;
  const Vector3d forearm_B = leg_pose(at.leg, q_rad).axis_B[static_cast<std::size_t>(at.leg.n_arm)];
  return forearm_B.cross(at.X_WB.linear().transpose() * at.foot.z_WF).norm();
}

double bend(const Posed& posed, int& which) noexcept {
  const HeldFoot at(posed, which);
  return share_left(wrist_bend(at), (1 + at.scene.reserve) * least_bend(at.scene.config));
}

/// Play, and errors of encoders and estimate: about 0.03 rad.
constexpr double kWristReserve = 0.015;

/// Pose of the lip by the joint readings, its wrist on the contact point.
Isometry3d held_cup(const Posed& posed, int which) {
  const auto i = static_cast<std::size_t>(which);
  const BodyEstimate& body = posed.scene.in.body;
  const LegPose& pose = body.stance.leg[i].pose;
  Isometry3d X_WF = body.X_WB * pose.X_BF;
  X_WF.translation() += HeldFoot(posed, which).p_WW() - body.X_WB * pose.p_BW;
  return X_WF;
}

double roll(const Posed& posed, int& which) noexcept {
  const HeldFoot at(posed, which);
  if (!at.stays()) return kAny;
  const double room = wrist_room(at.leg, held_cup(posed, which), at.q_rad, at.X_WB);
  return share_left(room, kWristReserve);
}

// distances

double body_at_surface(const Posed& posed, int&) noexcept {
  const double least_m = posed.scene.with_reserve(kLeastClearance_m);
  const double distance_m =
      body_distance_m(posed.scene.robot, posed.scene.in.surfaces, posed.posture.X_WB, least_m);
  return share_left(distance_m, least_m);
}

// leaving

/// Height by which a foot must be able to leave its surface.
double lift_height_m(const ControllerConfig& config) noexcept {
  return config.gait.lift_m + config.lip.free_height_m;
}

LiftOff lift_off(const HeldFoot& at) {
  constexpr int kHeights = 4;
  const Isometry3d X_LW = at.X_LW();
  const double height_m = (1 + at.scene.reserve) * lift_height_m(at.scene.config);
  LiftOff way{.up_rad = at.q_rad};
  for (int k = 0; k <= kHeights; ++k) {
    const Vector3d p_WW = at.foot.p_WW - height_m * k / kHeights * at.foot.z_WF;
    if (follow_leg(at.leg, X_LW * p_WW, X_LW.linear() * at.foot.z_WF, way.up_rad) != IkStatus::kOk)
      return way;
    if (k == 0) way.down_rad = way.up_rad;
  }
  way.is_possible = true;
  return way;
}

double arm_share(const ControllerConfig& config) noexcept { return config.sharing.torque_ratio; }

double arm(const Posed& posed, int& which) noexcept {
  const HeldFoot at(posed, which);
  const LiftOff& way = posed.lift_off(which);
  if (!way.is_possible) return kAny;
  const Vector3d g_B = at.X_WB.linear().transpose() * at.scene.config.gravity_W;
  double most = 0;
  for (const PerJoint<double>& q_rad : {way.down_rad, way.up_rad})
    most = std::max(most, arm_load(at.leg, leg_pose(at.leg, q_rad), g_B).ratio);
  return 1 - most / arm_share(at.scene.config);
}

/// Farther behind than it could have been set down ahead, a foot would have no way back.
double most_lag_m(const ControllerConfig& config) noexcept {
  return config.gait.stride_m / 2 + PlaceList::kRadius_m;
}

double behind(const Posed& posed, int& which) noexcept {
  const HeldFoot at(posed, which);
  return 1 - lag_m(at.leg, at.X_WB, at.foot.p_WW) / most_lag_m(at.scene.config);
}

// load

double planned_share(const ControllerConfig& config) noexcept {
  return planned_limits(config.sharing).torque_ratio;
}

double load(const Posed& posed, int& which) noexcept {
  const Bottleneck least = weigh(posed);
  which = least.leg;
  return least.margin;
}

using enum Scope;
using enum Asked;
using enum Bound;

constexpr Constraint kConstraints[]{
    {Limiting::kReach, "reach beside the planned pose", kFoot, kStanding, Reason::kUnreachable,
     kAtLeast, "m", "fixed", fixed<kTrim_m>, reach<kTrim_m>},
    {Limiting::kWristBend, "sine of the angle between forearm and cup", kFoot, kStanding,
     Reason::kUnreachable, kAtLeast, "", "sharing.wrist_moment_Nm", least_bend, bend,
     Equipment::kCup},
    {Limiting::kWristRange, "share of the wrist's range from its stops", kFoot, kStanding,
     Reason::kUnreachable, kAtLeast, "", "fixed", fixed<kWristReserve>, roll, Equipment::kCup},
    {Limiting::kBodyClearance, "distance from surfaces", kBody, kStanding, Reason::kWayBlocked,
     kAtLeast, "m", "fixed", fixed<kLeastClearance_m>, body_at_surface},
    {Limiting::kLegClearance, "distance from surfaces; its own for the arm", kLeg, kStanding,
     Reason::kWayBlocked, kAtLeast, "m", "fixed", fixed<kLeastClearance_m>, room_at_surfaces},
    {Limiting::kSelfClearance, "distance from other parts", kRobot, kStanding, Reason::kWayBlocked,
     kAtLeast, "m", "fixed", fixed<kClearOfItself_m>, room_of_itself},
    {Limiting::kWalkReach, "reach beside the planned pose", kFoot, kWalking, Reason::kUnreachable,
     kAtLeast, "m", "fixed", fixed<kTrimOfWalk_m>, reach<kTrimOfWalk_m>},
    {Limiting::kLiftHeight, "height to which it can be lifted", kFoot, kWalking,
     Reason::kUnreachable, kAtLeast, "m", "gait.lift_m", lift_height_m, room_to_lift},
    {Limiting::kLegWeight, "torque over its limit by the lifted leg's weight", kFoot, kWalking,
     Reason::kUnreachable, kAtMost, "", "sharing.torque_ratio", arm_share, arm},
    {Limiting::kLag, "distance from the nominal place", kFoot, kWalking, Reason::kNoFoothold,
     kAtMost, "m", "gait.stride_m", most_lag_m, behind},
    {Limiting::kLoad, "torque over its limit, the feet within theirs", kStance, kLifting,
     Reason::kLiftRefused, kAtMost, "", "sharing.planned_share", planned_share, load},
    {Limiting::kSwing, "reach along the swing", kStep, kLifting, Reason::kUnreachable, kAtLeast,
     "m", "fixed", fixed<0.0>, nullptr},
    {Limiting::kSwing, "joint speed over its limit", kStep, kLifting, Reason::kUnreachable, kAtMost,
     "", "gait.swing_speed_ratio",
     [](const ControllerConfig& config) noexcept { return config.gait.swing_speed_ratio; },
     nullptr},
    {Limiting::kSwing, "torque over its limit by the leg's weight", kStep, kLifting,
     Reason::kUnreachable, kAtMost, "", "sharing.torque_ratio", arm_share, nullptr},
    {Limiting::kPlace, "distance of the foot from edges", kStep, kLifting, Reason::kNoFoothold,
     kAtLeast, "m", "fixed", fixed<kEdgeClearance_m>, nullptr}};

}  // namespace

std::span<const Constraint> constraints() noexcept {
  return {kConstraints, std::ranges::find(kConstraints, kStep, &Constraint::scope)};
}

std::span<const Constraint> all_constraints() noexcept { return kConstraints; }

Objection violation(Limiting limiting, int leg, double room) noexcept {
  const auto* const row = std::ranges::find(kConstraints, limiting, &Constraint::limiting);
  return {row->reason, leg, limiting, room};
}

double wrist_room(const Leg& leg, const Isometry3d& X_WF, const PerJoint<double>& q_now_rad,
                  const Isometry3d& X_WB) noexcept {
  PerJoint<double> q_rad = q_now_rad;
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  if (follow_pose(leg, X_LW * X_WF, q_rad) != IkStatus::kOk) return 0;
  return limit_room(leg, q_rad, leg.n_arm);
}

double room_at_surfaces(const Posed& posed, int& which) noexcept {
  const HeldFoot at(posed, which);
  const PosedLeg leg{at.leg, posed.legs.pose[static_cast<std::size_t>(which)], at.X_WB};
  const Vector3d p_WF = at.foot.p_WW + at.leg.foot.standoff_m * at.foot.z_WF;
  const double least_m = at.scene.with_reserve(kLeastClearance_m);
  double room_m = least_m;
  for (int k = 0; k < at.scene.in.surfaces.n; ++k) {
    const Patch& patch = patch_of(at.scene, k);
    const bool stands_on =
        at.foot.patch >= 0 && (k == at.foot.patch || lies_on(patch, p_WF, at.foot.z_WF));
    const int n_parts = stands_on ? n_arm_links(at.leg) : at.leg.n_joints + 1;
    room_m = nearest_part(leg, patch, n_parts, room_m).distance_m;
  }
  return share_left(room_m, least_m);
}

double room_of_itself(const Posed& posed, int& which) noexcept {
  const SelfDistance nearest = self_distance(posed.scene.robot, posed.legs.pose);
  which = nearest.b.leg;
  return share_left(nearest.distance_m, posed.scene.with_reserve(kClearOfItself_m));
}

const LiftOff& Posed::lift_off(int leg) const noexcept {
  std::optional<LiftOff>& known = lift_off_[static_cast<std::size_t>(leg)];
  if (!known) known = controller::lift_off(HeldFoot(*this, leg));
  return *known;
}

double room_to_lift(const Posed& posed, int& which) noexcept {
  return posed.lift_off(which).is_possible ? kAny : -1 - away_m(HeldFoot(posed, which));
}

bool is_possible(const Posed& posed, int& leg) noexcept {
  leg = first_that_misses(posed);
  return leg < 0 && room_of_itself(posed, leg) >= 0;
}

Bottleneck weigh(const Posed& posed) noexcept {
  int leg = -1;
  if (!is_possible(posed, leg)) return {leg, Limit::kNone, kNothingHolds};
  const Stance stance = stance_of(posed.scene, posed.posture, posed.legs);
  const SharingConfig limits = planned_limits(posed.scene.config.sharing, posed.scene.reserve);
  SharingWarmStart cold;
  return load_margin({posed.scene.robot, limits, stance}, cold);
}

double lag_m(const Leg& leg, const Isometry3d& X_WB, const Vector3d& p_WW) noexcept {
  return (X_WB.inverse() * p_WW - leg.p_BW_nominal).head<2>().norm();
}

int first_that_misses(const Posed& posed) noexcept {
  for (int leg = 0; leg < posed.scene.robot.n_legs(); ++leg)
    if (!posed.legs.reached[static_cast<std::size_t>(leg)]) return leg;
  return -1;
}

}  // namespace ventosa::controller
