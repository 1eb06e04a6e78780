#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace ventosa::hal {

/// Counts events that delayed or copied datagrams explain only up to a number relative to our own
/// messages in the same ten seconds. Events beyond it have another sender.
class Unexplained {
 public:
  /// Number of events that are explained: `always` (by one or two datagrams), plus one in `one_in`
  /// of our messages.
  struct Few {
    std::uint64_t always, one_in;
  };
  /// Bound for events that copies and delays do not cause: two in ten seconds.
  static constexpr Few kTwo{2, std::numeric_limits<std::uint64_t>::max()};
  explicit Unexplained(Few few) noexcept : few_(few) {}

  /// @param n       new events
  /// @param n_sent  number of messages sent by us so far
  void note(std::uint64_t n, std::uint64_t n_sent, std::int64_t now_ns) noexcept {
    if (!first_ns_ || now_ns - *first_ns_ > kTogether_ns) {
      first_ns_ = now_ns;
      n_ = 0;
      n_sent_then_ = n_sent;
    }
    n_ += n;
    if (n_ > few_.always + (n_sent - n_sent_then_) / few_.one_in) n_alarming_ += n;
  }
  std::uint64_t n_alarming() const noexcept { return n_alarming_; }

 private:
  static constexpr std::int64_t kTogether_ns = 10'000'000'000;

  Few few_;
  std::optional<std::int64_t> first_ns_{};
  std::uint64_t n_ = 0, n_sent_then_ = 0, n_alarming_ = 0;
};

}  // namespace ventosa::hal
