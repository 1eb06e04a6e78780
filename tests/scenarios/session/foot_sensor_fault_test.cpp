#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

/// Reaction to a stuck force sensor of a foot: the leg is named, its force ignored, and the robot
/// stands.
namespace ventosa::scenarios::foot_sensor_fault_test {
namespace {

std::string walk(const std::string& fault) {
  return R"(schema: 1
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [4, 4], friction: 0.7}
placement: {surface: ground}
duration_s: 10
control_period_s: 0.002
script:
  - {at_s: 1, walk: {velocity_m_s: [0.0125, 0, 0], distance_m: 0.05, gait: wave}}
)" + fault +
         R"(asserts:
  - {name: body, signal: error.body.position, max: 0.005, unit: m}
)";
}

struct Walked {
  explicit Walked(const std::string& fault) : scenario(read(walk(fault))), run(scenario, 1) {
    while (run.advance()) {
    }
  }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
  std::size_t last() const { return run.log().n_rows() - 1; }
  std::size_t row_at(double time_s) const {
    return static_cast<std::size_t>(std::lround(time_s / scenario.twin.control_period_s));
  }
  double largest(const std::string& signal) const {
    double most = 0;
    for (std::size_t row = 250; row <= last(); ++row) most = std::max(most, at(row, signal));
    return most;
  }
  const Scenario scenario;
  LoggedRun run;
};

constexpr auto kFault = static_cast<double>(controller::Reason::kFootSensorFault);

/// Before the front left foot's swing and in it. A stuck force that stands for
/// contact would let the foot stand in the air; one that stands for none would let it push the body
/// up.
TEST(FootSensorFault, NamesTheLegStandsOnAllFeetAndKeepsTheBodyStill) {
  for (const char* at_s : {"2", "2.7"}) {
    const Walked walked("  - {at_s: " + std::string(at_s) +
                        ", fault: {kind: foot_sensor_stuck, leg: front_left}}\n");
    const std::size_t row = walked.last(), fault = walked.row_at(std::stod(at_s));
    const bool in_the_air = std::stod(at_s) > 2.5;
    EXPECT_EQ(walked.at(fault, "truth.leg0.foot.touches"), in_the_air ? 0 : 1) << at_s;
    EXPECT_EQ(walked.at(row, "plan.reason"), kFault) << at_s;
    EXPECT_EQ(walked.at(row, "plan.refused_leg"), 0) << at_s;
    EXPECT_EQ(walked.at(row, "report.leg0.failure"), kFault) << at_s;
    EXPECT_EQ(walked.at(row, "count.loaded"), 6) << at_s;
    EXPECT_LT(walked.at(row, "error.travel.x"), 0.04) << at_s;
    EXPECT_LT(walked.largest("error.body.position"), 0.002) << at_s;
    EXPECT_LT(walked.largest("error.body.angle"), 0.005) << at_s;
  }
}

TEST(FootSensorFault, IsOverWithTheFaultAndTheRobotWalksOn) {
  const Walked walked(
      "  - {at_s: 2, fault: {kind: foot_sensor_stuck, leg: front_left, duration_s: 1}}\n");
  EXPECT_EQ(walked.at(walked.last(), "plan.reason"), 0);
  EXPECT_NEAR(walked.at(walked.last(), "error.travel.x"), 0.05, 0.002);
  EXPECT_EQ(walked.largest("plan.reason"), kFault);
}

TEST(FootSensorFault, IsRefusedForARobotWithoutForceSensors) {
  expect_refused(with("asserts:",
                      "  - {at_s: 2, fault: {kind: foot_sensor_stuck, leg: front_left}}\nasserts:"),
                 "10:29", "needs a foot with a force sensor");
}

}  // namespace
}  // namespace ventosa::scenarios::foot_sensor_fault_test
