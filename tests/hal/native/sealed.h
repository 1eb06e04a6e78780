#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "hal/native/codec.h"

/// Keys and datagrams for tests; without GoogleTest, for the fuzzer.
namespace ventosa::hal::native::test {

using Bytes = std::vector<std::byte>;

inline Key key(std::uint8_t seed = 1) {
  Key key;
  for (std::size_t k = 0; k < key.size(); ++k) key[k] = static_cast<std::byte>(seed * 7 + k);
  return key;
}

inline Nonce nonce_of(std::uint8_t seed) {
  Nonce nonce;
  nonce.fill(std::byte{seed});
  return nonce;
}

/// Datagram with any payload, a valid header and a valid tag.
inline Bytes sealed(const Header& header, std::span<const std::byte> payload,
                    const Key& with = key()) {
  Bytes datagram(kHeaderBytes + payload.size() + kTagBytes);
  std::copy(payload.begin(), payload.end(), datagram.begin() + kHeaderBytes);
  write_header(header, datagram);
  write_tag(with, datagram);
  return datagram;
}

/// Session number in a datagram.
inline std::uint64_t session_in(std::span<const std::byte> datagram) {
  constexpr std::size_t kSessionAt = 8;
  std::uint64_t session = 0;
  std::memcpy(&session, datagram.data() + kSessionAt, sizeof session);
  return session;
}

/// Fuzzer input read as numbers; zeros after its end.
class Script {
 public:
  explicit Script(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool is_over() const { return rest_.empty(); }
  std::span<const std::byte> rest() const { return rest_; }
  Bytes bytes(std::size_t n) {
    Bytes taken(n);
    const std::size_t n_left = std::min(n, rest_.size());
    std::copy_n(rest_.begin(), n_left, taken.begin());
    rest_ = rest_.subspan(n_left);
    return taken;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
    return value;
  }
  std::size_t below(std::size_t n) { return number<std::uint8_t>() % n; }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace ventosa::hal::native::test
