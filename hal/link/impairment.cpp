#include "hal/link/impairment.h"

#include <cmath>

#include "hal/noise.h"

namespace ventosa::hal {

Passage passage(const Impairment& link, std::uint64_t seed, std::uint64_t channel,
                std::uint64_t sequence) noexcept {
  if (link.loss > 0 && uniform(seed, channel, sequence) <= link.loss) return {.lost = true};
  double delay_s = link.latency_s;
  if (link.jitter_s > 0) delay_s -= link.jitter_s * std::log(uniform(seed, channel + 1, sequence));
  return {.delay_ns = std::llround(delay_s * 1e9)};
}

}  // namespace ventosa::hal
