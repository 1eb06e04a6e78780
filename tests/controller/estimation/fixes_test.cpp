#include "controller/estimation/fixes.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <vector>

#include "tests/controller/filter_world.h"

namespace ventosa::controller::fixes_test {
namespace {

constexpr double kPeriod_s = 0.01;
constexpr double kSpeed_m_s = 0.05;
const Vector3d kAntenna_B(0.15, -0.05, 0.1);

double yaw_rad(const Isometry3d& X_WB) {
  return std::atan2(X_WB.linear()(1, 0), X_WB.linear()(0, 0));
}

FilterConfig lost_config() {
  FilterConfig config;
  config.start_position_m = 0.03;
  config.start_heading_rad = 5 * kRadPerDegree;
  config.heading_noise_rad = 1.5 * kRadPerDegree;
  config.deviation_rad = 5 * kRadPerDegree;
  return config;
}

/// A body that walks straight along its x axis. Start pose, deviation and noise are as `truth`
/// assumes; the filter may assume something else.
class StraightWalk {
 public:
  StraightWalk(const FilterConfig& truth, const FilterConfig& assumed, std::uint64_t seed)
      : config(assumed), truth_(truth), normal_(seed) {
    const Isometry3d told(Eigen::Translation3d(0.5, 0.3, 0.2));
    filter = start_filter(assumed, told);
    body = told;
    body.translation() += normal_.vector(truth.start_position_m);
    body.rotate(rotation_exp({0, 0, truth.start_heading_rad * normal_()}));
    deviation_rad = truth.deviation_rad * normal_();
    for (std::size_t i = 0; i < 4; ++i) feet_[i] = foothold(i);
  }

  void tick() {
    const std::int64_t now = ++n_;
    body.translation() += kPeriod_s * kSpeed_m_s * body.linear().col(0);
    in = {.specific_force_B =
              -(body.linear().transpose() * kGravity_W) + normal_.vector(truth_.accel_noise_m_s2),
          .w_WB_B = normal_.vector(truth_.gyro_noise_rad_s),
          .gravity_W = kGravity_W,
          .period_s = kPeriod_s};
    for (std::size_t i = 0; i < 4; ++i) sense(i);
    ASSERT_EQ(advance(config, in, filter), FilterStatus::kOk);
    seen.now_ns = 10'000'000 * now;
    if (now % 20 == 0) seen.fix = {seen.now_ns, body * kAntenna_B + normal_.vector(0.02)};
    if (now % 10 == 0) {
      const double noise_rad = truth_.heading_noise_rad * normal_();
      seen.heading = {seen.now_ns, yaw_rad(body) + deviation_rad + noise_rad};
    }
    if (uses_fixes) correct_by_fixes(config, kAntenna_B, seen, in, filter, fixes);
  }

  void walk(double length_m) {
    const int n = static_cast<int>(length_m / (kSpeed_m_s * kPeriod_s));
    for (int k = 0; k < n; ++k) tick();
  }

  double yaw_error_rad() const { return yaw_rad(filter.X_WB) - yaw_rad(body); }
  double position_error_m() const {
    return (filter.X_WB.translation() - body.translation()).head<2>().norm();
  }

  /// Normalised squared error of yaw and deviation, chi-square(2).
  double nees() const {
    const Vector2d error(yaw_error_rad(), filter.deviation_rad - deviation_rad);
    Eigen::Matrix2d P;
    P << filter.P(2, 2), filter.P(2, kErrorDeviation), filter.P(kErrorDeviation, 2),
        filter.P(kErrorDeviation, kErrorDeviation);
    return error.dot(P.inverse() * error);
  }

  FilterConfig config;
  bool uses_fixes = true;
  Isometry3d body;
  double deviation_rad = 0;
  InvariantFilter filter;
  Fixes fixes;
  Observation seen;
  OdometryInput in;

 private:
  Vector3d foothold(std::size_t i) const {
    return body * Vector3d(i < 2 ? .25 : -.25, i % 2 ? .25 : -.25, -.2);
  }

  /// each foot steps in turn, 0.6 s in every 4 s
  void sense(std::size_t i) {
    const auto phase = static_cast<std::size_t>(n_ % 400);
    feet_[i] += normal_.vector(truth_.foot_creep_m * std::sqrt(kPeriod_s));
    if (phase / 100 == i && phase % 100 < 60) {
      feet_[i] = foothold(i);
      return;
    }
    const auto k = static_cast<std::size_t>(in.n_feet++);
    in.leg[k] = static_cast<int>(i);
    in.spread_m2[k] = 0.1 * Matrix3d::Identity();
    in.p_BW[k] =
        body.inverse() * feet_[i] + normal_.vector(truth_.encoder_noise_rad * std::sqrt(0.1));
    in.R_BF[k] = Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
  }

  FilterConfig truth_;
  Normal normal_;
  std::int64_t n_ = 0;
  PerLeg<Vector3d> feet_ = zero_vectors();
};

/// Batch least squares for the start error (turn about the start, shift) and the deviation, from
/// all readings and the track of the feet alone. Gauss-Newton; shares no code with the filter.
class Batch {
 public:
  explicit Batch(const FilterConfig& config) : config_(config) {}

  void add_fix(const Vector2d& track, const Vector2d& fix) { fixes_.push_back({track, fix}); }
  void add_heading(double track_rad, double reading_rad) {
    headings_.push_back(reading_rad - track_rad);
  }

  /// (turn [rad], shift x, y [m], deviation [rad])
  Eigen::Vector4d solve(const Vector2d& start) const {
    Eigen::Vector4d x = Eigen::Vector4d::Zero();
    for (int round = 0; round < 5; ++round) {
      const double p2 = square(config_.start_position_m);
      const Eigen::Vector4d prior(
          1 / (square(config_.start_heading_rad) + square(config_.start_angle_rad)), 1 / p2, 1 / p2,
          1 / square(config_.deviation_rad));
      Eigen::Matrix4d A = prior.asDiagonal();
      Eigen::Vector4d b = -prior.cwiseProduct(x);
      for (const auto& [track, fix] : fixes_) {
        const Vector2d arm = Eigen::Rotation2Dd(x[0]) * (track - start);
        Eigen::Matrix<double, 2, 4> J;
        J << -arm.y(), 1, 0, 0, arm.x(), 0, 1, 0;
        const Vector2d rest = fix - (start + arm + x.segment<2>(1));
        A += J.transpose() * J / square(config_.fix_noise_m);
        b += J.transpose() * rest / square(config_.fix_noise_m);
      }
      for (const double sum_rad : headings_) {
        const Eigen::Vector4d J(1, 0, 0, 1);
        A += J * J.transpose() / square(config_.heading_noise_rad);
        b += J * (sum_rad - x[0] - x[3]) / square(config_.heading_noise_rad);
      }
      x += A.ldlt().solve(b);
    }
    return x;
  }

 private:
  static double square(double x) { return x * x; }
  FilterConfig config_;
  std::vector<std::pair<Vector2d, Vector2d>> fixes_;
  std::vector<double> headings_;
};

// the batch takes the track as exact, so the feet and the gyroscope must be
TEST(Fixes, TellDeviationAndPlaceAsWellAsBatchLeastSquares) {
  FilterConfig config = lost_config();
  config.encoder_noise_rad = config.gyro_noise_rad_s = config.foot_creep_m = 1e-5;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    StraightWalk walk(config, config, seed);
    StraightWalk blind(config, config, seed);  // the same noise
    blind.uses_fixes = false;
    const Vector2d start = blind.filter.X_WB.translation().head<2>();
    Batch batch(config);
    for (int n = 1; n <= 4000; ++n) {
      walk.tick();
      blind.tick();
      const Vector2d track = (blind.filter.X_WB * kAntenna_B).head<2>();
      if (n % 20 == 0) batch.add_fix(track, walk.seen.fix->p_WG.head<2>());
      if (n % 10 == 0)
        batch.add_heading(yaw_rad(blind.filter.X_WB), walk.seen.heading->heading_rad);
    }
    const Eigen::Vector4d x = batch.solve(start);
    const double yaw = yaw_rad(blind.filter.X_WB) + x[0];
    const Vector2d arm = blind.filter.X_WB.translation().head<2>() - start;
    const Vector2d place = start + Eigen::Rotation2Dd(x[0]) * arm + x.segment<2>(1);
    // a tenth of the standard deviation
    EXPECT_NEAR(walk.filter.deviation_rad, x[3], 0.1 * deviation_of(walk.filter).sd_rad) << seed;
    EXPECT_NEAR(yaw_rad(walk.filter.X_WB), yaw, 0.1 * std::sqrt(walk.filter.P(2, 2))) << seed;
    EXPECT_LT((walk.filter.X_WB.translation().head<2>() - place).norm(), 0.001) << seed;
  }
}

TEST(Fixes, KnowHowFarOffYawAndDeviationAreOverManySeeds) {
  constexpr int kWalks = 20;
  double nees = 0;
  for (std::uint64_t seed = 1; seed <= kWalks; ++seed) {
    StraightWalk walk(lost_config(), lost_config(), seed);
    walk.walk(2);
    nees += walk.nees() / kWalks;
    EXPECT_LT(std::abs(walk.yaw_error_rad()), 2 * kRadPerDegree) << seed;
    EXPECT_LT(walk.position_error_m(), 0.03) << seed;
    EXPECT_EQ(walk.fixes.fix.left_out + walk.fixes.heading.left_out, 0) << seed;
  }
  // chi-square(40) / 20 at 0.1 % and 99.9 %
  EXPECT_GT(nees, 0.896);
  EXPECT_LT(nees, 3.67);
}

// without that state, a compass that is 3 degrees off turns the robot by 3 degrees
TEST(Fixes, NeedTheDeviationAsAStateOfTheFilter) {
  FilterConfig assumed = lost_config();
  for (const bool estimated : {true, false}) {
    if (!estimated) assumed.deviation_rad = 0;
    double worst_rad = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      StraightWalk walk(lost_config(), assumed, seed);
      walk.deviation_rad = 3 * kRadPerDegree;
      walk.walk(2);
      worst_rad = std::max(worst_rad, std::abs(walk.yaw_error_rad()));
    }
    if (estimated) {
      EXPECT_LT(worst_rad, 2 * kRadPerDegree);
    } else {
      EXPECT_NEAR(worst_rad, 3 * kRadPerDegree, 1 * kRadPerDegree);
    }
  }
}

TEST(Fixes, TurnAndShiftTheFrameOfOdometryAndNotTheBodyInIt) {
  StraightWalk walk(lost_config(), lost_config(), 1);
  walk.uses_fixes = false;
  double most_m = 0, moved_m = 0;
  for (int n = 0; n < 500; ++n) {
    walk.tick();
    const Isometry3d X_WO = walk.fixes.X_WO.value_or(Isometry3d::Identity());
    const Isometry3d X_OB = X_WO.inverse() * walk.filter.X_WB;
    const Isometry3d X_WB = walk.filter.X_WB;
    correct_by_fixes(walk.config, kAntenna_B, walk.seen, walk.in, walk.filter, walk.fixes);
    if (!walk.fixes.X_WO) continue;
    const Isometry3d after = walk.fixes.X_WO->inverse() * walk.filter.X_WB;
    moved_m = std::max(moved_m, (walk.filter.X_WB.translation() - X_WB.translation()).norm());
    most_m = std::max(most_m, (after.translation() - X_OB.translation()).head<2>().norm());
    EXPECT_NEAR(yaw_rad(after), yaw_rad(X_OB), 1e-6);
    EXPECT_NEAR(walk.fixes.X_WO->linear()(2, 2), 1, 1e-12) << "stays level";
  }
  EXPECT_GT(moved_m, 0.01) << "the estimate was corrected";
  EXPECT_LT(most_m, 1e-12);
}

/// A filter that knows its place, with readings to spoil.
struct Standing : StraightWalk {
  Standing() : StraightWalk(lost_config(), lost_config(), 4) {
    walk(1);
    before = filter;
    seen.now_ns += 100'000'000;
    seen.fix = {seen.now_ns, body * kAntenna_B};
    seen.heading = {seen.now_ns, yaw_rad(body) + deviation_rad};
    n_used = {fixes.fix.used, fixes.heading.used};
  }

  /// Numbers of fixes and headings that were left out, out of those given now.
  std::pair<int, int> left_out() {
    fixes.fix.left_out = fixes.heading.left_out = 0;
    correct_by_fixes(config, kAntenna_B, seen, in, filter, fixes);
    return {fixes.fix.left_out, fixes.heading.left_out};
  }

  bool is_unchanged() const {
    return filter.P == before.P && filter.X_WB.matrix() == before.X_WB.matrix() &&
           filter.deviation_rad == before.deviation_rad &&
           std::pair(fixes.fix.used, fixes.heading.used) == n_used;
  }

  InvariantFilter before;
  std::pair<int, int> n_used;
};

TEST(Fixes, GoodReadingsAreUsedOnce) {
  Standing stand;
  EXPECT_EQ(stand.left_out(), std::pair(0, 0));
  EXPECT_EQ(stand.fixes.fix.used, stand.n_used.first + 1);
  EXPECT_EQ(stand.fixes.heading.used, stand.n_used.second + 1);
  EXPECT_FALSE(stand.is_unchanged());
  stand.before = stand.filter;
  stand.n_used = {stand.fixes.fix.used, stand.fixes.heading.used};
  EXPECT_EQ(stand.left_out(), std::pair(0, 0)) << "the same readings again";
  EXPECT_TRUE(stand.is_unchanged());
}

TEST(Fixes, WildReadingsAreLeftOutAndCounted) {
  Standing stand;
  stand.seen.fix->p_WG.x() += 3;
  stand.seen.heading->heading_rad += 1;
  EXPECT_EQ(stand.left_out(), std::pair(1, 1));
  EXPECT_TRUE(stand.is_unchanged());
}

TEST(Fixes, ReadingsThatAreNoNumbersAreLeftOutAndCounted) {
  for (const double bad : {kUnknown, std::numeric_limits<double>::infinity(), 1e300}) {
    Standing stand;
    stand.seen.fix->p_WG.y() = bad;
    stand.seen.heading->heading_rad = bad;
    EXPECT_EQ(stand.left_out(), std::pair(1, 1)) << bad;
    EXPECT_TRUE(stand.is_unchanged());
  }
}

TEST(Fixes, ReadingsThatAreStaleOrOutOfOrderOrFromTheFutureAreLeftOutAndCounted) {
  for (const std::int64_t shift_ns : {-600'000'000, -150'000'000, 20'000'000}) {
    Standing stand;
    stand.seen.fix->sampled_ns += shift_ns;
    stand.seen.heading->sampled_ns += shift_ns;
    EXPECT_EQ(stand.left_out(), std::pair(1, 1)) << shift_ns;
    EXPECT_TRUE(stand.is_unchanged());
  }
}

TEST(Fixes, ABodyThatStandsOnEndHasNoHeading) {
  Standing stand;
  stand.filter.X_WB.linear() = rotation_exp({0, -1.4, 0});
  stand.before = stand.filter;
  stand.seen.fix.reset();
  EXPECT_EQ(stand.left_out(), std::pair(0, 1));
  EXPECT_TRUE(stand.is_unchanged());
}

TEST(Fixes, AreTakenAtTheTimeOfTheirReading) {
  StraightWalk walk(lost_config(), lost_config(), 2);
  walk.walk(1);
  // the antenna was 5 mm behind 0.1 s ago
  const double age_s = 0.1;
  const Vector3d p_WG = walk.filter.X_WB * kAntenna_B - age_s * walk.filter.v_WB;
  walk.seen.now_ns += 200'000'000;
  walk.seen.fix = {walk.seen.now_ns - 100'000'000, p_WG};
  walk.seen.heading.reset();
  const Vector3d before = walk.filter.X_WB.translation();
  correct_by_fixes(walk.config, kAntenna_B, walk.seen, walk.in, walk.filter, walk.fixes);
  EXPECT_NEAR(walk.fixes.fix.nis, 0, 1e-4);
  EXPECT_LT((walk.filter.X_WB.translation() - before).norm(), 1e-5);
}

// feet come and go: the deviation keeps its row
TEST(Fixes, TheDeviationHasTheRowBeforeTheFeet) {
  StraightWalk walk(lost_config(), lost_config(), 3);
  walk.walk(0.5);
  ASSERT_TRUE(has_deviation(walk.filter));
  EXPECT_EQ(walk.filter.P.rows(), kCoreError + 1 + 3 * walk.filter.n_feet);
  EXPECT_EQ(foot_row(walk.filter, 0), kErrorDeviation + 1);
  FilterConfig none = lost_config();
  none.deviation_rad = 0;
  EXPECT_FALSE(has_deviation(start_filter(none, Isometry3d::Identity())));
  EXPECT_EQ(start_filter(none, Isometry3d::Identity()).P.rows(), kCoreError);
}

}  // namespace
}  // namespace ventosa::controller::fixes_test
