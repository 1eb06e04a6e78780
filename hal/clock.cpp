#include "hal/clock.h"

#include <ctime>

namespace ventosa::hal {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

}  // namespace

std::int64_t SteadyClock::now_ns() const noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond_ns + now.tv_nsec;
}

void SteadyClock::sleep_until(std::int64_t time_ns) noexcept {
  const timespec time{time_ns / kSecond_ns, time_ns % kSecond_ns};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
}

}  // namespace ventosa::hal
