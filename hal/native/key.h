#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/native/wire.h"

/// Keys and their uses, by libsodium: BLAKE2b, constant-time comparison, random numbers.
namespace ventosa::hal::native {

using Key = std::array<std::byte, 32>;  ///< one for each module
using Tag = std::array<std::byte, kTagBytes>;
using Nonce = std::array<std::byte, 16>;  ///< a number used once

Tag tag_of(const Key& key, std::span<const std::byte> bytes) noexcept;

/// True if `tag` is the tag of `bytes`, in constant time.
bool is_tag_of(const Key& key, std::span<const std::byte> bytes,
               std::span<const std::byte, kTagBytes> tag) noexcept;

/// Session id, computed at both ends from both nonces; never 0.
std::uint64_t session_of(const Key& key, const Nonce& master, const Nonce& module) noexcept;

/// The nonce after a given one; unpredictable without the key.
Nonce next_nonce(const Key& key, const Nonce& nonce) noexcept;

/// Random numbers from the operating system; not for the control loop.
/// @throws std::runtime_error  libsodium is not available
Key random_key();
Nonce random_nonce();

}  // namespace ventosa::hal::native
