#include "hal/legacy/decode.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "hal/legacy/range_check.h"

namespace ventosa::hal::legacy {

using Bytes = std::span<const std::byte>;

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they are");

/// Reads the fields of a layout from info bytes.
class InfoReader {
 public:
  explicit InfoReader(Bytes info) noexcept : info_(info) {}

  template <class T>
  void operator()(T& value, auto...) noexcept {
    if (rest().size() < sizeof value) return refuse(Reject::kWrongLength);
    std::memcpy(&value, rest().data(), sizeof value);
    n_read_ += sizeof value;
  }
  void text(std::string_view& text, std::size_t) noexcept {
    const Bytes all = rest();
    const auto end = std::find(all.begin(), all.end(), std::byte{0});
    if (end == all.end()) return refuse(Reject::kUnterminated);
    text = {reinterpret_cast<const char*>(all.data()), static_cast<std::size_t>(end - all.begin())};
    n_read_ += text.size() + 1;
  }
  void check(std::uint8_t expected) noexcept {
    std::uint8_t read = expected;
    (*this)(read);
    if (read != expected) refuse(Reject::kBadChecksum);
  }
  void byte_sum() noexcept { check(sum_of(info_.first(n_read_))); }

  /// First error of the message; bytes that are left over count as an error, too.
  Reject finish() noexcept {
    if (!rest().empty()) refuse(Reject::kWrongLength);
    return reject_;
  }

 private:
  Bytes rest() const noexcept { return info_.subspan(n_read_); }
  void refuse(Reject reject) noexcept {
    if (reject_ == Reject::kNone) reject_ = reject;
  }

  Bytes info_;
  std::size_t n_read_ = 0;
  Reject reject_ = Reject::kNone;
};

template <class T>
Reject decode_info(Bytes info, Message& message) noexcept {
  if (info.size() < kRow<T>.min_info || info.size() > kRow<T>.max_info) return Reject::kWrongLength;
  T read;
  InfoReader reader(info);
  layout(reader, read);
  if (const Reject reject = reader.finish(); reject != Reject::kNone) return reject;
  if (const Reject reject = check_ranges(read); reject != Reject::kNone) return reject;
  message = read;
  return Reject::kNone;
}

using InfoDecoder = Reject (*)(Bytes, Message&) noexcept;

/// Decoders by id; null for unknown ids.
constexpr auto kInfoDecoders = [] {
  std::array<InfoDecoder, 256> decoders{};
  const auto add = [&]<class T>(const Row<T>& row) { decoders[row.id] = &decode_info<T>; };
  std::apply([&](const auto&... row) { (add(row), ...); }, kTable);
  return decoders;
}();

/// Decodes a message from its bytes "id info...".
Refusal decode_message(Bytes bytes, Message& message) noexcept {
  const auto id = std::to_integer<std::uint8_t>(bytes.front());
  const InfoDecoder decode_its_info = kInfoDecoders[id];
  if (decode_its_info == nullptr) return {Reject::kUnknownId, id};
  return {decode_its_info(bytes.subspan(1), message), id};
}

/// Checks that the bytes "F0 virtual_id size id info..." wrap a message.
Reject check_wrapping(Bytes bytes) noexcept {
  if (bytes.size() <= kSimulationPrefix) return Reject::kWrongLength;
  const std::size_t n_inside = bytes.size() - kSimulationPrefix;
  if (std::to_integer<std::size_t>(bytes[2]) != n_inside) return Reject::kWrongLength;
  return bytes[3] == std::byte{kSimulationId} ? Reject::kNested : Reject::kNone;
}

Refusal decode_simulation(Bytes bytes, Frame& frame) noexcept {
  const Reject reject = check_wrapping(bytes);
  if (reject != Reject::kNone) return {reject, kSimulationId};
  const Refusal refusal = decode_message(bytes.subspan(kSimulationPrefix), frame.message);
  if (refusal.reject == Reject::kNone) frame.virtual_id = std::to_integer<std::uint8_t>(bytes[1]);
  return refusal;
}

/// Checks that `bytes` begin with a whole frame.
Reject check_first_frame(Bytes bytes) noexcept {
  if (bytes.size() < 2 || bytes[0] != kHeader || bytes[1] != kHeader) return Reject::kNoHeader;
  if (bytes.size() < kPrefix) return Reject::kTruncated;
  const auto size = std::to_integer<std::size_t>(bytes[2]);
  if (size == 0 || size > kMaxSize) return Reject::kBadSize;
  return bytes.size() < kPrefix + size ? Reject::kTruncated : Reject::kNone;
}

}  // namespace

Reject check_framing(Bytes datagram) noexcept {
  do {
    if (const Reject reject = check_first_frame(datagram); reject != Reject::kNone) return reject;
    datagram = datagram.subspan(frame_length(datagram));
  } while (!datagram.empty());
  return Reject::kNone;
}

Refusal decode_frame(Bytes bytes, Frame& frame) noexcept {
  const Bytes message = bytes.subspan(kPrefix);
  if (message.front() == std::byte{kSimulationId}) return decode_simulation(message, frame);
  const Refusal refusal = decode_message(message, frame.message);
  if (refusal.reject == Reject::kNone) frame.virtual_id.reset();
  return refusal;
}

}  // namespace ventosa::hal::legacy
