#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace ventosa::hal {

/// Events that a network which copies and delays datagrams explains, as long as they are few beside
/// what we have sent in the same ten seconds; more is somebody else's doing.
class Unexplained {
 public:
  /// How many may be: `always`, which come with one datagram or two, and one in `one_in` of ours.
  struct Few {
    std::uint64_t always, one_in;
  };
  /// Where copies and delays make none: two in ten seconds.
  static constexpr Few kTwo{2, std::numeric_limits<std::uint64_t>::max()};
  explicit Unexplained(Few few) noexcept : few_(few) {}

  /// @param n       new ones
  /// @param n_sent  by us so far
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
