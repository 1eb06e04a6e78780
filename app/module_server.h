#pragma once

#include <spdlog/spdlog.h>

#include <algorithm>

#include "app/interrupt.h"
#include "hal/clock.h"
#include "hal/robot.h"
#include "hal/udp/socket.h"

namespace ventosa::app {

/// Serves the modules until an interrupt or until the physics fail.
template <class Fleet>
class ModuleServer {
 public:
  ModuleServer(Fleet& fleet, std::span<const hal::UdpSocket* const> sockets, std::int64_t period_ns)
      : fleet_(fleet), sockets_(sockets), period_ns_(period_ns), next_ns_(clock_.now_ns()) {}

  void step_by_step() {
    while (goes_on()) {
      wait(clock_.now_ns() + kLook_ns);
      while (goes_on() && fleet_.is_commanded()) {
        status_ = fleet_.advance(clock_.now_ns());
        fleet_.serve(clock_.now_ns());
      }
    }
  }
  void in_real_time() {
    while (goes_on()) {
      next_ns_ += period_ns_;
      while (goes_on() && clock_.now_ns() < next_ns_)
        wait(std::min(next_ns_, clock_.now_ns() + kLook_ns));
      fleet_.serve(clock_.now_ns());
      status_ = fleet_.advance(clock_.now_ns());
      catch_up();
    }
    if (n_skipped_ > 0)
      spdlog::warn("the physics were too slow for real time: {} periods are missing", n_skipped_);
  }
  hal::Status status() const { return status_; }

 private:
  static constexpr std::int64_t kLook_ns = 50'000'000;  ///< interval of checks for an interrupt

  bool goes_on() const { return !interrupted() && !hal::is_over(status_); }
  void wait(std::int64_t until_ns) {
    static_cast<void>(hal::wait_until(until_ns, sockets_));
    fleet_.serve(clock_.now_ns());
  }
  /// Skips the lost periods if the physics are slower than real time.
  void catch_up() {
    const std::int64_t late_ns = clock_.now_ns() - next_ns_;
    if (late_ns < 10 * period_ns_) return;
    n_skipped_ += late_ns / period_ns_;
    next_ns_ = clock_.now_ns();
  }

  hal::SteadyClock clock_;
  Fleet& fleet_;
  std::span<const hal::UdpSocket* const> sockets_;
  const std::int64_t period_ns_;
  std::int64_t next_ns_;
  std::int64_t n_skipped_ = 0;
  hal::Status status_ = hal::Status::kOk;
};

}  // namespace ventosa::app
