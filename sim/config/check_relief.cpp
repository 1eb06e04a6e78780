#include "sim/config/check_relief.h"

#include <cmath>

#include "sim/config/require.h"

namespace ventosa::sim {
namespace {

constexpr double kSteepest = 0.5;  // height over correlation length
constexpr double kFewest = 2;      // correlation lengths on the shorter side of a patch
constexpr double kMost = 100;      // and on the longer: a grid of a million nodes

void check_shape(const std::string& key, const ReliefOptions& relief,
                 const controller::Vector2d& half_extent_m) {
  const double correlation_m = relief.correlation_m;
  require(correlation_m > 0 && correlation_m * kMost >= 2 * half_extent_m.maxCoeff(),
          key + ".correlation_m", correlation_m,
          "must be at least a hundredth of the surface's longer side",
          "split the surface into smaller ones");
  require(correlation_m * kFewest <= 2 * half_extent_m.minCoeff(), key + ".correlation_m",
          correlation_m, "must be at most half of the surface's shorter side",
          "a relief so wide would only shift or tilt the surface");
  require(relief.height_m > 0 && relief.height_m <= kSteepest * correlation_m, key + ".height_m",
          relief.height_m, "must be above 0 and at most half of correlation_m",
          "at a tenth of it the steepest slope is about 10 degrees");
}

void check_one(const std::string& key, const ReliefOptions& relief, const controller::Patch& patch,
               bool has_cups) {
  require(!has_cups, key + ".relief", to_text(relief.height_m) + " m high",
          "must be left out: the robot has cups, which hold on planes only",
          "a relief is for robots with point feet; roughness_m lets a cup leak");
  check_shape(key + ".relief", relief, patch.half_extent_m);
  require(patch.uneven_m >= relief.height_m, key + ".uneven_m", patch.uneven_m,
          "must be at least the relief's height_m",
          "leave it out: it is the relief's height_m by default");
}

}  // namespace

void check_reliefs(const TwinConfig& config, bool has_cups) {
  for (int i = 0; i < config.patches.n; ++i) {
    const std::string key = "surfaces[" + std::to_string(i) + "]";
    const controller::Patch& patch = config.patches.patch[i];
    require(patch.uneven_m >= 0 && std::isfinite(patch.uneven_m), key + ".uneven_m", patch.uneven_m,
            "must not be negative");
    const auto& relief = config.relief[i];
    if (!relief) continue;
    check_one(key, *relief, patch, has_cups);
    require(!config.camera.on, "camera.on", "true",
            "must be false on a relief: the simulated depth camera sees planes only");
  }
}

}  // namespace ventosa::sim
