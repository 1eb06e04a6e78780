#pragma once

#include <span>

#include "hal/broadcast/wire.h"

/// Conversion between messages and datagrams. Defined for all bytes; no allocation, no exception.
namespace ventosa::hal::broadcast {

/// Writes a datagram to the start of `buffer`, which has room for the largest one.
/// @return its bytes @{
std::span<const std::byte> encode(const References& references,
                                  std::span<std::byte, kMaxReferences> buffer) noexcept;
std::span<const std::byte> encode(const Reply& reply,
                                  std::span<std::byte, kMaxReply> buffer) noexcept;
/// @}

/// Reads a datagram. Legs, motors and numbers are not compared with anything.
/// @return kNone; or kForeign, kSize, kFlags or kNotFinite, with the message undefined @{
[[nodiscard]] Reject decode(std::span<const std::byte> datagram, References& references) noexcept;
[[nodiscard]] Reject decode(std::span<const std::byte> datagram, Reply& reply) noexcept;
/// @}

}  // namespace ventosa::hal::broadcast
