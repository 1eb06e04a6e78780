#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "controller/model/robot_model.h"

/// The broadcast protocol: each period the master sends the references of all joints in one
/// datagram to all slaves, one a leg; each slave closes the position loops of its leg's motors and
/// replies with their readings. No session, no key. docs/wire-broadcast.md has the byte tables.
namespace ventosa::hal::broadcast {

/// Port at which all slaves listen.
inline constexpr std::uint16_t kPort = 12060;

inline constexpr std::array<char, 4> kMagic{'V', 'T', 'S', 'B'};
inline constexpr std::uint8_t kWireVersion = 1;

enum class Kind : std::uint8_t {
  kReferences,  ///< to all slaves, each period
  kReply,       ///< from a slave, to each datagram that it takes
};

/// Order to the slave of a leg.
enum class Order : std::uint8_t {
  kStay,    ///< ignore the references: hold the last ones, or stay without torque
  kEngage,  ///< switch the torque on if the references equal the positions
  kFollow,  ///< follow the references, with torque
  kOff,     ///< switch the torque off
};
constexpr auto enumerators(Order) { return controller::words("stay", "engage", "follow", "off"); }

/// Largest difference between a reference and a reported position that counts as equal.
inline constexpr double kEqual_rad = 0.01;

struct LegReferences {
  Order order = Order::kStay;
  int n_joints = 0;
  controller::PerJoint<double> q_rad{};
  bool operator==(const LegReferences&) const = default;
};

struct References {
  std::uint32_t number = 0;
  int n_legs = 0;
  controller::PerLeg<LegReferences> leg{};
  bool operator==(const References&) const = default;
};

struct MotorReading {
  double q_rad = 0;
  double current_A = 0;  ///< NaN: the drive does not measure it
  double voltage_V = 0;
};

struct Reply {
  int leg = 0;
  bool has_torque = false;
  bool lock_step = false;    ///< the slave's time waits for the next references
  std::uint32_t number = 0;  ///< number of the answered references
  std::int64_t read_ns = 0;  ///< time of the readings on the slave's clock
  int n_joints = 0;
  controller::PerJoint<MotorReading> motor{};
};

inline constexpr std::size_t kReferencesHeader = 12, kLegHeader = 2, kReplyHeader = 20;
inline constexpr std::size_t kMotorBytes = 3 * sizeof(double);

/// Size of a reply [bytes].
constexpr std::size_t reply_bytes(int n_joints) noexcept {
  return kReplyHeader + kMotorBytes * static_cast<std::size_t>(n_joints);
}
inline constexpr std::size_t kMaxReply = reply_bytes(controller::kMaxJoints);
inline constexpr std::size_t kMaxReferences =
    kReferencesHeader +
    controller::kMaxLegs * (kLegHeader + sizeof(double) * std::size_t{controller::kMaxJoints});

/// Reasons for ignoring a datagram, in the order of the checks.
enum class Reject : std::uint8_t {
  kNone,
  kForeign,    ///< no datagram of this protocol and version, or one of the other direction
  kSize,       ///< its size does not fit its content, or the leg's number of motors
  kFlags,      ///< unknown flags or orders
  kNotFinite,  ///< a value that is not finite
  kLeg,        ///< a leg that the robot lacks; references without the slave's own leg
  kStranger,   ///< from another sender than the leg's slave, or than the slave's master
  kNumber,     ///< a number that was not sent, or not after the last one taken
  kTime,       ///< read before the slave's last reply
};
constexpr auto enumerators(Reject) {
  return controller::words("none", "foreign", "size", "flags", "not_finite", "leg", "stranger",
                           "number", "time");
}
inline constexpr std::size_t kRejects = enumerators(Reject{}).size();

/// Numbers of ignored datagrams, by reason.
using RejectCounts = std::array<std::uint64_t, kRejects>;

/// True if delayed or copied datagrams of a network can cause this rejection.
constexpr bool may_be_late(Reject reject) noexcept {
  return reject == Reject::kNumber || reject == Reject::kTime;
}

/// Steps from number `b` to number `a`; numbers wrap.
constexpr std::int32_t steps(std::uint32_t a, std::uint32_t b) noexcept {
  return static_cast<std::int32_t>(a - b);
}

}  // namespace ventosa::hal::broadcast
