#include "hal/noise.h"
#include "sim/mujoco/world.h"

/// One step of the depth camera: capture a frame when it is due.
namespace ventosa::sim {

using controller::Isometry3d;
using controller::Vector3d;

namespace {

constexpr std::uint64_t kFrameNoiseChannel = 3000;

/// A leg as capsules from joint to joint and on to its foot, and a dome for a cup.
void add_leg(const controller::Leg& leg, const controller::PerJoint<double>& q_rad,
             Silhouette& robot) {
  Isometry3d X_B = leg.X_BL;
  const auto add_bar = [&](const Vector3d& from_B, const Vector3d& to_B, int link) {
    robot.capsule[static_cast<std::size_t>(robot.n_capsules++)] = {
        from_B, to_B, leg.link[static_cast<std::size_t>(link)].radius_m};
  };
  for (int j = 0; j < leg.n_joints; ++j) {
    const Vector3d from_B = X_B.translation();
    const controller::Joint& joint = leg.joint[j];
    X_B.translate(joint.p_PJ);
    if (joint.slides())
      X_B.translate(q_rad[j] * joint.slide_m_rad * joint.axis);
    else
      X_B.rotate(Eigen::AngleAxisd(q_rad[j], joint.axis));
    if (j > 0) add_bar(from_B, X_B.translation(), j - 1);
  }
  const Isometry3d X_BF = X_B * leg.X_JF;
  add_bar(X_B.translation(), controller::foot_solid(leg, X_BF).to, leg.n_joints - 1);
  const controller::Cup* cup = leg.cup();
  if (!cup) return;
  robot.dome[static_cast<std::size_t>(robot.n_domes++)] = {
      .X_BF = X_BF, .radius_m = cup->lip_radius_m, .height_m = cup->height_m};
}

void compute_silhouette(const World& world, Silhouette& robot) {
  robot.n_capsules = robot.n_domes = 0;
  for (int i = 0; i < world.n_legs(); ++i) add_leg(world.leg(i), leg_motion(world, i).q_rad, robot);
}

}  // namespace

void capture_frame(World& world) noexcept {
  if (!world.camera) return;
  CameraUnit& unit = *world.camera;
  CameraState& state = world.state.camera;
  if (!world.due(unit.clock)) return;
  compute_silhouette(world, unit.robot);
  const auto n = static_cast<std::uint64_t>(state.n_frames);
  const models::PanTilt& mount = world.robot.sensors->mount;
  const PanTiltState& actual = world.state.pan_tilt;
  const PanTiltState reading = reported(world.config.camera, actual);
  const Pose X_WB = body_pose(world);
  controller::PlaneDetections seen{
      .sampled_ns = world.now_ns(), .pan_rad = reading.pan.q_rad, .tilt_rad = reading.tilt.q_rad};
  if (!world.state.fault.has(FaultKind::kCameraBlack)) {
    unit.camera.capture(world.config.patches, transform(X_WB),
                        camera_pose(mount, actual) * unit.mounting_error, unit.robot,
                        hal::random_bits(world.config.seed, kFrameNoiseChannel, n));
    unit.extraction.extract(unit.camera.image(), seen);
  }
  FrameBytes& frame = state.frame[n % kMaxFrames];
  frame = pack_frame(in_body(camera_pose(mount, reading), seen));
  frame.X_WB = X_WB;
  frame.gaze = {actual.pan.q_rad, actual.tilt.q_rad};
  ++state.n_frames;
}

}  // namespace ventosa::sim
