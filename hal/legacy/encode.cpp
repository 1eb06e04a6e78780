#include "hal/legacy/encode.h"

#include <cstring>

#include "hal/legacy/range_check.h"

namespace ventosa::hal::legacy {
namespace {

/// Writes the fields of a message in order. At the end of the buffer it stops writing but continues
/// to count bytes, so that the caller can see that the buffer was too small.
class InfoWriter {
 public:
  explicit InfoWriter(std::span<std::byte> info) noexcept : info_(info) {}

  void operator()(const auto& value, auto...) noexcept { put(&value, sizeof value); }
  void text(std::string_view text, std::size_t) noexcept {
    put(text.data(), text.size());
    check(0);
  }
  void check(std::uint8_t byte) noexcept { put(&byte, 1); }
  void byte_sum() noexcept { check(fits() ? sum_of(info_.first(n_bytes_)) : 0); }

  std::size_t n_bytes() const noexcept { return n_bytes_; }
  bool fits() const noexcept { return n_bytes_ <= info_.size(); }

 private:
  void put(const void* bytes, std::size_t n) noexcept {
    if (n > 0 && n_bytes_ + n <= info_.size()) std::memcpy(info_.data() + n_bytes_, bytes, n);
    n_bytes_ += n;
  }

  std::span<std::byte> info_;
  std::size_t n_bytes_ = 0;
};

/// Writes "AA AA size id", or for SIMULATION "AA AA size F0 virtual_id size id".
void write_prefix(std::uint8_t id, std::optional<std::uint8_t> virtual_id, std::size_t size,
                  std::span<std::byte> frame) noexcept {
  frame[0] = frame[1] = kHeader;
  frame[2] = std::byte(size);
  if (virtual_id) {
    frame[3] = std::byte{kSimulationId};
    frame[4] = std::byte{*virtual_id};
    frame[5] = std::byte(size - kSimulationPrefix);
    frame = frame.subspan(kSimulationPrefix);
  }
  frame[3] = std::byte{id};
}

template <class T>
Encoded encode_as(const T& message, std::optional<std::uint8_t> virtual_id,
                  std::span<std::byte> buffer) noexcept {
  if (const Reject reject = check_ranges(message); reject != Reject::kNone) return {reject};
  const std::size_t n_before_info = kPrefix + (virtual_id ? kSimulationPrefix : 0) + 1;
  if (buffer.size() < n_before_info) return {Reject::kNoRoom};
  InfoWriter writer(buffer.subspan(n_before_info));
  layout(writer, message);
  const std::size_t n_bytes = n_before_info + writer.n_bytes();
  if (n_bytes > kMaxFrame) return {Reject::kBadSize};
  if (!writer.fits()) return {Reject::kNoRoom};
  write_prefix(kRow<T>.id, virtual_id, n_bytes - kPrefix, buffer);
  return {Reject::kNone, n_bytes};
}

}  // namespace

Encoded encode(const Frame& frame, std::span<std::byte> buffer) noexcept {
  return std::visit(
      [&](const auto& message) { return encode_as(message, frame.virtual_id, buffer); },
      frame.message);
}

}  // namespace ventosa::hal::legacy
