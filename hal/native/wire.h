#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

/// The wire `ventosa/1`: what hal::Robot means, bit for bit, with identity, sequence and tag. One
/// message a datagram:
///
///     "VTSA"  version  kind  module  0  session (8)  sequence (4)  payload  tag (16)
///
/// Numbers are little-endian, doubles IEEE. The tag is BLAKE2b, keyed with the module's key, over
/// all bytes before it. docs/wire-native.md has the tables.
namespace ventosa::hal::native {

inline constexpr std::uint16_t kFirstPort = 12010;  ///< of module 0; each other one has its own

inline constexpr std::array<char, 4> kMagic{'V', 'T', 'S', 'A'};
inline constexpr std::uint8_t kWireVersion = 1;
inline constexpr std::uint8_t kBodyDevice = 0xFF;  ///< the body's device in place of a module
inline constexpr std::size_t kHeaderBytes = 20;
inline constexpr std::size_t kTagBytes = 16;
inline constexpr std::size_t kMaxDatagram = 1400;  ///< so that no network splits it

enum class Kind : std::uint8_t {
  kAsk,        ///< to a module: who are you?
  kIdentity,   ///< from it
  kClaim,      ///< to a module: be mine
  kClaimed,    ///< from it: under the new session
  kRefused,    ///< from it: to a claim, or to a command that is of no session
  kRelease,    ///< to a module: be nobody's; it holds
  kCommand,    ///< to a module, each tick
  kTelemetry,  ///< from it
  kGaze,       ///< to the body's device, each tick
  kBody,       ///< from it
  kPlanes,     ///< from it, a part of what its camera sees
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

/// Why a datagram changes nothing. In the order in which it is judged.
enum class Reject : std::uint8_t {
  kNone,
  kShort,       ///< no room for header and tag, or longer than any message
  kForeign,     ///< it does not begin as our messages do
  kVersion,     ///< of another version of the wire
  kModule,      ///< for or from another module
  kKind,        ///< no such message, or none that goes this way
  kTag,         ///< changed on its way, or of another key
  kSession,     ///< of another session
  kReplayed,    ///< its number has been heard, or is too old to know
  kLate,        ///< a newer one has been heard
  kFuture,      ///< its number is too far ahead
  kLength,      ///< not the message's own
  kOutOfRange,  ///< no such enumerator, flag or time; something where nothing is
  kNotFinite,   ///< infinite, or unknown where it must be known
};
constexpr auto enumerators(Reject) {
  return controller::words("none", "short", "foreign", "version", "module", "kind", "tag",
                           "session", "replayed", "late", "future", "length", "out_of_range",
                           "not_finite");
}
inline constexpr std::size_t kRejects = enumerators(Reject{}).size();

/// Whether a network that copies and delays datagrams can bring it.
constexpr bool may_be_late(Reject reject) noexcept {
  return reject == Reject::kSession || reject == Reject::kReplayed || reject == Reject::kLate ||
         reject == Reject::kFuture;
}

}  // namespace ventosa::hal::native
