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

/// Where a robot is and how it stands.
struct RobotPose {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
};

RobotPose pose_of(const Truth& truth);

struct Rgba {
  float r = 0, g = 0, b = 0, a = 1;
};

/// Something that is drawn besides the robot.
struct Mark {
  enum class Kind : std::uint8_t { kArrow, kLine, kSphere };
  Kind kind = Kind::kLine;
  controller::Vector3d from_W = controller::Vector3d::Zero();  ///< of a sphere its middle
  controller::Vector3d to_W = controller::Vector3d::Zero();
  double radius_m = 0.005;
  Rgba colour{};
};

/// The arrow of a force on a cup, at its rim on the camera's side, where the leg does not hide it;
/// outside the surface: a push begins at the rim, a pull ends there.
/// @param p_W        middle of the lip
/// @param n_W        normal of its surface
/// @param towards_W  from the robot to the camera
/// @param way_W      the force, as long as it is drawn
/// @param beside_m   along the rim
Mark force_arrow(const controller::Vector3d& p_W, const controller::Vector3d& n_W,
                 double lip_radius_m, const controller::Vector3d& towards_W,
                 const controller::Vector3d& way_W, double beside_m = 0);

/// What costs time.
struct Quality {
  bool shadows = true;
  bool reflections = true;
  double resolution = 1;  ///< of what is drawn in a window, over its pixels
};

/// A camera that is somewhere of its own.
struct Eye {
  controller::Isometry3d X_WE = controller::Isometry3d::Identity();  ///< it looks along x, z is up
  double height_rad = 1;                                             ///< of its picture
};

/// One picture.
struct Composition {
  const RobotPose* robot = nullptr;
  const RobotPose* ghost = nullptr;  ///< the same robot elsewhere, transparent; or null
  controller::Vector3d look_at_W = controller::Vector3d::Zero();
  Viewpoint view{};
  std::optional<Eye> eye{};            ///< instead of it
  std::span<const Rgba> cup_colour{};  ///< by leg
  std::span<const Mark> marks{};
  Quality quality{};
};

/// In pixels, from the lower left corner.
struct Area {
  int left = 0, bottom = 0, width = 0, height = 0;
};

/// What is under a pixel.
struct Picked {
  std::optional<controller::PartId> part;  ///< none: a surface
  controller::Vector3d p_W = controller::Vector3d::Zero();
};

/// The OpenGL context that it was made in must be current in every call but `compose`.
class Scene {
 public:
  enum class Target : std::uint8_t { kWindow, kOffscreen };

  /// @param width, height  the largest picture  [pixels]
  Scene(const models::Robot& robot, const TwinConfig& config, Target target, int width, int height);
  ~Scene();

  void compose(const Composition& composition);

  /// The last composition.
  void draw(const Area& area);
  void label(const Area& area, const char* text, const Rgba& colour);
  void note(const Area& area, const char* text);  ///< in the area's upper right corner
  /// Lines from below, 3 bytes a pixel.
  void read_pixels(const Area& area, std::vector<unsigned char>& rgb);

  /// What the last composition shows at a place of its picture.
  /// @param x, y    from the lower left corner, 0 to 1
  /// @param aspect  width over height
  std::optional<Picked> pick(double x, double y, double aspect) const;

 private:
  struct Studio;
  std::unique_ptr<Studio> studio_;
};

}  // namespace ventosa::sim
