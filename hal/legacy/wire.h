#pragma once

#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

/// The UDP protocol of ROMERIN modules with public firmware: unauthenticated, without sequence
/// numbers. A datagram has one or more frames, each
///
///     AA AA size id info...        size = 1 + length of info
///
/// Numbers are little-endian, most messages have no check byte. docs/wire-legacy.md has the tables.
namespace ventosa::hal::legacy {

inline constexpr std::uint16_t kModulePort = 12000;  ///< port on which a module listens
/// Port to which a module answers, whatever the sender's port.
inline constexpr std::uint16_t kMasterPort = 12001;

inline constexpr std::byte kHeader{0xAA};  ///< sent twice
inline constexpr std::size_t kPrefix = 3;  ///< bytes before id: header and size

/// Largest value of the size byte: the module's reader never delivers frames of 253 to 255.
inline constexpr std::size_t kMaxSize = 252;
inline constexpr std::size_t kMaxInfo = kMaxSize - 1;
inline constexpr std::size_t kMaxFrame = kPrefix + kMaxSize;

/// Id of SIMULATION: info = virtual id, size, id, info of a message to or from one of several
/// modules on one address.
inline constexpr std::uint8_t kSimulationId = 0xF0;
inline constexpr std::size_t kSimulationPrefix = 3;  ///< SIMULATION's id, virtual id, inner size

inline constexpr std::uint8_t kMotors = 6;

/// Reasons for rejecting bytes or a message.
enum class Reject : std::uint8_t {
  kNone,

  // reasons to reject a datagram: all its frames are dropped
  kNoHeader,   ///< a frame does not begin with the header
  kBadSize,    ///< size byte 0 or above kMaxSize
  kTruncated,  ///< the datagram ends before the frame

  // reasons to reject one frame: the others are accepted
  kUnknownId,
  kNested,        ///< SIMULATION inside SIMULATION
  kWrongLength,   ///< info does not have the length of the message or of its inner size
  kUnterminated,  ///< a text without its zero byte
  kBadChecksum,
  kNotFinite,
  kOutOfRange,  ///< a number or a text's length

  // reason that occurs in encoding only
  kNoRoom,  ///< the buffer is too small
};
constexpr auto enumerators(Reject) {
  return controller::words("none", "no_header", "bad_size", "truncated", "unknown_id", "nested",
                           "wrong_length", "unterminated", "bad_checksum", "not_finite",
                           "out_of_range", "no_room");
}

/// True if the reason concerns a whole datagram.
constexpr bool is_framing(Reject reject) {
  return reject == Reject::kNoHeader || reject == Reject::kBadSize || reject == Reject::kTruncated;
}

}  // namespace ventosa::hal::legacy
