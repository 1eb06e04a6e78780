#pragma once

#include <array>
#include <span>

#include "controller/model/observation.h"
#include "controller/perception/depth_image.h"
#include "models/body_sensors.h"
#include "sim/sensors/body_sensor_options.h"

/// A stereo depth camera, ray cast in closed form: patches are rectangles, links capsules, cups
/// domes. Independent of OpenGL and of MuJoCo's derived state.
namespace ventosa::sim {

/// A link: all points within a radius of a line segment.
struct Capsule {
  controller::Vector3d from_B = controller::Vector3d::Zero();
  controller::Vector3d to_B = controller::Vector3d::Zero();
  double radius_m = 0;
};

/// A cup: an ellipsoid of revolution about z_F.
struct Dome {
  controller::Isometry3d X_BF = controller::Isometry3d::Identity();
  double radius_m = 0;
  double height_m = 0;
};

/// The robot's shape in the camera's view.
struct Silhouette {
  static constexpr int kMaxCapsules = controller::kMaxLegs * controller::kMaxJoints;

  int n_capsules = 0;
  std::array<Capsule, kMaxCapsules> capsule;
  int n_domes = 0;
  controller::PerLeg<Dome> dome;
};

class DepthCamera {
 public:
  /// @param seed  seed of the scale error
  DepthCamera(const models::DepthSensor& sensor, const CameraOptions& options, std::uint64_t seed);

  /// Captures a depth image.
  /// @param noise  seed of this image's noise
  const controller::DepthImage& capture(const controller::PatchList& patches,
                                        const controller::Isometry3d& X_WB,
                                        const controller::Isometry3d& X_BE, const Silhouette& robot,
                                        std::uint64_t noise) noexcept;

  const controller::DepthImage& image() const { return image_; }

 private:
  void clear() noexcept;
  void draw(const controller::Patch& patch, const controller::Isometry3d& X_EW) noexcept;
  void draw(const Capsule& capsule, const controller::Isometry3d& X_EB) noexcept;
  void draw(const Dome& dome, const controller::Isometry3d& X_EB) noexcept;
  void remove_occluded() noexcept;
  void measure(std::uint64_t noise) noexcept;

  const models::DepthSensor sensor_;
  const CameraOptions options_;
  const double scale_;  ///< measured depth over true depth: error of focal length and baseline
  controller::DepthImage image_;
  std::array<controller::Vector3d, controller::kMaxPixels> ray_;
  std::array<double, controller::kMaxPixels> depth_m_;  ///< depth of the first hit of each ray
  std::array<bool, controller::kMaxPixels> matched_;    ///< true if the hit gives a depth
};

}  // namespace ventosa::sim
