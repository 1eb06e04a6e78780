#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hal/legacy/messages.h"
#include "hal/link/unexplained.h"

/// Detects commands from other senders. A module obeys anybody, but echoes each command as TEXT to
/// its master: an echo of a command that the master has not sent is foreign.
namespace ventosa::hal::legacy {

class EchoWatch {
 public:
  EchoWatch() noexcept;

  /// Notes a message sent by the master. Heartbeats are not echoed.
  void note_sent(const Message& message, std::int64_t now_ns) noexcept;
  /// Notes a text from the module. As the wording of some firmware is unknown, a text that is no
  /// message name (table.h) may echo any command.
  void note_text(std::string_view text, std::int64_t now_ns) noexcept;

  /// Number of foreign commands.
  std::uint64_t n_foreign() const noexcept { return n_foreign_; }
  /// Name of the last foreign command, as in its echo.
  std::string_view last_foreign() const noexcept { return {last_.data(), n_last_}; }

 private:
  /// Commands of one id that await their echo, which takes 1.6 s at most.
  struct Sent {
    static constexpr std::int64_t kSlot_ns = 100'000'000;
    std::array<std::uint8_t, 16> waiting{};
    std::int64_t slot = 0;  ///< newest time slot
    std::uint64_t n = 0;    ///< number of commands sent in all slots
    std::optional<std::int64_t> last_ns{};

    void pass(std::int64_t now_ns) noexcept;
    bool take() noexcept;  ///< removes the oldest.  @return true if there was one
  };
  void alarm(std::string_view text) noexcept;

  struct OfId {
    Sent sent{};
    Unexplained unexplained{{24, 20}};  // a datagram has one per motor
  };
  std::array<OfId, 256> id_{};
  std::optional<std::int64_t> began_ns_{};  ///< start of sending, also after a pause
  std::optional<std::int64_t> sent_ns_{};   ///< last message, including heartbeats
  std::uint64_t n_foreign_ = 0;
  std::array<char, 32> last_{};
  std::size_t n_last_ = 0;
};

}  // namespace ventosa::hal::legacy
