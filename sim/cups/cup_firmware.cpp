#include "sim/cups/cup_firmware.h"

#include <algorithm>

namespace ventosa::sim {

FirmwareConfig firmware_config(const models::CupPlant& cup, double area_m2) {
  return {.loop = SampleClock::with_period(cup.firmware.loop_s),
          .slew = cup.firmware.slew,
          .band = cup.firmware.band,
          .area_m2 = area_m2,
          .attach_distance_m = cup.firmware.attach_distance_m,
          .attach_spread_m = cup.firmware.attach_spread_m};
}

bool detects_surface(const FirmwareConfig& config,
                     const std::array<double, 3>& distance_m) noexcept {
  const auto [least, most] = std::minmax_element(distance_m.begin(), distance_m.end());
  return *most < config.attach_distance_m && *most - *least < config.attach_spread_m;
}

double next_duty(const FirmwareConfig& config, const CupState& cup, double vacuum_Pa) noexcept {
  const double duty = cup.fan.duty;
  if (cup.goal_N == 0) return duty + std::clamp(cup.turbine - duty, -config.slew, config.slew);
  const double force_N = vacuum_Pa * config.area_m2;
  if (force_N < cup.goal_N) return std::min(1.0, duty + config.slew);
  if (force_N > config.band * cup.goal_N) return std::max(0.0, duty - config.slew);
  return duty;
}

}  // namespace ventosa::sim
