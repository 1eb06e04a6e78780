#pragma once

#include <array>
#include <optional>
#include <span>

#include "hal/emulator/legacy_quirks.h"
#include "hal/legacy/messages.h"
#include "hal/network.h"

/// Reception by the public firmware: bytes to frames, frames to a queue.
namespace ventosa::hal {

/// Parser of one address, byte by byte:
///     AA AA size id info...
class LegacyParser {
 public:
  explicit LegacyParser(const LegacyQuirks& quirks) noexcept : quirks_(quirks) {}

  /// Calls sink(const legacy::Frame&) for each command of fixed length; other frames are dropped.
  template <class Sink>
  void read(std::span<const std::byte> datagram, Sink&& sink) noexcept {
    if (!quirks_.byte_stream) restart();
    for (const std::byte each : datagram)
      if (take(each))
        if (const auto frame = decoded()) sink(*frame);
  }
  /// Resets the parser as a boot does, except for the buffer's content.
  void restart() noexcept { n_header_ = n_taken_ = size_ = 0; }

 private:
  bool take(std::byte each) noexcept;  ///< @return true if a frame is complete
  std::optional<legacy::Frame> decoded() const noexcept;

  LegacyQuirks quirks_;
  std::array<std::byte, 256> buffer_{};  ///< id and info; keeps the tail of longer, earlier frames
  std::size_t n_header_ = 0, size_ = 0, n_taken_ = 0;
};

/// Messages that wait for the module's loop.
class LegacyQueue {
 public:
  static constexpr std::size_t kRoom = 40;
  struct Waiting {
    legacy::Message message;
    Source source = 0;
  };

  explicit LegacyQueue(const LegacyQuirks& quirks) noexcept : quirks_(quirks) {}

  /// With the quirk the 40th unread message empties the queue; without it, a message without room
  /// is dropped.
  void put(const Waiting& waiting) noexcept;
  std::span<const Waiting> waiting() const noexcept { return std::span(waiting_).first(n_); }
  void clear() noexcept { n_ = 0; }

 private:
  LegacyQuirks quirks_;
  std::array<Waiting, kRoom> waiting_{};
  std::size_t n_ = 0;
};

}  // namespace ventosa::hal
