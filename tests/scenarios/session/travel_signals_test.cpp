#include "scenarios/session/travel_signals.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/robot.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::travel_signals_test {
namespace {

struct Travel : testing::Test {
  const controller::RobotModel robot = models::load(kRobots / "hexapod3.yaml").nominal;
  bool ideal = false;
  sim::Truth truth;
  TravelState state;

  TravelSignals at(double x_m, double y_m = 0) {
    truth.X_WB.translation() = controller::Vector3d(x_m, y_m, 0.1);
    return travel_signals({.robot = robot, .period_s = 0.01, .ideal_drives = ideal}, truth, state);
  }
};

TEST_F(Travel, IsUnknownBeforeTheBodyHasMoved) {
  truth.leg[0].energy_J[1] = 5;
  for (const double x_m : {0.0, 0.0005, -0.0004, 0.0}) {
    const TravelSignals signals = at(x_m);
    EXPECT_EQ(signals.way_m, 0);
    EXPECT_TRUE(std::isnan(signals.mechanical_J_m) && std::isnan(signals.electrical_J_m) &&
                std::isnan(signals.slip_m_m));
  }
}

TEST_F(Travel, MeasuresThePathAndNotTheDistance) {
  (void)at(0);
  for (int n = 1; n <= 100; ++n) (void)at(0.002 * n);
  for (int n = 1; n <= 100; ++n) (void)at(0.2, 0.002 * n);
  EXPECT_NEAR(at(0.2, 0.2).way_m, 0.4, 1e-9);
}

/// About the body's own z axis at the start, whatever way that is in the world.
TEST_F(Travel, MeasuresTheTurnSinceTheStart) {
  const auto turn = [](double yaw_rad, double pitch_rad) {
    return controller::Matrix3d(Eigen::AngleAxisd(yaw_rad, controller::Vector3d::UnitZ()) *
                                Eigen::AngleAxisd(pitch_rad, controller::Vector3d::UnitY()));
  };
  const controller::Matrix3d start = turn(2, 1.2);
  truth.X_WB.linear() = start;
  EXPECT_NEAR(at(0).yaw_rad, 0, 1e-15);
  for (const double yaw_rad : {0.3, -3.1}) {
    truth.X_WB.linear() = start * turn(yaw_rad, -0.4);
    EXPECT_NEAR(at(0).yaw_rad, yaw_rad, 1e-12);
  }
}

/// A body that sways by less than a piece does not travel.
TEST_F(Travel, DoesNotCountSway) {
  for (int n = 0; n < 10000; ++n) (void)at(n % 2 == 0 ? 4e-4 : -4e-4);
  EXPECT_EQ(at(0).way_m, 0);
}

TEST_F(Travel, AddsUpTheWorkOfDrivesThatDriveAndNotOfThoseThatBrake) {
  (void)at(0);
  truth.leg[0].tau_Nm[0] = 2;
  truth.leg[0].dq_rad_s[0] = 3;
  truth.leg[5].tau_Nm[2] = -1;
  truth.leg[5].dq_rad_s[2] = -4;
  truth.leg[3].tau_Nm[1] = 7;
  truth.leg[3].dq_rad_s[1] = -1;
  truth.leg[1].energy_J[0] = 11;
  truth.leg[2].energy_J[2] = 13;
  truth.leg[4].point.slip_m = 0.004;
  truth.leg[5].point.slip_m = 0.002;
  for (int n = 1; n <= 50; ++n) (void)at(0.004 * n);
  const TravelSignals signals = at(0.2);
  EXPECT_NEAR(signals.work_J, 51 * 0.01 * 10, 1e-12);
  EXPECT_NEAR(signals.mechanical_J_m, 5.1 / 0.2, 1e-9);
  EXPECT_NEAR(signals.electrical_J_m, 24 / 0.2, 1e-9);
  EXPECT_NEAR(signals.slip_m_m, 0.03, 1e-9);
  ideal = true;
  EXPECT_TRUE(std::isnan(at(0.2).electrical_J_m));
}

/// A lost torque makes the work unknown, not smaller.
TEST_F(Travel, LosesTheWorkWithATorque) {
  (void)at(0);
  truth.leg[0].tau_Nm[0] = controller::kUnknown;
  (void)at(0.1);
  truth.leg[0].tau_Nm[0] = 0;
  EXPECT_TRUE(std::isnan(at(0.2).mechanical_J_m));
}

}  // namespace
}  // namespace ventosa::scenarios::travel_signals_test
