#pragma once

#include <array>
#include <cstdint>

#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Health check of the depth camera.
namespace ventosa::controller {

enum class CameraHealth : std::uint8_t {
  kGood,    ///< no fault; also if no camera is needed
  kSilent,  ///< no picture for longer than SurfaceConfig::silence_s
  kBlind,   ///< no plane in its pictures for that time: black pictures, or nothing in view
};
constexpr auto enumerators(CameraHealth) { return words("good", "silent", "blind"); }
constexpr Reason reason_of(CameraHealth health) {
  constexpr std::array kReasons{Reason::kNone, Reason::kCameraSilent, Reason::kCameraBlind};
  return kReasons[static_cast<std::size_t>(health)];
}

struct CameraWatch {
  std::int64_t saw_ns = 0;  ///< time of the last picture with a plane
};

/// True if the surfaces are known only from the camera.
inline bool relies_on_camera(const SurfaceConfig& config) {
  return config.source == SurfaceSource::kSeen;
}

/// One tick. Before its first picture a camera counts as absent, unless it is needed.
[[nodiscard]] CameraHealth watch_camera(const SurfaceConfig& config, const Observation& seen,
                                        CameraWatch& watch) noexcept;

}  // namespace ventosa::controller
