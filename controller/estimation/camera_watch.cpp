#include "controller/estimation/camera_watch.h"

#include <algorithm>

namespace ventosa::controller {

CameraHealth watch_camera(const SurfaceConfig& config, const Observation& seen,
                          CameraWatch& watch) noexcept {
  const std::int64_t sampled_ns = seen.detections.sampled_ns;
  const auto is_past = [&](std::int64_t time_ns) {
    const double age_ns = static_cast<double>(seen.now_ns) - static_cast<double>(time_ns);
    return 1e-9 * age_ns > config.silence_s;
  };
  if (sampled_ns < 0 && !relies_on_camera(config)) return CameraHealth::kGood;
  if (seen.detections.n > 0) watch.saw_ns = sampled_ns;
  if (is_past(std::max<std::int64_t>(0, sampled_ns))) return CameraHealth::kSilent;
  return is_past(watch.saw_ns) ? CameraHealth::kBlind : CameraHealth::kGood;
}

}  // namespace ventosa::controller
