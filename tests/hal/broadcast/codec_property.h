#pragma once

#include <algorithm>
#include <memory>

#include "hal/broadcast/codec.h"

/// Properties of the decoders for arbitrary bytes; without GoogleTest, for the fuzzer.
namespace ventosa::hal::broadcast {

/// True if a datagram that is taken as this message encodes to the same bytes. Decodes an
/// exact-size copy, so that the address sanitizer detects reads beyond the end.
template <class Message, std::size_t kMost>
bool encodes_as_decoded(std::span<const std::byte> bytes, int& n_taken) {
  const auto copy = std::make_unique<std::byte[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.get());
  Message message;
  if (decode(std::span<const std::byte>(copy.get(), bytes.size()), message) != Reject::kNone)
    return true;
  ++n_taken;
  std::array<std::byte, kMost> buffer;
  const std::span<const std::byte> encoded = encode(message, buffer);
  return std::equal(encoded.begin(), encoded.end(), bytes.begin(), bytes.end());
}

/// @param n_taken  counts the messages that were taken
inline bool holds_for(std::span<const std::byte> bytes, int& n_taken) {
  return encodes_as_decoded<References, kMaxReferences>(bytes, n_taken) &&
         encodes_as_decoded<Reply, kMaxReply>(bytes, n_taken);
}

}  // namespace ventosa::hal::broadcast
