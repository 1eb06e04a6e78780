#include "sim/sensors/pan_tilt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "controller/model/rotation.h"
#include "sim/sensors/imu.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::pan_tilt_test {
namespace {

using controller::Command;
using controller::Isometry3d;
using controller::Matrix3d;
using controller::Observation;
using controller::Vector3d;
using hal::Status;

models::PanTilt mount() { return romerin4().sensors->mount; }

// a trapezoid takes d / v + v / a
TEST(PanTilt, GoesWhereItIsToldWithinItsSpeedAndAcceleration) {
  const models::PanTilt m = mount();
  constexpr double kStep_s = 0.002;
  PanTiltState state = at_rest({});
  set_gaze_goal(m, {.pan_rad = -1.5, .tilt_rad = 0.7}, state);
  double pan_s = 0, fastest_rad_s = 0;
  for (int n = 1; n <= 1000; ++n) {
    const PanTiltState last = state;
    step_pan_tilt(m, kStep_s, state);
    EXPECT_LE(std::abs(state.pan.dq_rad_s), m.speed_rad_s + 1e-12);
    EXPECT_LE(std::abs(state.pan.dq_rad_s - last.pan.dq_rad_s),
              m.acceleration_rad_s2 * kStep_s + 1e-12);
    EXPECT_NEAR(state.pan.q_rad - last.pan.q_rad, state.pan.dq_rad_s * kStep_s, 1e-12);
    fastest_rad_s = std::max(fastest_rad_s, std::abs(state.pan.dq_rad_s));
    if (state.pan.q_rad != -1.5) pan_s = n * kStep_s;
  }
  EXPECT_EQ(state.pan.q_rad, -1.5);
  EXPECT_EQ(state.tilt.q_rad, 0.7);
  EXPECT_EQ(state.pan.dq_rad_s, 0);
  EXPECT_NEAR(fastest_rad_s, m.speed_rad_s, 1e-12);
  EXPECT_NEAR(pan_s, 1.5 / m.speed_rad_s + m.speed_rad_s / m.acceleration_rad_s2, 0.01);
}

TEST(PanTilt, StopsAtItsLimits) {
  const models::PanTilt m = mount();
  PanTiltState state = at_rest({});
  set_gaze_goal(m, {.pan_rad = 3, .tilt_rad = -1.5}, state);
  for (int n = 0; n < 2000; ++n) step_pan_tilt(m, 0.002, state);
  EXPECT_EQ(state.pan.q_rad, m.pan_limit_rad);
  EXPECT_EQ(state.tilt.q_rad, -m.tilt_limit_rad);
}

TEST(PanTilt, ReportsInSteps) {
  const CameraOptions camera{.pan_rad = 0.0123, .angle_step_rad = 0.01, .speed_step_rad_s = 0.1};
  PanTiltState state = at_rest(camera);
  EXPECT_EQ(reported(camera, state).pan.q_rad, 0.0123);
  state.pan = {.q_rad = 0.0123 + 0.0364, .dq_rad_s = 0.234};
  EXPECT_NEAR(reported(camera, state).pan.q_rad, 0.0123 + 0.04, 1e-12);
  EXPECT_NEAR(reported(camera, state).pan.dq_rad_s, 0.2, 1e-12);
  EXPECT_EQ(reported({.pan_rad = 0.0123}, state).pan.q_rad, state.pan.q_rad);
}

/// The state, time h later.
PanTiltState later(PanTiltState state, double h_s) {
  state.pan.q_rad += h_s * state.pan.dq_rad_s;
  state.tilt.q_rad += h_s * state.tilt.dq_rad_s;
  return state;
}

TEST(PanTilt, CarriesTheImuAsItsAnglesMove) {
  const auto sensors = romerin4().sensors;
  const ImuOptions imu{.place = ImuPlace::kCamera};
  const PanTiltState now{.pan = {0.7, 2}, .tilt = {-0.3, 1.1}, .goal = {}};
  constexpr double h = 1e-5;
  const ImuMounting before = imu_mounting(sensors, imu, {}, later(now, -h));
  const ImuMounting at = imu_mounting(sensors, imu, {}, now);
  const ImuMounting after = imu_mounting(sensors, imu, {}, later(now, h));
  EXPECT_GT(at.v_BI.norm(), 0.02);
  EXPECT_LT((at.v_BI - (after.p_BI - before.p_BI) / (2 * h)).norm(), 1e-8);
  const Matrix3d turned = after.R_BI * before.R_BI.transpose();
  EXPECT_LT((at.w_BI_B - controller::rotation_log(turned) / (2 * h)).norm(), 1e-8);
}

/// Stands with the IMU in its camera, and turns the camera.
struct Looking {
  explicit Looking(const CameraOptions& camera) : robot(romerin4()) {
    TwinConfig config = standing(robot, 0.4);
    config.control_period_s = config.step_s;
    config.imu.place = ImuPlace::kCamera;
    config.camera = camera;
    twin.emplace(robot, config);
    look.gaze = Gaze{.pan_rad = 1.2, .tilt_rad = 0.1};
  }
  void step() { ASSERT_EQ(twin->exchange(look, seen), Status::kOk); }
  /// p_WI by the true angles
  Vector3d imu_place_W() const {
    const models::BodySensors& sensors = *robot.sensors;
    const Truth& t = twin->truth();
    return t.X_WB * (models::camera_pose(sensors.mount, t.pan_rad, t.tilt_rad) * sensors.imu.p_EI);
  }

  models::Robot robot;
  std::optional<Twin> twin;
  Command look;
  Observation seen;
};

// exact angles remove all of the rotation, but not the acceleration due to the lever arm
TEST(Imu, FeelsTheCameraTurnBelowIt) {
  Looking looking({.tilt_rad = 0.6});
  const Vector3d gravity_W(0, 0, -9.81);
  Vector3d p[3] = {Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  double most = 0;
  for (int n = 0; n < 700; ++n) {
    p[0] = p[1];
    p[1] = p[2];
    p[2] = looking.imu_place_W();
    looking.step();
    const Truth& truth = looking.twin->truth();
    EXPECT_LT((looking.seen.body.w_WB_B - truth.w_WB_B).norm(), 1e-12);
    if (n < 5) continue;
    // value of the middle of the last step; error: the change in a step
    const Vector3d a_W = (looking.imu_place_W() - 2 * p[2] + p[1]) / (0.002 * 0.002);
    const Vector3d reported_W = truth.X_WB.linear() * looking.seen.body.specific_force_B;
    EXPECT_LT((reported_W - (a_W - gravity_W)).norm(), 0.06) << n;
    most = std::max(most, a_W.norm());
  }
  EXPECT_GT(most, 0.4);
  EXPECT_EQ(looking.twin->truth().pan_rad, 1.2);
  EXPECT_EQ(looking.twin->truth().tilt_rad, 0.1);
}

// the reading is rotated back by the reported angles, not by the true ones
TEST(Imu, BelievesTheReportsOfThePanTilt) {
  const CameraOptions camera{.tilt_rad = 0.6, .angle_step_rad = 0.05, .speed_step_rad_s = 0.4};
  Looking looking(camera);
  double most_w = 0;
  for (int n = 0; n < 700; ++n) {
    looking.step();
    most_w = std::max(most_w, (looking.seen.body.w_WB_B - looking.twin->truth().w_WB_B).norm());
  }
  EXPECT_GT(most_w, 0.1);
  EXPECT_LT(most_w, 0.6);
  // at rest, 1.2 is 24 steps of 0.05, and tilt 0.1 ten
  EXPECT_LT((looking.seen.body.specific_force_B - looking.twin->truth().specific_force_B).norm(),
            1e-9);
  looking.look.gaze = Gaze{.pan_rad = 1.22, .tilt_rad = 0.1};
  for (int n = 0; n < 300; ++n) looking.step();
  const Vector3d turned =
      Eigen::AngleAxisd(-0.02, Vector3d::UnitZ()) * looking.twin->truth().specific_force_B;
  EXPECT_LT((looking.seen.body.specific_force_B - turned).norm(), 1e-9);
}

TEST(Twin, SeesBesideWhereItTurnedTo) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.patches.n = 2;  // a wall on the left
  config.patches.patch[1] = plane(M_PI / 2);
  config.patches.patch[1].X_WS.pretranslate(Vector3d(0, 1, 0));
  config.camera = {.on = true, .pan_rad = -M_PI / 2, .tilt_rad = 0};
  Twin twin(robot, config);
  Observation seen;
  const auto sees_the_wall = [&] {
    seen = observed(twin);
    for (int k = 0; k < seen.detections.n; ++k)
      if ((seen.detections.plane[static_cast<std::size_t>(k)].normal + Vector3d::UnitY()).norm() <
          0.01)
        return true;
    return false;
  };
  run(twin, {}, 0.5);
  const bool before = sees_the_wall();
  EXPECT_EQ(seen.detections.pan_rad, -M_PI / 2);
  run(twin, {.gaze = Gaze{.pan_rad = M_PI / 2}}, 1.5);
  EXPECT_TRUE(sees_the_wall());
  EXPECT_FALSE(before);
  EXPECT_EQ(seen.detections.pan_rad, M_PI / 2);
}

// while the camera turns, a picture is transformed into the body by the angles of its own time
TEST(Twin, SeesTheGroundLevelWhileItLooksAround) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.camera = {.on = true, .latency_s = 0.05};
  Twin twin(robot, config);
  const Command look{.gaze = Gaze{.pan_rad = 1, .tilt_rad = 0.9}};
  Observation seen;
  int n = 0;
  for (int k = 0; k < 60; ++k) {
    ASSERT_EQ(twin.exchange(look, seen), Status::kOk);
    if (seen.detections.n == 0 || seen.detections.pan_rad == 1) continue;
    const controller::DetectedPlane& ground = seen.detections.plane[0];
    EXPECT_LT((ground.normal - Vector3d::UnitZ()).norm(), 0.003);
    n += seen.detections.pan_rad > 0.1;
  }
  EXPECT_GT(n, 10);
}

TEST(Twin, GoesOnFromASnapshotWhileItLooksAround) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0.2);
  config.imu = imu_options(Fidelity::kFull, robot.sensors);
  config.camera = camera_options(Fidelity::kFull, robot.sensors);
  Twin twin(robot, config);
  run(twin, {.gaze = Gaze{.pan_rad = -1}}, 0.25);
  EXPECT_NE(twin.truth().pan_rad, 0);
  EXPECT_NE(twin.truth().pan_rad, -1);
  Snapshot snapshot;
  twin.save(snapshot);
  const auto values = [&](Twin& from) {
    run(from, {}, 0.3);
    return all_values(robot, from);
  };
  const std::vector<double> straight_on = values(twin);
  Twin fresh(robot, config);
  fresh.restore(snapshot);
  EXPECT_EQ(values(fresh), straight_on);
}

}  // namespace
}  // namespace ventosa::sim::pan_tilt_test
