#include "hal/native/key.h"

#include <sodium.h>

#include <cstring>
#include <stdexcept>

namespace ventosa::hal::native {
namespace {

/// Initialises libsodium before first use; it selects the fastest implementation for the processor.
const int kSodium = sodium_init();

const unsigned char* bytes_of(const void* data) { return static_cast<const unsigned char*>(data); }

/// Keyed BLAKE2b, which cannot fail for these lengths.
template <std::size_t n>
void hash(const Key& key, std::span<const std::byte> bytes, std::array<std::byte, n>& out) {
  crypto_generichash(reinterpret_cast<unsigned char*>(out.data()), n, bytes_of(bytes.data()),
                     bytes.size(), bytes_of(key.data()), key.size());
}

template <class Bytes>
Bytes random() {
  if (kSodium < 0) throw std::runtime_error("libsodium does not start");
  Bytes bytes;
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

}  // namespace

Tag tag_of(const Key& key, std::span<const std::byte> bytes) noexcept {
  Tag tag;
  hash(key, bytes, tag);
  return tag;
}

bool is_tag_of(const Key& key, std::span<const std::byte> bytes,
               std::span<const std::byte, kTagBytes> tag) noexcept {
  const Tag expected = tag_of(key, bytes);
  return sodium_memcmp(expected.data(), tag.data(), kTagBytes) == 0;
}

std::uint64_t session_of(const Key& key, const Nonce& master, const Nonce& module) noexcept {
  std::array<std::byte, 2 * sizeof(Nonce)> both;
  std::memcpy(both.data(), master.data(), master.size());
  std::memcpy(both.data() + master.size(), module.data(), module.size());
  const Tag tag = tag_of(key, both);
  std::uint64_t session = 0;
  std::memcpy(&session, tag.data(), sizeof session);
  return session == 0 ? 1 : session;
}

Nonce next_nonce(const Key& key, const Nonce& nonce) noexcept { return tag_of(key, nonce); }

Key random_key() { return random<Key>(); }
Nonce random_nonce() { return random<Nonce>(); }

}  // namespace ventosa::hal::native
