#pragma once

#include <array>
#include <cstdint>

#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Decides whether the camera's pictures may be relied on.
namespace ventosa::controller {

enum class CameraHealth : std::uint8_t {
  kGood,    ///< or there is none, and none is relied on
  kSilent,  ///< no picture for longer than SurfaceConfig::silence_s
  kBlind,   ///< no plane in its pictures for so long: they are black, or nothing is in sight
};
constexpr auto enumerators(CameraHealth) { return words("good", "silent", "blind"); }
constexpr Reason reason_of(CameraHealth health) {
  constexpr std::array kReasons{Reason::kNone, Reason::kCameraSilent, Reason::kCameraBlind};
  return kReasons[static_cast<std::size_t>(health)];
}

struct CameraWatch {
  std::int64_t saw_ns = 0;  ///< when a picture last had a plane
};

/// Whether where the robot may step is known by the camera alone.
inline bool relies_on_camera(const SurfaceConfig& config) {
  return config.source == SurfaceSource::kSeen;
}

/// One tick. A robot that has told no picture yet has no camera, unless it relies on one.
[[nodiscard]] CameraHealth watch_camera(const SurfaceConfig& config, const Observation& seen,
                                        CameraWatch& watch) noexcept;

}  // namespace ventosa::controller
