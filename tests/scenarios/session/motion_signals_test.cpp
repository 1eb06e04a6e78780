#include "scenarios/session/motion_signals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "controller/model/rotation.h"
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
