#pragma once

#include <algorithm>
#include <string_view>
#include <variant>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "hal/capabilities.h"
#include "hal/guard/guard.h"
#include "hal/native/key.h"

/// Messages of the protocol. Each lists its fields by describe() and is sent in that order.
namespace ventosa::hal::native {

using controller::Vector3d;

/// A short name, padded with zero bytes.
struct Label {
  std::array<char, 32> text{};

  Label() = default;
  explicit Label(std::string_view name) noexcept {  // text that does not fit is cut off
    std::copy_n(name.data(), std::min(name.size(), text.size()), text.data());
  }
  std::string_view view() const noexcept {
    return {text.data(),
            static_cast<std::size_t>(std::find(text.begin(), text.end(), '\0') - text.begin())};
  }
  bool empty() const noexcept { return text[0] == '\0'; }
  bool operator==(const Label&) const = default;
};

/// To a module: asks for its identity.
struct Ask {
  static constexpr Kind kKind = Kind::kAsk;
  Nonce nonce{};
};
void describe(auto& field, controller::Is<Ask> auto& ask) { field("nonce", ask.nonce); }

struct ForceSensorIdentity {
  double rate_hz = 0;
  double range_N = 0;  ///< to both sides, per axis
};
void describe(auto& field, controller::Is<ForceSensorIdentity> auto& sensor) {
  field("rate", sensor.rate_hz, "Hz");
  field("range", sensor.range_N, "N");
}

struct JointIdentity {
  double q_min_rad = 0;
  double q_max_rad = 0;
  double torque_limit_Nm = 0;
  Vector3d p_PJ_m = Vector3d::Zero();  ///< place of the joint relative to the preceding link: the
                                       ///< leg's dimensions
  std::uint32_t modes = 0;             ///< bits of JointMode
};
void describe(auto& field, controller::Is<JointIdentity> auto& joint) {
  field("q_min", joint.q_min_rad, "rad");
  field("q_max", joint.q_max_rad, "rad");
  field("torque_limit", joint.torque_limit_Nm, "N m");
  field("p_PJ", joint.p_PJ_m, "m");
  field("modes", joint.modes);
}

/// The foot of a module, each kind with what is its own. @{
struct NoFoot {};  ///< the body's device
struct CupIdentity {
  double wrist_to_lip_m = 0;
  std::uint32_t modes = 0;  ///< bits of CupMode
};
struct PointIdentity {
  std::optional<ForceSensorIdentity> sensor{};  ///< no value: the foot has none
};
using FootIdentity = std::variant<NoFoot, CupIdentity, PointIdentity>;
/// @}

/// Names of the kinds of feet, in the order of FootIdentity.
inline constexpr auto kFootKinds = controller::words("none", "cup", "point");

void describe(auto&, controller::Is<NoFoot> auto&) {}
void describe(auto& field, controller::Is<CupIdentity> auto& cup) {
  field("wrist_to_lip", cup.wrist_to_lip_m, "m");
  field("modes", cup.modes);
}
void describe(auto& field, controller::Is<PointIdentity> auto& point) {
  field("sensor", point.sensor);
}

/// Identity and lease of a module.
struct Identity {
  static constexpr Kind kKind = Kind::kIdentity;
  Nonce echo{};                 ///< nonce of the question
  Nonce challenge{};            ///< nonce that a claim must contain
  Label robot, module, holder;  ///< holder of the lease; empty: none
  std::int32_t n_joints = 0;
  std::int32_t boots = 0;
  std::int64_t now_ns = 0;     ///< time on the module's clock, which also stamps its readings
  std::int64_t booted_ns = 0;  ///< boot time on the module's clock: earlier verifications are void
  std::int64_t period_ns = 0;  ///< period of its telemetry
  FootIdentity foot;
  bool pack = false;  ///< the module has a battery pack
  Impedance impedance = Impedance::kNone;
  Telemetry tells;
  bool lock_step = false;  ///< the module's time waits for the next command
  controller::PerJoint<JointIdentity> joint{};
};
void describe(auto& field, controller::Is<Telemetry> auto& tells) {
  field("joint_velocity", tells.joint_velocity);
  field("joint_torque", tells.joint_torque);
  field("joint_current", tells.joint_current);
  field("joint_voltage", tells.joint_voltage);
  field("joint_temperature", tells.joint_temperature);
  field("pack", tells.pack);
  field("bus", tells.bus);
  field("turbine_speed", tells.turbine_speed);
  field("cup_distance", tells.cup_distance);
  field("foot_force", tells.foot_force);
  field("drive_status", tells.drive_status);
  field("module_power", tells.module_power);
  field("loop_time", tells.loop_time);
  field("boot_count", tells.boot_count);
  field("imu", tells.imu);
  field("pan_tilt", tells.pan_tilt);
  field("depth_camera", tells.depth_camera);
  field("gps", tells.gps);
  field("compass", tells.compass);
}
void describe(auto& field, controller::Is<Identity> auto& identity) {
  field("echo", identity.echo);
  field("challenge", identity.challenge);
  field("robot", identity.robot);
  field("module", identity.module);
  field("holder", identity.holder);
  field("n_joints", identity.n_joints);
  field("boots", identity.boots);
  field("now", identity.now_ns, "s");
  field("booted", identity.booted_ns, "s");
  field("period", identity.period_ns, "s");
  field.one_of("foot", kFootKinds, identity.foot);
  field("pack", identity.pack);
  field("impedance", identity.impedance);
  field("tells", identity.tells);
  field("lock_step", identity.lock_step);
  field.list("joint", identity.joint);
}

/// To a module: claims the lease and answers its challenge; both ends derive the session from it.
struct Claim {
  static constexpr Kind kKind = Kind::kClaim;
  Nonce nonce{};      ///< the master's, from its question
  Nonce challenge{};  ///< the module's, from its answer
  Label owner;
};
void describe(auto& field, controller::Is<Claim> auto& claim) {
  field("nonce", claim.nonce);
  field("challenge", claim.challenge);
  field("owner", claim.owner);
}

struct Claimed {
  static constexpr Kind kKind = Kind::kClaimed;
  Nonce nonce{};  ///< nonce of the claim
};
void describe(auto& field, controller::Is<Claimed> auto& claimed) { field("nonce", claimed.nonce); }

enum class Refusal : std::uint8_t {
  kHeld,       ///< another master has the lease
  kChallenge,  ///< the claim does not answer the module's last challenge
  kNoSession,  ///< unknown session: the module has rebooted, has another master, or missed too much
  kVersion,    ///< the question has another version of the protocol
};
constexpr auto enumerators(Refusal) {
  return controller::words("held", "challenge", "no_session", "version");
}
struct Refused {
  static constexpr Kind kKind = Kind::kRefused;
  Nonce nonce{};  ///< nonce of the claim, if there was one
  Refusal reason = Refusal::kHeld;
  Label holder;
};
void describe(auto& field, controller::Is<Refused> auto& refused) {
  field("nonce", refused.nonce);
  field("reason", refused.reason);
  field("holder", refused.holder);
}

/// To a module: ends the lease. The module holds.
struct Release {
  static constexpr Kind kKind = Kind::kRelease;
};
void describe(auto&, controller::Is<Release> auto&) {}

/// Permission for a module to execute commands.
struct Permission {
  bool armed = false;  ///< false: it holds, whatever the command
  /// Number of the operator's grant; a grant under which the module has held is void.
  std::int32_t grant = 0;
};
void describe(auto& field, controller::Is<Permission> auto& permission) {
  field("armed", permission.armed);
  field("grant", permission.grant);
}

struct Command {
  static constexpr Kind kKind = Kind::kCommand;
  std::int64_t sent_ns = 0;  ///< send time on the master's clock
  Permission permission;
  controller::LegCommand leg;
};
void describe(auto& field, controller::Is<Command> auto& command) {
  field("sent", command.sent_ns, "s");
  field("permission", command.permission);
  field("leg", command.leg);
}

/// From a module, once per period: its readings and state.
struct Report {
  static constexpr Kind kKind = Kind::kTelemetry;
  std::int64_t now_ns = 0;               ///< send time on the module's clock
  GuardMode mode = GuardMode::kOffline;  ///< mode of its own safe-state machine
  /// Commands rejected since the boot that are not explained by copies and delays of ours.
  std::uint32_t rejected = 0;
  controller::LegReading leg;  ///< times on the module's clock, `heard` on the master's
};
void describe(auto& field, controller::Is<Report> auto& report) {
  field("now", report.now_ns, "s");
  field("mode", report.mode);
  field("rejected", report.rejected);
  field("leg", report.leg);
}

/// To the body's device: camera direction.
struct Gaze {
  static constexpr Kind kKind = Kind::kGaze;
  std::int64_t sent_ns = 0;
  std::optional<controller::Gaze> gaze{};
};
void describe(auto& field, controller::Is<Gaze> auto& message) {
  field("sent", message.sent_ns, "s");
  field("gaze", message.gaze);
}

/// From the body's device: its IMU, the camera's direction for the picture of the kPlanes parts,
/// and the last readings of GPS and compass.
struct Body {
  static constexpr Kind kKind = Kind::kBody;
  std::int64_t now_ns = 0;
  std::int64_t imu_ns = 0;
  Vector3d specific_force_B = Vector3d::Zero();  ///< [m/s2]
  Vector3d w_WB_B = Vector3d::Zero();            ///< [rad/s]
  std::int64_t picture_ns = -1;  ///< capture time of the last picture; -1: no picture yet
  double pan_rad = 0;
  double tilt_rad = 0;
  std::int32_t n_planes = 0;
  std::optional<controller::FixReading> fix{};          ///< no value: none yet
  std::optional<controller::HeadingReading> heading{};  ///< no value: none yet
};
void describe(auto& field, controller::Is<Body> auto& body) {
  field("now", body.now_ns, "s");
  field("imu", body.imu_ns, "s");
  field("specific_force", body.specific_force_B, "m/s2");
  field("angular_velocity", body.w_WB_B, "rad/s");
  field("picture", body.picture_ns, "s");
  field("pan", body.pan_rad, "rad");
  field("tilt", body.tilt_rad, "rad");
  field("planes", body.n_planes);
  if (field.has(controller::Equipment::kFix)) field("fix", body.fix);
  if (field.has(controller::Equipment::kHeading)) field("heading", body.heading);
}

/// From the body's device: part of a picture's planes, starting with number `first`.
struct Planes {
  static constexpr Kind kKind = Kind::kPlanes;
  static constexpr int kCount = 4;
  std::int64_t picture_ns = -1;
  std::int32_t first = 0;
  std::array<controller::DetectedPlane, kCount> plane{};
};
void describe(auto& field, controller::Is<Planes> auto& planes) {
  field("picture", planes.picture_ns, "s");
  field("first", planes.first);
  field.list("plane", planes.plane);
}

}  // namespace ventosa::hal::native
