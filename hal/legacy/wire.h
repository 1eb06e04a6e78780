#pragma once

#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

/// The UDP wire of ROMERIN modules as their public firmware speaks it: unauthenticated and without
/// sequence numbers. A datagram is one frame or several, each
///
///     AA AA size id info...        size = 1 + length of info
///
/// Numbers are little-endian, most messages have no check byte. docs/wire-legacy.md has the tables.
namespace ventosa::hal::legacy {

inline constexpr std::uint16_t kModulePort = 12000;  ///< where a module listens
inline constexpr std::uint16_t kMasterPort = 12001;  ///< where it answers, whoever sent from where

inline constexpr std::byte kHeader{0xAA};  ///< twice
inline constexpr std::size_t kPrefix = 3;  ///< bytes before id: header and size

/// Greatest value of the size byte: the module's reader never delivers frames of 253 to 255.
inline constexpr std::size_t kMaxSize = 252;
inline constexpr std::size_t kMaxInfo = kMaxSize - 1;
inline constexpr std::size_t kMaxFrame = kPrefix + kMaxSize;

/// SIMULATION: info = virtual id, size, id, info of a message to or from one of several modules
/// behind one address.
inline constexpr std::uint8_t kSimulationId = 0xF0;
inline constexpr std::size_t kSimulationPrefix = 3;  ///< SIMULATION's id, virtual id, inner size

inline constexpr std::uint8_t kMotors = 6;

/// Why bytes are not a message, or a message has no bytes.
enum class Reject : std::uint8_t {
  kNone,

  // of a datagram: none of its frames is taken
  kNoHeader,   ///< something else where a frame should begin
  kBadSize,    ///< size byte 0 or above kMaxSize
  kTruncated,  ///< the datagram ends before the frame

  // of one frame: its neighbours are taken
  kUnknownId,
  kNested,        ///< SIMULATION inside SIMULATION
  kWrongLength,   ///< info is shorter or longer than the message's, or than its inner size says
  kUnterminated,  ///< a text without its zero byte
  kBadChecksum,
  kNotFinite,
  kOutOfRange,  ///< a number or a text's length

  // of writing alone
  kNoRoom,  ///< left in the buffer
};
constexpr auto enumerators(Reject) {
  return controller::words("none", "no_header", "bad_size", "truncated", "unknown_id", "nested",
                           "wrong_length", "unterminated", "bad_checksum", "not_finite",
                           "out_of_range", "no_room");
}

/// Of a datagram, not of one of its frames.
constexpr bool is_framing(Reject reject) {
  return reject == Reject::kNoHeader || reject == Reject::kBadSize || reject == Reject::kTruncated;
}

}  // namespace ventosa::hal::legacy
