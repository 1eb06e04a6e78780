#pragma once

#include "sim/render/scene.h"

namespace ventosa::view {

/// Quality levels of the display. On a slow machine the most expensive option is switched off first
/// and on again last.
struct ViewQuality {
  sim::Quality scene{};
  bool smooth_lines = true;  ///< in plots and panels; needs twice as many triangles
};

/// Chooses the quality by the time between pictures.
class QualityGuard {
 public:
  /// @param picture_s  time since the last picture
  void look(double picture_s) {
    constexpr double kSlow_s = 1.0 / 30, kFast_s = 1.0 / 70;
    constexpr int kSoon = 6, kLate = 60;  // pictures before the level may change again
    mean_s_ += (picture_s - mean_s_) / kSoon;
    ++n_;
    if (mean_s_ > kSlow_s && n_ >= kSoon && level_ < kLast) ++level_, n_ = 0;
    if (mean_s_ < kFast_s && n_ >= kLate && level_ > 0) --level_, n_ = 0;
  }
  const ViewQuality& quality() const { return kLevels[level_]; }

 private:
  static constexpr ViewQuality kLevels[] = {
      {{true, true, 1}, true},    {{false, true, 1}, true},     {{false, false, 1}, true},
      {{false, false, 1}, false}, {{false, false, 0.7}, false}, {{false, false, 0.5}, false}};
  static constexpr int kLast = 5;
  double mean_s_ = 1.0 / 60;
  int n_ = 0, level_ = 0;
};

}  // namespace ventosa::view
