#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "controller/kinematics/self_distance.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/render/viewpoint.h"
#include "sim/truth.h"

/// A robot and its surfaces drawn with OpenGL, off-screen or in a window.
namespace ventosa::sim {

/// Pose of a robot and its joint angles.
struct RobotPose {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
};

RobotPose pose_of(const Truth& truth);

struct Rgba {
  float r = 0, g = 0, b = 0, a = 1;
};

/// A shape drawn in addition to the robot.
struct Mark {
  enum class Kind : std::uint8_t { kArrow, kLine, kSphere };
  Kind kind = Kind::kLine;
  controller::Vector3d from_W = controller::Vector3d::Zero();  ///< start; for a sphere its centre
  controller::Vector3d to_W = controller::Vector3d::Zero();
  double radius_m = 0.005;
  Rgba colour{};
};

/// Arrow of a force on a cup. It is at the rim on the camera's side, where the leg does not hide
/// it, and outside the surface: a push starts at the rim, a pull ends there.
/// @param p_W        centre of the lip
/// @param n_W        normal of its surface
/// @param towards_W  unit vector from the robot to the camera
/// @param way_W      the force, scaled to the arrow's length
/// @param beside_m   shift along the rim
Mark force_arrow(const controller::Vector3d& p_W, const controller::Vector3d& n_W,
                 double lip_radius_m, const controller::Vector3d& towards_W,
                 const controller::Vector3d& way_W, double beside_m = 0);

/// Settings that trade quality for speed.
struct Quality {
  bool shadows = true;
  bool reflections = true;
  double resolution = 1;  ///< resolution of a window's image relative to its pixels
};

/// A camera at a fixed pose.
struct Eye {
  /// Pose of the camera, which looks along its x axis; z is up.
  controller::Isometry3d X_WE = controller::Isometry3d::Identity();
  double height_rad = 1;  ///< vertical field of view
};

/// Content of one picture.
struct Composition {
  const RobotPose* robot = nullptr;
  const RobotPose* ghost = nullptr;  ///< a second, transparent robot; null: none
  controller::Vector3d look_at_W = controller::Vector3d::Zero();
  Viewpoint view{};
  std::optional<Eye> eye{};            ///< replaces `view`
  std::span<const Rgba> cup_colour{};  ///< colours of the cups, by leg
  std::span<const Mark> marks{};
  Quality quality{};
};

/// Rectangle in pixels, from the lower left corner.
struct Area {
  int left = 0, bottom = 0, width = 0, height = 0;
};

/// Object under a pixel.
struct Picked {
  std::optional<controller::PartId> part;  ///< no value: a surface
  controller::Vector3d p_W = controller::Vector3d::Zero();
};

/// Renders compositions. Its OpenGL context must be current in every call except `compose`.
class Scene {
 public:
  enum class Target : std::uint8_t { kWindow, kOffscreen };

  /// @param width, height  the largest picture  [pixels]
  Scene(const models::Robot& robot, const TwinConfig& config, Target target, int width, int height);
  ~Scene();

  void compose(const Composition& composition);

  /// Draws the last composition.
  void draw(const Area& area);
  void label(const Area& area, const char* text, const Rgba& colour);
  void note(const Area& area, const char* text);  ///< writes into the area's upper right corner
  /// Reads pixels, 3 bytes each, lines from bottom to top.
  void read_pixels(const Area& area, std::vector<unsigned char>& rgb);

  /// Object at a point of the last composition's picture.
  /// @param x, y    place in the picture, from the lower left corner, 0 to 1
  /// @param aspect  width over height
  std::optional<Picked> pick(double x, double y, double aspect) const;

 private:
  struct Studio;
  std::unique_ptr<Studio> studio_;
};

}  // namespace ventosa::sim
