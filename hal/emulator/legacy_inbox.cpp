#include "hal/emulator/legacy_inbox.h"

#include <algorithm>

#include "hal/legacy/decode.h"
#include "hal/legacy/table.h"

namespace ventosa::hal {
namespace {

using legacy::kPrefix;
using legacy::kSimulationId;
using legacy::kSimulationPrefix;

/// Length of a command's info; no value for other ids, or without a fixed length.
std::optional<std::size_t> info_length(std::byte id) {
  std::optional<std::size_t> length;
  const auto look = [&](const auto& row) {
    if (std::byte{row.id} == id && row.min_info == row.max_info) length = row.min_info;
  };
  std::apply([&](const auto&... row) { (look(row), ...); }, legacy::kTable);
  return length;
}

/// Key by which a newer message replaces a waiting one: id, and for most messages the motor.
std::uint32_t key_of(const legacy::Message& message) {
  const auto motor = []<class T>(const T& each) -> std::uint32_t {
    if constexpr (legacy::OfMotor<T> && !std::is_same_v<T, legacy::SetMotorZero>)
      return each.motor + 1u;
    else
      return 0;
  };
  return static_cast<std::uint32_t>(message.index()) << 8 | std::visit(motor, message);
}

}  // namespace

bool LegacyParser::take(std::byte each) noexcept {
  if (n_header_ < 2) {
    n_header_ = each == legacy::kHeader ? n_header_ + 1 : 0;
    return false;
  }
  if (size_ == 0) {
    size_ = std::to_integer<std::size_t>(each);
    n_taken_ = 0;
    if (size_ == 0 || size_ > legacy::kMaxSize) restart();
    return false;
  }
  buffer_[n_taken_++] = each;
  if (n_taken_ < size_) return false;
  n_header_ = size_ = 0;
  return true;
}

/// Decodes the buffer with the length that belongs to the id, whatever length was received. Without
/// this quirk only a message of the right length is decoded.
std::optional<legacy::Frame> LegacyParser::decoded() const noexcept {
  const std::size_t n_before = buffer_[0] == std::byte{kSimulationId} ? kSimulationPrefix : 0;
  const auto n_info = info_length(buffer_[n_before]);
  if (!n_info) return std::nullopt;
  const std::size_t size = n_before + 1 + *n_info;
  if (!quirks_.stale_tails && size != n_taken_) return std::nullopt;
  std::array<std::byte, kPrefix + 256> bytes{legacy::kHeader, legacy::kHeader, std::byte(size)};
  std::copy_n(buffer_.begin(), size, bytes.begin() + kPrefix);
  if (n_before > 0) bytes[kPrefix + 2] = std::byte(1 + *n_info);
  legacy::Frame frame;
  const auto refusal = legacy::decode_frame(std::span(bytes).first(kPrefix + size), frame);
  if (refusal.reject != legacy::Reject::kNone) return std::nullopt;
  return frame;
}

void LegacyQueue::put(const Waiting& waiting) noexcept {
  if (quirks_.overwrites)
    for (Waiting& older : std::span(waiting_).first(n_))
      if (key_of(older.message) == key_of(waiting.message)) {
        older = waiting;
        return;
      }
  if (n_ < kRoom) waiting_[n_++] = waiting;
  if (n_ == kRoom && quirks_.queue_vanishes) n_ = 0;
}

}  // namespace ventosa::hal
