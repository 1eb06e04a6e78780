#pragma once

#include <array>
#include <optional>

#include "controller/model/observation.h"
#include "hal/broadcast/wire.h"
#include "hal/guard/freshness.h"
#include "hal/link/link_statistics.h"
#include "hal/network.h"

namespace ventosa::hal::broadcast {

/// Numbers and times of the last datagrams that the master has sent.
class SentTimes {
 public:
  void note(std::uint32_t number, std::int64_t sent_ns) noexcept {
    sent_[number % sent_.size()] = {number, sent_ns};
  }
  /// No value: not sent, or too long ago.
  std::optional<std::int64_t> of(std::uint32_t number) const noexcept {
    const Sent& sent = sent_[number % sent_.size()];
    return sent.number == number ? sent.sent_ns : std::nullopt;
  }

 private:
  struct Sent {
    std::uint32_t number = 0;
    std::optional<std::int64_t> sent_ns{};
  };
  std::array<Sent, 64> sent_{};
};

/// The master's view of one slave: its last reply, and what was ignored in its name.
class SlaveLine {
 public:
  explicit SlaveLine(int n_joints) noexcept : n_joints_(n_joints) {
    reading_.sampled_ns = controller::kNeverReceived;
  }

  void note_sent() noexcept { ++n_sent_; }
  /// Takes a reply in this leg's name, or ignores and counts it.
  void hear(const Reply& reply, Source source, const SentTimes& sent, std::int64_t now_ns) noexcept;
  void count(Reject reject) noexcept { ++rejects_[static_cast<std::size_t>(reject)]; }

  bool has_replied() const noexcept { return slave_.has_value(); }
  /// True for a second after the slave has lost its torque without an order.
  bool has_rebooted(std::int64_t now_ns) const noexcept {
    return rebooted_ns_ && now_ns - *rebooted_ns_ < kRebooted_ns;
  }
  std::uint32_t n_boots() const noexcept { return n_boots_; }
  void note_off() noexcept { last_.has_torque = false; }  ///< its torque was ordered off

  const Reply& last() const noexcept { return last_; }
  /// Readings with the time at which the references that they answer were sent; in lock step with
  /// the slave's own time. Joint rates are differences of positions.
  const controller::LegReading& reading() const noexcept { return reading_; }
  /// Address of the slave, and of another one that answers for the same leg. @{
  const std::optional<Source>& slave() const noexcept { return slave_; }
  const std::optional<Source>& rival() const noexcept { return rival_; }
  /// @}
  const RejectCounts& rejects() const noexcept { return rejects_; }
  LinkStatistics statistics(std::int64_t now_ns) const noexcept;

 private:
  static constexpr std::int64_t kRebooted_ns = 1'000'000'000;

  Reject judge(const Reply& reply, Source source, const SentTimes& sent,
               std::int64_t now_ns) const noexcept;
  void note_link(const Reply& reply, std::int64_t sent_ns, std::int64_t now_ns) noexcept;
  void read(const Reply& reply, std::int64_t sampled_ns) noexcept;

  int n_joints_;
  std::optional<Source> slave_{}, rival_{};
  Reply last_{};
  controller::LegReading reading_{};
  std::int64_t heard_ns_ = 0, longest_gap_ns_ = 0;
  std::optional<std::int64_t> rebooted_ns_{};
  std::uint32_t n_boots_ = 0;
  std::uint64_t n_sent_ = 0, n_heard_ = 0, n_missing_ = 0;
  RejectCounts rejects_{};
  TimeHistogram round_trip_{};
};

}  // namespace ventosa::hal::broadcast
