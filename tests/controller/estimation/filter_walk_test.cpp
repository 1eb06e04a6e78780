#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "tests/controller/filter_world.h"

namespace ventosa::controller::filter_walk_test {
namespace {

/// A body that sways along x over stepping feet; noise of the sensors and error of the start
/// exactly as the filter assumes.
class SimulatedWalk {
 public:
  SimulatedWalk(const FilterConfig& config, std::uint64_t seed) : config_(config), normal_(seed) {
    Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.2));
    filter = start_filter(config, X_WB);
    const Eigen::MatrixXd P = filter.P;
    Eigen::VectorXd xi = Eigen::VectorXd::Zero(kCoreError);
    const Vector3d phi = normal_.vector(config.start_angle_rad);
    xi.head<3>() = phi;
    xi.segment<3>(6) = X_WB.translation().cross(phi) + normal_.vector(config.start_position_m);
    xi.segment<3>(9) = normal_.vector(config.gyro_bias_rad_s);
    xi.segment<3>(12) = normal_.vector(config.accel_bias_m_s2);
    body = truth_behind(filter, xi);
    for (std::size_t i = 0; i < 4; ++i) set_down(i);
  }

  [[nodiscard]] FilterStatus tick() {
    const double t = 0.01 * n_++;
    // an oscillating acceleration and rotation
    const Vector3d a_W(0.05 * std::cos(2 * t), 0.1 * std::cos(3 * t), 0.05 * std::cos(5 * t));
    const Vector3d w_B(0.1 * std::cos(2 * t), -0.1 * std::cos(1.5 * t), 0.15 * std::cos(t));
    const Vector3d f_B = body.R_WB.transpose() * (a_W - kGravity_W);
    move_truth(w_B, f_B, 0.01, body);
    OdometryInput in{
        .specific_force_B = f_B + body.accel_bias + normal_.vector(config_.accel_noise_m_s2),
        .w_WB_B = w_B + body.gyro_bias + normal_.vector(config_.gyro_noise_rad_s),
        .gravity_W = kGravity_W,
        .period_s = 0.01};
    for (std::size_t i = 0; i < 4; ++i) sense(i, in);
    return advance(config_, in, filter);
  }

  double nees() const {
    Isometry3d X_WB = Isometry3d::Identity();
    X_WB.linear() = body.R_WB;
    X_WB.translation() = body.p_WB;
    const Vector6d xi = pose_error(filter.X_WB, X_WB);
    return xi.dot(pose_covariance(filter).ldlt().solve(xi));
  }

  TrueBody body;
  InvariantFilter filter;
  double most_play_m = std::numeric_limits<double>::infinity();

 private:
  Vector3d foothold(std::size_t i) const {
    return body.p_WB + Vector3d(i < 2 ? .25 : -.25, i % 2 ? .25 : -.25, -.2);
  }

  void set_down(std::size_t i) {
    feet_[i] = foothold(i);
    surface_m_[i] = feet_[i].z() + normal_.vector(config_.surface_m).z();
  }

  /// an offset that decays with foot_offset_s and is limited by a stop
  void play(std::size_t i) {
    const double keeps = std::exp(-0.01 / config_.foot_offset_s);
    offset_[i] =
        keeps * offset_[i] + normal_.vector(config_.foot_offset_m * std::sqrt(1 - keeps * keeps));
    offset_[i] *= std::min(1.0, most_play_m / std::max(1e-12, offset_[i].norm()));
  }

  void sense(std::size_t i, OdometryInput& in) {
    const std::size_t phase = static_cast<std::size_t>(n_) % 400;
    feet_[i] += normal_.vector(config_.foot_creep_m * 0.1);
    if (config_.foot_offset_m > 0) play(i);
    if (phase / 100 == i && phase % 100 < 60) {
      set_down(i);
      return;
    }
    const auto k = static_cast<std::size_t>(in.n_feet++);
    in.leg[k] = static_cast<int>(i);
    in.spread_m2[k] = Vector3d(.05, .1, .02).asDiagonal();
    const Vector3d noise =
        Vector3d(in.spread_m2[k].diagonal().cwiseSqrt()).cwiseProduct(normal_.vector(1));
    in.p_BW[k] = body.R_WB.transpose() * (feet_[i] + offset_[i] - body.p_WB) +
                 config_.encoder_noise_rad * noise;
    in.plane[k] = {Vector3d::UnitZ(), surface_m_[i]};
    in.R_BF[k] = Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
  }

  FilterConfig config_;
  Normal normal_;
  int n_ = 0;
  PerLeg<Vector3d> feet_ = zero_vectors();
  PerLeg<Vector3d> offset_ = zero_vectors();
  PerLeg<double> surface_m_{};
};

FilterConfig walk_config() {
  FilterConfig config;
  config.accel_bias_m_s2 = 0.05;
  config.start_position_m = 1e-3;
  config.start_angle_rad = 3e-3;
  return config;
}

struct Consistency {
  double nees = 0;  ///< at the end
  double nis = 0;
  int alarms = 0;
};

Consistency of_many_walks(const FilterConfig& config,
                          double most_play_m = std::numeric_limits<double>::infinity()) {
  constexpr int kWalks = 40, kTicks = 900;
  Consistency c;
  int n_nis = 0;
  for (std::uint64_t seed = 1; seed <= kWalks; ++seed) {
    SimulatedWalk walk(config, seed);
    walk.most_play_m = most_play_m;
    for (int n = 0; n < kTicks; ++n) {
      EXPECT_EQ(walk.tick(), FilterStatus::kOk);
      for (const double x : walk.filter.nis) c.nis += x, n_nis += x > 0;
      for (const SlipWatch& watch : walk.filter.watch) c.alarms += watch.alarm != FootAlarm::kNone;
    }
    c.nees += walk.nees() / kWalks;
  }
  c.nis /= n_nis;
  return c;
}

// 6 degrees of freedom, 40 independent walks: chi-square(240) / 40 at 0.1 % and 99.9 %
constexpr double kLeastNees = 4.45, kMostNees = 7.84;

TEST(InvariantFilter, KnowsHowFarItIsOffOnWalksWithManySeeds) {
  const Consistency c = of_many_walks(walk_config());
  EXPECT_GT(c.nees, kLeastNees);
  EXPECT_LT(c.nees, kMostNees);
  // 3 degrees of freedom; about 10^5 innovations, those of one tick share the body's error
  EXPECT_NEAR(c.nis, 3, 0.1);
  EXPECT_EQ(c.alarms, 0);
}

TEST(InvariantFilter, KnowsHowFarItIsOffOnFeetWithPlayOnSurveyedSurfaces) {
  FilterConfig config = walk_config();
  config.foot_offset_m = config.surface_m = 1e-3;
  const Consistency c = of_many_walks(config);
  EXPECT_GT(c.nees, kLeastNees);
  EXPECT_LT(c.nees, kMostNees);
  EXPECT_LT(c.nis, 3.1);
}

// offsets of lip and play are limited by a stop; normally distributed ones are not, and would
// sometimes look like a slip
TEST(InvariantFilter, TakesNoPlayWithAStopForASlip) {
  FilterConfig config = walk_config();
  config.foot_offset_m = config.surface_m = 1e-3;
  const Consistency c = of_many_walks(config, 1.5e-3);
  EXPECT_EQ(c.alarms, 0);
}

/// Stands; after 1 s foot 2 moves away for 2 s.
struct SlippingStand {
  explicit SlippingStand(const Vector3d& v_W) : v_WF(v_W) {
    for (int n = 0; n < 100; ++n) tick(false);
  }

  void tick(bool slips) {
    if (slips) feet[2] += 0.01 * v_WF;
    OdometryInput in = at_rest_on_four(X_WB, feet);
    for (std::size_t i = 0; i < 4; ++i) in.p_BW[i] += normal.vector(0.0005);
    EXPECT_EQ(advance({}, in, filter), FilterStatus::kOk);
  }

  FootAlarm alarm(std::size_t leg) const { return filter.watch[leg].alarm; }
  double error_m() const { return (filter.X_WB.translation() - X_WB.translation()).norm(); }

  /// Ticks until the alarm of foot 2 is `detachment`.
  int ticks_to_alarm() {
    for (int n = 1; n <= 100; ++n) {
      tick(true);
      for (const std::size_t other : {0u, 1u, 3u}) EXPECT_EQ(alarm(other), FootAlarm::kNone);
      if (alarm(2) == FootAlarm::kDetachment) return n;
    }
    return 1000;
  }

  Vector3d v_WF;
  Normal normal{3};
  PerLeg<Vector3d> feet = square_of_feet();
  Isometry3d X_WB{Eigen::Translation3d(0, 0, 0.2)};
  InvariantFilter filter = start_filter({}, X_WB);
};

TEST(SlipAlarm, RingsForTheFootThatSlipsAndForNoOther) {
  SlippingStand stand({0.01, 0, 0});
  int first = -1;
  for (int n = 0; n < 200; ++n) {
    stand.tick(true);
    if (first < 0 && stand.alarm(2) == FootAlarm::kSlip) first = n;
    for (const std::size_t other : {0u, 1u, 3u}) ASSERT_EQ(stand.alarm(other), FootAlarm::kNone);
  }
  EXPECT_GE(first, 0);
  EXPECT_LT(first, 50) << "5 mm of slip";
  // an estimate that trusted the foot would be off by a quarter of the 20 mm
  EXPECT_LT(stand.error_m(), 0.0007);
  for (int n = 0; n < 300; ++n) stand.tick(false);
  EXPECT_EQ(stand.alarm(2), FootAlarm::kNone);
}

TEST(SlipAlarm, CallsAFootThatComesOffTheSurfaceDetached) {
  SlippingStand stand({0, 0.002, 0.01});
  for (int n = 0; n < 60; ++n) stand.tick(true);
  EXPECT_EQ(stand.alarm(2), FootAlarm::kDetachment);
}

TEST(SlipAlarm, RingsWithinThreeReadingsForAFootThatRacesAway) {
  for (const Vector3d& v_W : {Vector3d(0.3, 0, 0), Vector3d(0, -0.2, 0.2), Vector3d(0, 0, 0.4)})
    EXPECT_LE(SlippingStand(v_W).ticks_to_alarm(), 3) << v_W.transpose();
}

// its module is silent, and the body has moved since its last reading
TEST(SlipAlarm, SaysNothingOfAFootThatTellsNothing) {
  SlippingStand stand({0, 0, 0});
  const Vector3d reported_BW = stand.feet[2] - stand.X_WB.translation();
  for (int n = 1; n <= 100; ++n) {
    stand.X_WB.translation().x() += 0.0002;
    OdometryInput in = at_rest_on_four(stand.X_WB, stand.feet);
    in.p_BW[2] = reported_BW;
    in.age_s[2] = 0.01 * n;
    ASSERT_EQ(advance({}, in, stand.filter), FilterStatus::kOk);
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(stand.alarm(i), FootAlarm::kNone) << n;
  }
}

TEST(SlipAlarm, StaysQuietWhileAllFeetSayTheSame) {
  // an acceleration of the body that its accelerometer does not measure
  SlippingStand stand({0, 0, 0});
  for (int n = 0; n < 200; ++n) {
    stand.X_WB.translation().x() += 0.0005;
    stand.tick(false);
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(stand.alarm(i), FootAlarm::kNone);
  }
  EXPECT_LT(stand.error_m(), 0.002);
}

}  // namespace
}  // namespace ventosa::controller::filter_walk_test
