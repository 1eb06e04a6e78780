#pragma once

#include <array>
#include <span>

#include "controller/model/observation.h"
#include "controller/perception/depth_image.h"
#include "models/body_sensors.h"
#include "sim/sensors/body_sensor_options.h"

/// A stereo depth camera, ray by ray in closed form: patches as rectangles, links as capsules, cups
/// as domes. Neither OpenGL nor MuJoCo's derived state is needed, so a picture costs the same
/// everywhere and depends on the robot's pose alone.
namespace ventosa::sim {

/// A link or a drive: all points within a radius of a line.
struct Capsule {
  controller::Vector3d from_B = controller::Vector3d::Zero();
  controller::Vector3d to_B = controller::Vector3d::Zero();
  double radius_m = 0;
};

/// A cup: an ellipsoid around its axis.
struct Dome {
  controller::Isometry3d X_BF = controller::Isometry3d::Identity();
  double radius_m = 0;
  double height_m = 0;
};

/// What of the robot may stand in the camera's view.
struct Silhouette {
  static constexpr int kMaxCapsules = controller::kMaxLegs * controller::kMaxJoints;

  int n_capsules = 0;
  std::array<Capsule, kMaxCapsules> capsule;
  int n_domes = 0;
  controller::PerLeg<Dome> dome;
};

class DepthCamera {
 public:
  /// @param seed  of the camera's error of scale
  DepthCamera(const models::DepthSensor& sensor, const CameraOptions& options, std::uint64_t seed);

  /// Takes a picture.  @param noise  of this picture
  const controller::DepthImage& take(const controller::PatchList& patches,
                                     const controller::Isometry3d& X_WB,
                                     const controller::Isometry3d& X_BE, const Silhouette& robot,
                                     std::uint64_t noise) noexcept;

  const controller::DepthImage& image() const { return image_; }

 private:
  void clear() noexcept;
  void draw(const controller::Patch& patch, const controller::Isometry3d& X_EW) noexcept;
  void draw(const Capsule& capsule, const controller::Isometry3d& X_EB) noexcept;
  void draw(const Dome& dome, const controller::Isometry3d& X_EB) noexcept;
  void hide_from_one_imager() noexcept;
  void expose(std::uint64_t noise) noexcept;

  const models::DepthSensor sensor_;
  const CameraOptions options_;
  const double scale_;  ///< depth as measured over depth as it is: focal length, baseline
  controller::DepthImage image_;
  std::array<controller::Vector3d, controller::kMaxPixels> ray_;
  std::array<double, controller::kMaxPixels> depth_m_;  ///< of the nearest thing
  std::array<bool, controller::kMaxPixels> matched_;    ///< and whether it gives a depth
};

}  // namespace ventosa::sim
