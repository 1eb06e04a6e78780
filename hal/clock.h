#pragma once

#include <cstdint>

namespace ventosa::hal {

/// The only clock. It is monotonic; its zero is arbitrary.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t now_ns() const noexcept = 0;
  /// Returns at once if the time has passed. May return earlier when a signal arrives.
  virtual void sleep_until(std::int64_t time_ns) noexcept = 0;
};

/// CLOCK_MONOTONIC: independent of changes of the wall clock.
class SteadyClock final : public Clock {
 public:
  std::int64_t now_ns() const noexcept override;
  void sleep_until(std::int64_t time_ns) noexcept override;
};

/// Clock for tests: time passes only in sleep_until().
class VirtualClock final : public Clock {
 public:
  std::int64_t now_ns() const noexcept override { return now_ns_; }
  void sleep_until(std::int64_t time_ns) noexcept override {
    if (time_ns > now_ns_) now_ns_ = time_ns;
  }

 private:
  std::int64_t now_ns_ = 0;
};

}  // namespace ventosa::hal
