#pragma once

#include <cstdint>
#include <optional>

namespace ventosa::hal {

/// Events that a network which copies datagrams explains, as long as they are few beside what we
/// have sent; more is somebody else's doing.
class Unexplained {
 public:
  /// @param one_in  of so many of ours one may come twice, or too late
  explicit Unexplained(std::uint64_t one_in) noexcept : one_in_(one_in) {}

  /// @param n       new ones
  /// @param n_sent  by us so far
  void note(std::uint64_t n, std::uint64_t n_sent, std::int64_t now_ns) noexcept {
    if (!last_ns_ || now_ns - *last_ns_ > kForgotten_ns) {
      n_ = 0;
      n_sent_then_ = n_sent;
    }
    last_ns_ = now_ns;
    n_ += n;
    const std::uint64_t copies = kAlways + (n_sent - n_sent_then_) / one_in_;
    if (n_ > copies) n_alarming_ += n;
  }
  std::uint64_t n_alarming() const noexcept { return n_alarming_; }

 private:
  static constexpr std::int64_t kForgotten_ns = 10'000'000'000;
  static constexpr std::uint64_t kAlways = 2;

  std::uint64_t one_in_;
  std::optional<std::int64_t> last_ns_{};
  std::uint64_t n_ = 0, n_sent_then_ = 0, n_alarming_ = 0;
};

}  // namespace ventosa::hal
