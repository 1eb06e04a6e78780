#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// What the controller thought this tick: recorded, shown, asserted on; never fed back.
namespace ventosa::controller {

/// What stops a foot from carrying more.
enum class Limit : std::uint8_t { kNone, kTorque, kSlip, kPullOff, kPeel, kPush };
const char* name(Limit limit);  ///< "none", "joint torque", "cup slip", ...

/// Where a foot stands in its step.
enum class FootPhase : std::uint8_t {
  kStance,
  kUnload,   ///< load ramps away, still gripping
  kRelease,  ///< turbine off, waiting for the vacuum to go
  kLift,
  kTransfer,
  kLower,  ///< to just above the surface
  kTouch,  ///< the rest of the way, slowly
  kSeal,   ///< turbine on, waiting for the vacuum to come
  kLoad,   ///< load ramps in
};

/// Why the controller does less than the goal asks.
enum class Reason : std::uint8_t {
  kNone,
  kLiftRefused,        ///< no feasible sharing without the foot; see `refused_leg` and `lift`
  kSharingInfeasible,  ///< the present stance is overloaded; margin < 0
  kUnreachable,        ///< inverse kinematics has no answer
  kNoFoothold,         ///< the next foothold lies on no patch
  kCupLost,            ///< a cup that should hold has no vacuum; it carries nothing
  kReleaseStuck,       ///< a cup that should let go keeps its vacuum
  kSealFailed,         ///< a placed cup did not seal, retries used up
  kBadInput,           ///< an observation or goal is not finite
  kTooFewFeet,         ///< the attached feet cannot carry a wrench
  kModuleSilent,       ///< a leg has not been heard of for long: no foot is lifted
  kLegHeld,            ///< the joints of a leg are to move whose foot holds on, or that is none
  kOperator,           ///< an operator keeps the robot from moving
};
const char* name(Reason reason);

/// What the innovations of the filter say of a held foot.
enum class FootAlarm : std::uint8_t {
  kNone,
  kSlip,        ///< its wrist point moves along the surface
  kDetachment,  ///< or away from it
};
const char* name(FootAlarm alarm);

/// The foot and limit with the least room, and how much room that is.
struct Bottleneck {
  int leg = -1;
  Limit limit = Limit::kNone;
  double margin = 0;  ///< share of every limit left over; < 0 overloaded
};

/// The force [N] on a held leg at its wrist point, in B, by each estimator of reactions.h; zero on
/// any other leg.
struct LegReaction {
  Vector3d elastic_B = Vector3d::Zero();  ///< zero on feet that leave the turn open
  Vector3d motors_B = Vector3d::Zero();
  Vector3d motors_sd_B = Vector3d::Zero();
  Vector3d fused_B = Vector3d::Zero();
  Vector3d fused_sd_B = Vector3d::Zero();
};

/// Whether the feet could weigh what the body carries.
enum class PayloadStatus : std::uint8_t {
  kOff,
  kMoving,      ///< not standing still (long enough)
  kNotAWeight,  ///< something pulls, but not like gravity: a push
  kChanged,     ///< what was known of the payload is no longer true
  kBadReading,  ///< no foot feels anything
  kWeighed,
};

/// What the body carries beyond its model. A direction of the centre that was never seen across
/// gravity is at B's origin, with the standard deviation of a guess.
struct PayloadEstimate {
  PayloadStatus status = PayloadStatus::kOff;
  double mass_kg = 0;
  double mass_sd_kg = 0;
  Vector3d p_B = Vector3d::Zero();     ///< [m] centre of mass; zero while the mass is in doubt
  Vector3d p_sd_B = Vector3d::Zero();  ///< [m] standard deviation along B's axes
};
inline PerLeg<Vector3d> no_point() {
  PerLeg<Vector3d> p;  // Eigen leaves vectors uninitialised
  p.fill(Vector3d::Zero());
  return p;
}

/// The place on a surface that a foot holds or steps to, as the plan has it.
struct PlannedFoothold {
  Vector3d p_W = Vector3d::Zero();        ///< [m] under the wrist point
  Vector3d normal_W = Vector3d::UnitZ();  ///< of the surface
};

struct Diagnostics {
  Reason reason = Reason::kNone;
  Isometry3d X_WB_estimate = Isometry3d::Identity();
  Isometry3d X_WB_reference = Isometry3d::Identity();  ///< where the body should be now
  PerLeg<FootPhase> phase{};
  PerLeg<Vector3d> p_BW = no_point();  ///< [m] where the wrist point should be now, in B
  PerLeg<Vector3d> f_W_B{};            ///< [N] planned force on the leg at its wrist point, in B
  PerLeg<LegReaction> reaction;        ///< what the legs feel
  PerLeg<PlannedFoothold> foothold;
  Bottleneck load;       ///< of the present stance
  int refused_leg = -1;  ///< the foot that may not be lifted, with kLiftRefused
  Bottleneck lift;       ///< what would give way
  double pd_share = 1;   ///< of the gains of held legs
  int sharing_iterations = 0;
  PayloadEstimate payload;
  Vector3d p_BC = Vector3d::Zero();  ///< [m] centre of mass of robot and payload, in B
  PerLeg<double> nis{};       ///< normalised innovation squared of a foot, chi-square(3); 0: none
  PerLeg<FootAlarm> alarm{};  ///< of the filter alone
  Matrix6d covariance = Matrix6d::Zero();  ///< of rotation, then position: pose_error(); 0: unknown
  int steps_done = 0;                      ///< feet placed and attached since the start
};

}  // namespace ventosa::controller
