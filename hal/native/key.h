#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/native/wire.h"

/// Keys and what is made of them. libsodium: BLAKE2b, constant-time comparison, random numbers.
namespace ventosa::hal::native {

using Key = std::array<std::byte, 32>;  ///< one for each module
using Tag = std::array<std::byte, kTagBytes>;
using Nonce = std::array<std::byte, 16>;  ///< a number used once

Tag tag_of(const Key& key, std::span<const std::byte> bytes) noexcept;

/// Whether `tag` is that of `bytes`; takes as long when it is not.
bool is_tag_of(const Key& key, std::span<const std::byte> bytes,
               std::span<const std::byte, kTagBytes> tag) noexcept;

/// What both ends make of what each has thrown in; never 0.
std::uint64_t session_of(const Key& key, const Nonce& master, const Nonce& module) noexcept;

/// The one after it, as good as random to who has not got the key.
Nonce next_nonce(const Key& key, const Nonce& nonce) noexcept;

/// Not for the loop: from the operating system.  @throws std::runtime_error without libsodium
Key random_key();
Nonce random_nonce();

}  // namespace ventosa::hal::native
