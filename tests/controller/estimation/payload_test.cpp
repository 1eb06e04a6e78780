#include "controller/estimation/payload.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/dynamics/stance.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::payload_test {
namespace {

constexpr double kPeriod_s = 0.01;
const Vector3d kDown(0, 0, -9.81);
const MassMoment kPayload{1.5, 1.5 * Vector3d(0.03, -0.05, 0.08)};

/// Forces that carry robot and payload: least squares with the true wrench.
PerLeg<ForceEstimate> felt(const RobotModel& robot, Stance stance, const MassMoment& payload,
                           const Vector3d& push_N = Vector3d::Zero()) {
  stance.payload = payload;
  Vector6d w = required_wrench(robot, stance);
  w.head<3>() -= push_N;
  Eigen::Matrix<double, 6, 12> G;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) {
      const Vector3d e = Vector3d::Unit(k);
      G.col(3 * i + k) << e, stance.leg[static_cast<std::size_t>(i)].pose.p_BW.cross(e);
    }
  const Eigen::Matrix<double, 12, 1> F =
      G.transpose() * (G * G.transpose()).ldlt().solve(Eigen::MatrixXd(w));
  PerLeg<ForceEstimate> felt;
  for (int i = 0; i < 4; ++i)
    felt[static_cast<std::size_t>(i)] = {F.segment<3>(3 * i), 0.25 * Matrix3d::Identity()};
  return felt;
}

struct Scale {
  RobotModel robot = test::robot("romerin4");
  PayloadConfig config;
  PayloadInformation information;
  bool sticks = true;

  PayloadStatus stand(double time_s, const Vector3d& g_B, const MassMoment& payload,
                      const Vector3d& push_N = Vector3d::Zero()) {
    const Stance stance = test::weighed_stance(robot, g_B);
    const WrenchReading load = unmodelled_load(robot, stance, felt(robot, stance, payload, push_N));
    PayloadStatus last = PayloadStatus::kOff;
    for (double t = 0; t < time_s; t += kPeriod_s)
      last = weigh(config, g_B, load, kPeriod_s, sticks, information);
    return last;
  }
  /// The robot moves between two rests.
  PayloadStatus rest(int times, const Vector3d& g_B, const MassMoment& payload) {
    PayloadStatus last = PayloadStatus::kOff;
    for (int n = 0; n < times; ++n) {
      last = stand(1, g_B, payload);
      begin_rest(information);
    }
    return last;
  }
};

TEST(Payload, OfARobotAsTheModelSaysIsNone) {
  Scale scale;
  EXPECT_EQ(scale.stand(5, kDown, {}), PayloadStatus::kWeighed);
  const PayloadEstimate estimate = payload(scale.config, scale.information);
  EXPECT_NEAR(estimate.mass_kg, 0, 1e-12);
  EXPECT_EQ(estimate.p_B.norm(), 0);
}

TEST(Payload, IsKnownByMassAndAcrossGravityInOneAttitude) {
  Scale scale;
  EXPECT_EQ(scale.rest(12, kDown, kPayload), PayloadStatus::kWeighed);
  const PayloadEstimate estimate = payload(scale.config, scale.information);
  EXPECT_NEAR(estimate.mass_kg, kPayload.mass_kg, 1e-3);
  EXPECT_LT((estimate.p_B - Vector3d(0.03, -0.05, 0)).norm(), 1e-3);
  EXPECT_LT(estimate.p_sd_B.x(), 0.01);
  EXPECT_LT(estimate.p_sd_B.y(), 0.01);
  // along gravity only the prior is left: 0.5 kg m for 1.5 kg
  EXPECT_NEAR(estimate.p_sd_B.z(), scale.config.moment_sd_kgm / kPayload.mass_kg, 1e-2);
}

TEST(Payload, IsKnownAlongGravityOnceTheRobotTilts) {
  Scale scale;
  scale.rest(12, kDown, kPayload);
  const Vector3d tilted = Eigen::AngleAxisd(0.5, Vector3d::UnitY()) * kDown;
  EXPECT_EQ(scale.rest(12, tilted, kPayload), PayloadStatus::kWeighed);
  const PayloadEstimate estimate = payload(scale.config, scale.information);
  EXPECT_LT((estimate.p_B - centre(kPayload)).norm(), 2e-3);
  EXPECT_LT(estimate.p_sd_B.z(), 0.03);
}

TEST(Payload, MayBeNegativeWhereTheModelIsTooHeavy) {
  Scale scale;
  const MassMoment missing{-0.4, Vector3d(-0.02, 0, 0)};
  scale.rest(24, kDown, missing);
  EXPECT_NEAR(payload(scale.config, scale.information).mass_kg, -0.4, 1e-3);
}

TEST(Payload, DoesNotDependOnWhatLoadSharingCountsOn) {
  const RobotModel robot = test::robot("romerin4");
  Stance stance = test::weighed_stance(robot, kDown);
  const PerLeg<ForceEstimate> forces = felt(robot, stance, kPayload);
  const Vector6d w = unmodelled_load(robot, stance, forces).w;
  stance.payload = {7, Vector3d(1, 2, 3)};
  EXPECT_LT((unmodelled_load(robot, stance, forces).w - w).norm(), 1e-12);
}

TEST(Payload, IsNoPushFromTheSide) {
  Scale scale;
  scale.rest(4, kDown, kPayload);
  const PayloadInformation before = scale.information;
  EXPECT_EQ(scale.stand(1, kDown, kPayload, {15, 0, 0}), PayloadStatus::kNotAWeight);
  EXPECT_EQ(scale.information.all.precision, before.all.precision);
  EXPECT_EQ(scale.information.all.weighted, before.all.weighted);
}

TEST(Payload, ThatWasPutDownIsWeighedAnew) {
  Scale scale;
  scale.rest(12, kDown, kPayload);
  PayloadStatus status = PayloadStatus::kOff;
  for (int n = 0; n < 1000 && status != PayloadStatus::kChanged; ++n)
    status = scale.stand(0.5 * kPeriod_s, kDown, {});
  EXPECT_EQ(status, PayloadStatus::kChanged);
  EXPECT_EQ(scale.rest(12, kDown, {}), PayloadStatus::kWeighed);
  EXPECT_NEAR(payload(scale.config, scale.information).mass_kg, 0, 1e-3);
}

// the error is drawn for every stance, as that of friction is: one in 20 beyond two deviations,
// with a margin for chance
TEST(Payload, IsAsUncertainAsItSays) {
  test::Rng rng{61};
  std::normal_distribution<double> normal;
  constexpr int kRuns = 400;
  int outside = 0;
  for (int n = 0; n < kRuns; ++n) {
    Scale scale;
    const Stance stance = test::weighed_stance(scale.robot, kDown);
    PerLeg<ForceEstimate> forces = felt(scale.robot, stance, kPayload);
    for (int k = 0; k < 5; ++k) {
      PerLeg<ForceEstimate> noisy = forces;
      for (ForceEstimate& force : noisy)
        force.F_B += 0.5 * Vector3d(normal(rng), normal(rng), normal(rng));
      (void)weigh(scale.config, kDown, unmodelled_load(scale.robot, stance, noisy), kPeriod_s, true,
                  scale.information);
      begin_rest(scale.information);
    }
    const PayloadEstimate estimate = payload(scale.config, scale.information);
    if (std::abs(estimate.mass_kg - kPayload.mass_kg) > 2 * estimate.mass_sd_kg) ++outside;
  }
  EXPECT_GT(outside, kRuns / 100);
  EXPECT_LT(outside, kRuns / 10);
}

/// The error of a rest does not average out, and later readings of the same rest are ignored: a
/// sticking gear hides a change of the load.
TEST(Payload, IsWeighedOnceARest) {
  Scale scale;
  scale.stand(1, kDown, kPayload);
  const PayloadEstimate once = payload(scale.config, scale.information);
  scale.stand(60, kDown, {kPayload.mass_kg + 0.1, kPayload.h_B});
  EXPECT_EQ(payload(scale.config, scale.information).mass_kg, once.mass_kg);
  EXPECT_EQ(payload(scale.config, scale.information).mass_sd_kg, once.mass_sd_kg);
  begin_rest(scale.information);
  scale.stand(1, kDown, kPayload);
  EXPECT_NEAR(payload(scale.config, scale.information).mass_sd_kg, once.mass_sd_kg / std::sqrt(2.0),
              0.01 * once.mass_sd_kg);
}

/// Friction acts with the load in one direction and against it in the other.
struct Heaved {
  Scale scale;
  PayloadStatus last = PayloadStatus::kOff;

  void move(double rate, int ticks, double friction_N) {
    const Stance stance = test::weighed_stance(scale.robot, kDown);
    const auto load = unmodelled_load(scale.robot, stance,
                                      felt(scale.robot, stance, kPayload, {0, 0, friction_N}));
    for (int n = 0; n < ticks; ++n)
      last = weigh_heaving(scale.config, kDown, load, rate, scale.information);
  }
  double mass_kg() const { return payload(scale.config, scale.information).mass_kg; }
};

TEST(Payload, IsFreeOfFrictionInAHeave) {
  Heaved heaved;
  heaved.move(-0.9, 100, 30);
  EXPECT_EQ(heaved.last, PayloadStatus::kHeaving);
  heaved.move(0.9, 70, -30);
  heaved.move(0.3, 50, 1000);  // too slow: the gears do not slide
  EXPECT_TRUE(is_being_heaved(heaved.scale.information));
  EXPECT_EQ(heaved.scale.information.all.precision.norm(), 0);
  heaved.move(0, 1, 0);
  EXPECT_EQ(heaved.last, PayloadStatus::kWeighed);
  EXPECT_FALSE(is_being_heaved(heaved.scale.information));
  EXPECT_NEAR(heaved.mass_kg(), kPayload.mass_kg, 1e-3);
}

TEST(Payload, IsNotWeighedByHalfAHeave) {
  Heaved heaved;
  heaved.move(-0.9, 100, 30);
  heaved.move(0, 1, 0);
  EXPECT_EQ(heaved.last, PayloadStatus::kMoving);
  EXPECT_FALSE(is_being_heaved(heaved.scale.information));
  EXPECT_EQ(heaved.mass_kg(), 0);
}

/// With sticking gears the heave adds no information.
TEST(Payload, OfAHeaveStaysAtRest) {
  Heaved heaved;
  heaved.move(-0.9, 10, 20);
  heaved.move(0.9, 10, -20);
  heaved.move(0, 1, 0);
  const double weighed_kg = heaved.mass_kg();
  heaved.scale.rest(20, kDown, {kPayload.mass_kg - 0.1, kPayload.h_B});
  EXPECT_EQ(heaved.mass_kg(), weighed_kg);
}

/// A push during the heave: the result differs too much from the weight measured at rest.
TEST(Payload, OfAHeaveIsGivenUpWhereRestContradictsIt) {
  Heaved heaved;
  heaved.move(-0.9, 10, 20);
  heaved.move(0.9, 10, -20);
  heaved.move(0, 1, 0);
  const MassMoment other{kPayload.mass_kg + 4, kPayload.h_B};
  EXPECT_EQ(heaved.scale.stand(0.5 * kPeriod_s, kDown, other), PayloadStatus::kChanged);
  EXPECT_FALSE(heaved.scale.information.has_heaved);
}

/// A heave replaces an estimate of rests that it contradicts.
TEST(Payload, OfAHeaveReplacesWhatItContradicts) {
  Heaved heaved;
  heaved.scale.rest(40, kDown, {4, Vector3d::Zero()});
  heaved.move(-0.9, 10, 20);
  heaved.move(0.9, 10, -20);
  heaved.move(0, 1, 0);
  EXPECT_NEAR(heaved.mass_kg(), kPayload.mass_kg, 0.02);
}

TEST(Payload, OfAHeaveThatIsNoNumberIsBad) {
  Heaved heaved;
  heaved.move(-0.9, 10, std::numeric_limits<double>::quiet_NaN());
  heaved.move(0.9, 10, 0);
  heaved.move(0, 1, 0);
  EXPECT_EQ(heaved.last, PayloadStatus::kBadReading);
  EXPECT_EQ(heaved.scale.information.all.precision.norm(), 0);
}

/// Gears without stiction: a long rest gives an accurate estimate.
TEST(Payload, IsKnownBetterTheLongerItIsWeighed) {
  Scale scale;
  scale.sticks = false;
  scale.stand(1, kDown, kPayload);
  const double once_kg = payload(scale.config, scale.information).mass_sd_kg;
  scale.stand(4, kDown, kPayload);
  EXPECT_NEAR(payload(scale.config, scale.information).mass_sd_kg, once_kg, 1e-3 * once_kg);
  scale.stand(15, kDown, kPayload);
  EXPECT_NEAR(payload(scale.config, scale.information).mass_sd_kg, once_kg / 2, 0.02 * once_kg);
}

TEST(Payload, IsSureBeyondTwoAndAHalfDeviations) {
  EXPECT_FALSE(is_sure({.mass_kg = 1, .mass_sd_kg = 0.41}));
  EXPECT_TRUE(is_sure({.mass_kg = 1, .mass_sd_kg = 0.39}));
  EXPECT_TRUE(is_sure({.mass_kg = -1, .mass_sd_kg = 0.39}));
}

TEST(Payload, RefusesReadingsThatAreNoNumbers) {
  Scale scale;
  const Stance stance = test::weighed_stance(scale.robot, kDown);
  PerLeg<ForceEstimate> forces = felt(scale.robot, stance, kPayload);
  forces[1].F_B.x() = std::numeric_limits<double>::quiet_NaN();
  const auto take = [&] {
    return weigh(scale.config, kDown, unmodelled_load(scale.robot, stance, forces), kPeriod_s, true,
                 scale.information);
  };
  EXPECT_EQ(take(), PayloadStatus::kBadReading);
  forces[1].F_B.x() = 0;
  forces[1].covariance_B(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(take(), PayloadStatus::kBadReading);
  EXPECT_EQ(scale.information.all.precision.norm(), 0);
  EXPECT_EQ(payload(scale.config, scale.information).mass_kg, 0);
}

TEST(Payload, OfWeightlessnessIsUnknown) {
  Scale scale;
  EXPECT_EQ(scale.stand(5, Vector3d::Zero(), kPayload), PayloadStatus::kWeighed);
  const PayloadEstimate estimate = payload(scale.config, scale.information);
  EXPECT_EQ(estimate.mass_kg, 0);
  EXPECT_NEAR(estimate.mass_sd_kg, scale.config.mass_sd_kg, 1e-9);
}

}  // namespace
}  // namespace ventosa::controller::payload_test
