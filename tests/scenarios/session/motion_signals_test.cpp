#include "scenarios/session/motion_signals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "controller/model/rotation.h"
#include "tests/controller/dynamics/three_joint_reactions.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scenarios/session/stand.h"

namespace ventosa::scenarios::motion_signals_test {
namespace {

using controller::Matrix3d;
using controller::Vector3d;

Matrix3d turned(const Attitude& angle) {
  return (Eigen::AngleAxisd(angle.yaw, Vector3d::UnitZ()) *
          Eigen::AngleAxisd(angle.pitch, Vector3d::UnitY()) *
          Eigen::AngleAxisd(angle.roll, Vector3d::UnitX()))
      .toRotationMatrix();
}

TEST(Attitude, TakesARotationApart) {
  for (const Attitude& angle : {Attitude{0.3, -0.4, 2.5}, Attitude{-2, 1.2, -0.1}, Attitude{}}) {
    const Attitude got = attitude(turned(angle));
    EXPECT_NEAR(got.roll, angle.roll, 1e-12);
    EXPECT_NEAR(got.pitch, angle.pitch, 1e-12);
    EXPECT_NEAR(got.yaw, angle.yaw, 1e-12);
  }
}

TEST(Attitude, HasTheRatesOfItsAngles) {
  constexpr double h = 1e-6;
  const Attitude angle{0.3, -0.4, 2.5};
  const Vector3d w_B(0.2, -0.7, 0.4);
  const Attitude rate = attitude_rate(angle, w_B);
  const auto after = [&](double time_s) {
    return attitude(turned(angle) *
                    Eigen::AngleAxisd(w_B.norm() * time_s, w_B.normalized()).toRotationMatrix());
  };
  EXPECT_NEAR(rate.roll, (after(h).roll - after(-h).roll) / (2 * h), 1e-8);
  EXPECT_NEAR(rate.pitch, (after(h).pitch - after(-h).pitch) / (2 * h), 1e-8);
  EXPECT_NEAR(rate.yaw, (after(h).yaw - after(-h).yaw) / (2 * h), 1e-8);
}

/// The rate of a parabola is a ramp, which comes out late by half a period and the filter's time
/// constant.
TEST(FilteredRate, LagsByHalfAPeriodAndTheTimeConstantOfItsFilter) {
  for (const std::int64_t period_ns : {2'000'000, 10'000'000}) {
    FilteredRate<double> value;
    double time_s = 0;
    for (std::int64_t now_ns = 0; now_ns <= 1'000'000'000; now_ns += period_ns) {
      time_s = 1e-9 * static_cast<double>(now_ns);
      value.take(now_ns, time_s * time_s);
      value.take(now_ns, 7);  // no new reading
    }
    const double lag_s = kSmooth_s + 1e-9 * static_cast<double>(period_ns) / 2;
    EXPECT_NEAR(value.rate, 2 * (time_s - lag_s), 1e-9);
  }
}

TEST(FilteredRate, IsZeroUntilTheSecondValue) {
  FilteredRate<double> value;
  value.take(5, 3);
  EXPECT_EQ(value.rate, 0);
}

struct FreeLeg : testing::Test {
  const Scenario scenario = [] {
    Scenario s = shipped("computed_torque_free_leg");
    s.duration_s = 8;
    return s;
  }();
  LoggedRun run{scenario, 1};

  void SetUp() override {
    while (run.advance()) {
    }
  }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
};

std::string joint(int leg, int joint, const char* what) {
  return "leg" + std::to_string(leg) + ".joint" + std::to_string(joint) + "." + what;
}

/// While the leg moves: the drives' torques against the model's, which lags by 11 ms.
TEST_F(FreeLeg, ModelsTheTorquesThatTheDrivesApply) {
  double worst_Nm = 0, most_Nm = 0;
  for (std::size_t row = 2500; row < run.log().n_rows(); ++row)
    for (int leg = 0; leg < 4; ++leg)
      for (int j = 0; j < 3; ++j) {
        const double sensed_Nm = at(row, "truth." + joint(leg, j, "tau"));
        const double model_Nm = at(row, "motion." + joint(leg, j, "model_torque"));
        worst_Nm = std::max(worst_Nm, std::abs(model_Nm - sensed_Nm));
        most_Nm = std::max(most_Nm, std::abs(sensed_Nm));
      }
  EXPECT_LT(worst_Nm, 0.05 * most_Nm);
}

TEST(Smoothed, StartsAtItsFirstInputAndLeavesOutWhatIsUnknown) {
  Smoothed smoothed;
  EXPECT_TRUE(std::isnan(smoothed.take(controller::kUnknown, 0.002)));
  EXPECT_EQ(smoothed.take(3, 0.002), 3);
  EXPECT_TRUE(std::isnan(smoothed.take(controller::kUnknown, 0.002)));
  EXPECT_EQ(smoothed.take(3, 0.002), 3);
  double value = 0, first_s = 0;
  for (int n = 1; n <= 100; ++n) {
    value = smoothed.take(4, 0.002);
    if (first_s == 0 && value > 4 - std::exp(-1)) first_s = 0.002 * n;
  }
  EXPECT_NEAR(first_s, kSmooth_s, 0.002);
  EXPECT_NEAR(value, 4, 1e-3);
}

struct Walker : testing::Test {
  const Scenario scenario = [] {
    Scenario s = shipped("hexapod3_test1");
    s.duration_s = 6;
    return s;
  }();
  LoggedRun run{scenario, 1};

  void SetUp() override {
    while (run.advance()) {
    }
  }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
  Matrix3d R_WB(std::size_t row) const {
    return controller::Quaterniond(at(row, "plan.estimate.qw"), at(row, "plan.estimate.qx"),
                                   at(row, "plan.estimate.qy"), at(row, "plan.estimate.qz"))
        .toRotationMatrix();
  }
  /// Closed form of Asif 2012, (52)-(60) and M q'' + H, with what the row says was measured.
  Vector3d closed_form_Nm(std::size_t row, int i) const {
    const controller::Leg& leg = scenario.robot.nominal.leg[static_cast<std::size_t>(i)];
    controller::PerJoint<double> q{};
    controller::JointMotion motion;
    for (int j = 0; j < 3; ++j) {
      const auto k = static_cast<std::size_t>(j);
      q[k] = at(row, "seen." + joint(i, j, "q"));
      motion.dq_rad_s[k] = at(row, "seen." + joint(i, j, "dq"));
      motion.ddq_rad_s2[k] = at(row, "motion." + joint(i, j, "acceleration"));
    }
    const std::string force = "seen.leg" + std::to_string(i) + ".foot.force";
    Matrix3d R_LJ = test::link_axes(q[0], q[1] + q[2]), R_LF;  // F: across, up, along the link
    R_LF << R_LJ.col(1), R_LJ.col(2), R_LJ.col(0);
    const Vector3d F_L =
        R_LF * Vector3d(at(row, force + "0"), at(row, force + "1"), at(row, force + "2"));
    const Matrix3d R_WL = R_WB(row) * leg.X_BL.linear();
    return test::closed_form_torque(leg, q, motion, R_WL.transpose() * Vector3d(0, 0, -9.81), F_L);
  }
};

TEST_F(Walker, ModelsItsTorquesByTheForcesThatItsFeetFeel) {
  double most_Nm = 0;
  for (std::size_t row = 250; row < run.log().n_rows(); row += 7)
    for (int leg = 0; leg < 6; ++leg) {
      const Vector3d want_Nm = closed_form_Nm(row, leg);
      most_Nm = std::max(most_Nm, want_Nm.norm());
      for (int j = 0; j < 3; ++j)
        ASSERT_NEAR(at(row, "motion." + joint(leg, j, "model_torque")), want_Nm[j], 1e-12)
            << row << " leg " << leg << " joint " << j;
    }
  EXPECT_GT(most_Nm, 0.2);
}

/// As far as the noise of its force sensors goes: 0.1 N at a lever of 0.13 m, filtered.
TEST_F(Walker, ModelsTheTorquesThatItsDrivesApply) {
  double sum = 0, n = 0;
  for (std::size_t row = 250; row < run.log().n_rows(); ++row)
    for (int leg = 0; leg < 6; ++leg)
      for (int j = 0; j < 3; ++j, ++n)
        sum += std::pow(at(row, "motion." + joint(leg, j, "model_torque_error")), 2);
  EXPECT_LT(std::sqrt(sum / n), 0.005);
  EXPECT_GT(std::sqrt(sum / n), 0.001);
}

TEST_F(Walker, KnowsWhereItsFeetAre) {
  constexpr std::size_t kBefore = 450, kAfter = 1800;  // the front left foot's first step
  for (int i = 0; i < 6; ++i) {
    const std::string foot = "motion.leg" + std::to_string(i) + ".foot_position";
    const Vector3d& p_BF = scenario.robot.nominal.leg[static_cast<std::size_t>(i)].p_BW_nominal;
    EXPECT_NEAR(at(kBefore, foot + ".x"), p_BF.x(), 0.001) << i;
    EXPECT_NEAR(at(kBefore, foot + ".y"), p_BF.y(), 0.001) << i;
    EXPECT_NEAR(at(kBefore, foot + ".z"), 0, 0.001) << i;
  }
  EXPECT_NEAR(at(1475, "motion.leg0.foot_position.z"), 0.03, 0.005);
  EXPECT_GT(at(kAfter, "motion.leg0.foot_position.x"),
            at(kBefore, "motion.leg0.foot_position.x") + 0.02);
}

TEST_F(FreeLeg, MeasuresAccelerationsLate) {
  constexpr std::size_t kLag = 5, kFirst = 2500;  // rows: 11 ms less half a period
  double worst = 0, most = 0;
  for (std::size_t row = kFirst; row + 1 < run.log().n_rows(); ++row) {
    const std::string rate = "truth." + joint(0, 0, "dq");
    const double true_rad_s2 = (at(row - kLag, rate) - at(row - kLag - 1, rate)) / 0.002;
    const double got_rad_s2 = at(row, "motion." + joint(0, 0, "acceleration"));
    worst = std::max(worst, std::abs(got_rad_s2 - true_rad_s2));
    most = std::max(most, std::abs(true_rad_s2));
  }
  EXPECT_GT(most, 5);
  EXPECT_LT(worst, 0.15 * most);
}

TEST_F(FreeLeg, HasTheCentreOfMassOfTheEstimate) {
  const std::size_t row = run.log().n_rows() - 1;
  const controller::Diagnostics& plan = run.controller().diagnostics();
  const Vector3d p_WC = plan.X_WB_estimate * plan.p_BC;
  EXPECT_NEAR(at(row, "motion.centre_of_mass.x"), p_WC.x(), 1e-12);
  EXPECT_NEAR(at(row, "motion.centre_of_mass.z"), p_WC.z(), 1e-12);
  EXPECT_NEAR(at(row, "motion.pitch"), 0, 1e-3);
}

}  // namespace
}  // namespace ventosa::scenarios::motion_signals_test
