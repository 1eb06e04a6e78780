#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

/// The protocol `ventosa/2`: the data of hal::Robot in full precision, with identity, sequence
/// number and authentication tag. One message per datagram:
///
///     "VTSA"  version  kind  module  0  session (8)  sequence (4)  payload  tag (16)
///
/// Numbers are little-endian, doubles IEEE. The tag is BLAKE2b, keyed with the module's key, over
/// all bytes before it. docs/wire-native.md has the tables.
namespace ventosa::hal::native {

/// Port of module 0; other modules use the following ports.
inline constexpr std::uint16_t kFirstPort = 12010;

/// Name of the protocol with its version.
inline constexpr const char* kWireName = "ventosa/2";

inline constexpr std::array<char, 4> kMagic{'V', 'T', 'S', 'A'};
inline constexpr std::uint8_t kWireVersion = 2;
inline constexpr std::uint8_t kBodyDevice = 0xFF;  ///< the body's device in place of a module
inline constexpr std::size_t kHeaderBytes = 20;
inline constexpr std::size_t kTagBytes = 16;
inline constexpr std::size_t kMaxDatagram = 1400;  ///< small enough never to be fragmented

enum class Kind : std::uint8_t {
  kAsk,        ///< to a module: asks for its identity
  kIdentity,   ///< from a module: its identity
  kClaim,      ///< to a module: requests the lease
  kClaimed,    ///< from a module: lease granted, under the new session
  kRefused,    ///< from a module: rejects a claim, or a command without a valid session
  kRelease,    ///< to a module: ends the lease; the module holds
  kCommand,    ///< to a module, each tick: commands
  kTelemetry,  ///< from a module: its readings
  kGaze,       ///< to the body's device, each tick: camera direction
  kBody,       ///< from the body's device: IMU and camera direction
  kPlanes,     ///< from the body's device: part of the planes seen by the camera
};
constexpr auto enumerators(Kind) {
  return controller::words("ask", "identity", "claim", "claimed", "refused", "release", "command",
                           "telemetry", "gaze", "body", "planes");
}

struct Header {
  Kind kind = Kind::kAsk;
  std::uint8_t module = 0;
  std::uint64_t session = 0;  ///< 0: none yet
  std::uint32_t sequence = 0;
  bool operator==(const Header&) const = default;
};

/// Reasons for rejecting a datagram, in the order of the checks.
enum class Reject : std::uint8_t {
  kNone,
  kShort,       ///< shorter than header and tag, or longer than any message
  kForeign,     ///< other magic bytes
  kVersion,     ///< another version of the protocol
  kModule,      ///< meant for another module, or sent by one
  kKind,        ///< no such message, or wrong direction
  kTag,         ///< altered, or made with another key
  kSession,     ///< another session
  kReplayed,    ///< the number was received already, or is too old to decide
  kLate,        ///< a newer one was received
  kFuture,      ///< the number is too far ahead
  kLength,      ///< the length does not fit the message
  kOutOfRange,  ///< invalid enumerator, flag or time, or non-zero bytes of a missing value
  kNotFinite,   ///< infinite, or unknown where it must be known
};
constexpr auto enumerators(Reject) {
  return controller::words("none", "short", "foreign", "version", "module", "kind", "tag",
                           "session", "replayed", "late", "future", "length", "out_of_range",
                           "not_finite");
}
inline constexpr std::size_t kRejects = enumerators(Reject{}).size();

/// True if delayed or copied datagrams of a network can cause this rejection.
constexpr bool may_be_late(Reject reject) noexcept {
  return reject == Reject::kSession || reject == Reject::kReplayed || reject == Reject::kLate ||
         reject == Reject::kFuture;
}

}  // namespace ventosa::hal::native
