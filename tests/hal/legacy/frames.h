#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "hal/legacy/decode.h"
#include "hal/legacy/encode.h"

/// Frames from hexadecimal text, and their decoding.
namespace ventosa::hal::legacy {

using ByteList = std::vector<std::byte>;
using Decoded = std::variant<Frame, Refusal>;

/// Bytes of a text like "AA AA 01 23".
inline ByteList bytes(const std::string& hex) {
  std::istringstream in(hex);
  ByteList all;
  for (unsigned byte = 0; in >> std::hex >> byte;) all.push_back(static_cast<std::byte>(byte));
  return all;
}

inline ByteList join(const std::vector<ByteList>& parts) {
  ByteList all;
  for (const ByteList& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Decodes all frames; texts are views into `datagram`.
inline std::vector<Decoded> decode_all(std::span<const std::byte> datagram) {
  std::vector<Decoded> all;
  decode(datagram, [&](const auto& result) { all.push_back(result); });
  return all;
}

/// Reason of a rejection; kNone for an accepted frame.
inline Reject reject_of(const Decoded& decoded) {
  const Refusal* refusal = std::get_if<Refusal>(&decoded);
  return refusal == nullptr ? Reject::kNone : refusal->reject;
}

inline std::vector<Reject> rejects_of(std::span<const std::byte> datagram) {
  std::vector<Reject> all;
  for (const Decoded& decoded : decode_all(datagram)) all.push_back(reject_of(decoded));
  return all;
}

/// Bytes of one frame; empty if it is rejected.
inline ByteList encoded(const Frame& frame) {
  ByteList buffer(kMaxFrame);
  const Encoded result = encode(frame, buffer);
  buffer.resize(result.reject == Reject::kNone ? result.n_bytes : 0);
  return buffer;
}

inline std::ostream& operator<<(std::ostream& out, Reject reject) {
  return out << controller::name(reject);
}

}  // namespace ventosa::hal::legacy
