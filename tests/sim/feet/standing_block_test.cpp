#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "controller/model/rotation.h"
#include "tests/sim/feet/point_feet.h"

/// A block as heavy as the hexapod on four point feet, integrated by itself: velocities first.
namespace ventosa::sim::standing_block_test {
namespace {

using controller::Matrix3d;
using controller::Vector3d;
using test::kFriction;
using test::Plane;

constexpr double kStep_s = 0.002;
constexpr double kMass_kg = 3.14;
constexpr double kSlope_rad = 15 * std::numbers::pi / 180;
const Vector3d kHalf_m(0.15, 0.1, 0.05);

/// A slope that descends along x.
Plane slope(double friction = kFriction) {
  return {.normal_W = {std::sin(kSlope_rad), 0, std::cos(kSlope_rad)}, .friction = friction};
}
Vector3d downhill() { return {std::cos(kSlope_rad), 0, -std::sin(kSlope_rad)}; }

struct Block {
  models::PointFootPlant foot;
  Plane ground = slope();
  Matrix3d R_WB = Eigen::AngleAxisd(kSlope_rad, Vector3d::UnitY()).toRotationMatrix();
  Vector3d p_WB = R_WB * Vector3d(0, 0, kHalf_m.z());
  Vector3d v_WB = Vector3d::Zero(), w_WB = Vector3d::Zero();
  std::array<PointFootState, 4> state{};

  Vector3d r_W(int i) const {
    return R_WB *
           Vector3d((i & 1 ? 1 : -1) * kHalf_m.x(), (i & 2 ? 1 : -1) * kHalf_m.y(), -kHalf_m.z());
  }
  Matrix3d inertia_W() const {
    const Vector3d s = kHalf_m.cwiseAbs2();
    const Vector3d I = kMass_kg / 3 * Vector3d(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
    return R_WB * I.asDiagonal() * R_WB.transpose();
  }
  void step() {
    Vector3d f = kMass_kg * Vector3d(0, 0, -9.81), m = Vector3d::Zero();
    for (int i = 0; i < 4; ++i) {
      const Vector3d r = r_W(i);
      const Vector3d foot_N =
          ground.step(foot, p_WB + r, v_WB + w_WB.cross(r), state[static_cast<std::size_t>(i)]);
      f += foot_N;
      m += r.cross(foot_N);
    }
    const Matrix3d I = inertia_W();
    v_WB += kStep_s / kMass_kg * f;
    w_WB += kStep_s * I.inverse() * (m - w_WB.cross(I * w_WB));
    p_WB += kStep_s * v_WB;
    R_WB = controller::rotation_exp(kStep_s * w_WB) * R_WB;
  }
  void run(double span_s) {
    for (int n = 0; n < static_cast<int>(std::lround(span_s / kStep_s)); ++n) step();
  }
};

TEST(StandingBlock, OfStickingFeetDoesNotCreepDownASlope) {
  Block block{.foot = test::sticking_foot()};
  block.run(5);
  const Vector3d p_W = block.p_WB;
  block.run(60);
  EXPECT_LT((block.p_WB - p_W).norm(), 1e-9);
  double sum_N = 0;
  for (const PointFootState& state : block.state) sum_N += state.normal_N;
  EXPECT_NEAR(sum_N, kMass_kg * 9.81 * std::cos(kSlope_rad), 1e-6);
}

// v = v_lim Ft / (f Fn) = v_lim tan(slope) / f
TEST(StandingBlock, OfCreepingFeetCreepsByTheLaw) {
  Block block{.foot = test::creeping_foot()};
  block.run(5);
  const Vector3d p_W = block.p_WB;
  block.run(10);
  const double speed_m_s = downhill().dot(block.p_WB - p_W) / 10;
  EXPECT_NEAR(speed_m_s / (0.04 * std::tan(kSlope_rad) / kFriction), 1, 0.01);
}

TEST(StandingBlock, SlidesWhereTheSlopeIsSteeperThanItsFriction) {
  constexpr double kSlick = 0.2;  // tan 15 deg is 0.27
  Block block{.foot = test::sticking_foot(), .ground = slope(kSlick)};
  block.run(1);
  const Vector3d v_W = block.v_WB;
  block.run(1);
  const double a_m_s2 = 9.81 * (std::sin(kSlope_rad) - kSlick * std::cos(kSlope_rad));
  EXPECT_NEAR(downhill().dot(block.v_WB - v_W), a_m_s2, 0.01 * a_m_s2);
}

}  // namespace
}  // namespace ventosa::sim::standing_block_test
