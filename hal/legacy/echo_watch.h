#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hal/legacy/messages.h"
#include "hal/link/unexplained.h"

/// Finds commands of strangers. A module obeys anybody, but it echoes each command as TEXT to its
/// master: an echo of what the master has not sent is of somebody else's command.
namespace ventosa::hal::legacy {

class EchoWatch {
 public:
  EchoWatch() noexcept;

  /// What the master sends. Heartbeats are not echoed.
  void note_sent(const Message& message, std::int64_t now_ns) noexcept;
  /// A text of the module. Its wording is not known of all firmware: one that is the name of no
  /// message (table.h) may be the echo of any.
  void note_text(std::string_view text, std::int64_t now_ns) noexcept;

  /// Commands that only somebody else can have sent.
  std::uint64_t n_foreign() const noexcept { return n_foreign_; }
  /// The last of them, as the module named it.
  std::string_view last_foreign() const noexcept { return {last_.data(), n_last_}; }

 private:
  /// What has been sent with one id, and not been echoed yet: an echo takes 1.6 s at most.
  struct Sent {
    static constexpr std::int64_t kSlot_ns = 100'000'000;
    std::array<std::uint8_t, 16> waiting{};
    std::int64_t slot = 0;  ///< the newest
    std::uint64_t n = 0;    ///< of all time
    std::optional<std::int64_t> last_ns{};

    void pass(std::int64_t now_ns) noexcept;
    bool take() noexcept;  ///< the oldest.  @return whether there was one
  };
  void alarm(std::string_view text) noexcept;

  struct OfId {
    Sent sent{};
    Unexplained unexplained{{24, 20}};  // a datagram has one for each motor
  };
  std::array<OfId, 256> id_{};
  std::optional<std::int64_t> began_ns_{};  ///< also anew
  std::optional<std::int64_t> sent_ns_{};   ///< the last message, a heartbeat included
  std::uint64_t n_foreign_ = 0;
  std::array<char, 32> last_{};
  std::size_t n_last_ = 0;
};

}  // namespace ventosa::hal::legacy
