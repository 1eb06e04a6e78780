#include "papers/equation_way.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/input_error.h"

namespace ventosa::papers::equation_way_test {
namespace {

constexpr std::int64_t kPeriod_ns = 2'000'000;
constexpr double kPeriod_s = 1e-9 * kPeriod_ns;

models::Robot robot_named(const std::string& name) {
  return models::load(std::string(VENTOSA_SOURCE_DIR "/models/data/") + name + ".yaml");
}

std::vector<record::Column> columns() {
  std::vector<record::Column> all;
  for (const char* number : {"truth.q", "truth.dq", "command.q", "command.dq", "command.tau_ff",
                             "command.kp", "command.kd"})
    for (int joint = 0; joint < 3; ++joint) {
      const std::string name = number;
      const std::size_t dot = name.find('.');
      all.push_back(
          {name.substr(0, dot) + ".leg1.joint" + std::to_string(joint) + name.substr(dot), "1"});
    }
  return all;
}

/// A leg led along a motion by the law of ideal drives, in the coordinates of the bars.
struct Led {
  explicit Led(const models::Robot& robot)
      : leg(pantograph_leg(*robot.linkage[1], robot.nominal.leg[1], {0, 0, -9.81})) {
    per_rad.tail<2>() = screw_ways(*robot.linkage[1], robot.nominal.leg[1]);
  }

  /// A row: state and command, by the drives' angles.
  std::vector<double> row(double time_s) {
    const Vector3d size(0.2, 10, 13);  // rad of the drives
    q_d = size * std::sin(2 * M_PI * time_s), dq_d = 2 * M_PI * size * std::cos(2 * M_PI * time_s);
    std::vector<double> values;
    const Vector3d none = Vector3d::Zero();
    for (const Vector3d& each : {Vector3d(at.q.cwiseQuotient(per_rad)),
                                 Vector3d(at.dq.cwiseQuotient(per_rad)), q_d, dq_d, none, kp, kd})
      values.insert(values.end(), each.begin(), each.end());
    return values;
  }

  void go_on() {
    const DrivenLeg driven{
        leg, [&](const LegState& s, double) -> Vector3d {
          const Vector3d q = s.q.cwiseQuotient(per_rad);
          const Vector3d dq = s.dq.cwiseQuotient(per_rad);
          return (kp.cwiseProduct(q_d - q) + kd.cwiseProduct(dq_d - dq)).cwiseQuotient(per_rad);
        }};
    at.ddq = accelerations(driven, at, 0);
    for (int k = 0; k < 20; ++k) at = newmark_step(driven, at, 0, kPeriod_s / 20);
  }

  PantographLeg leg;
  Vector3d per_rad{1, 0, 0}, q_d, dq_d;
  Vector3d kp{8, 0.006, 0.006}, kd{2.8, 0.0022, 0.0022};
  LegState at{};
};

/// The largest difference in a motion of 2 s, its drives' rotors so much heavier than in the file.
double largest_difference(double inertia_ratio) {
  const models::Robot robot = robot_named("amru5");
  const std::vector<record::Column> recorded = columns();
  EquationWay way("leg1", {recorded, robot});
  Led led(robot);
  led.leg.armature *= inertia_ratio;
  double largest = 0;
  for (std::int64_t tick = 0; tick <= 1000; ++tick) {
    for (const double value : way.read(tick * kPeriod_ns, led.row(kPeriod_s * double(tick))))
      largest = std::max(largest, std::abs(value));
    led.go_on();
  }
  return largest;
}

TEST(EquationWay, IsNothingForALegThatObeysTheEquation) { EXPECT_LT(largest_difference(1), 1e-4); }

TEST(EquationWay, ShowsAWrongInertia) { EXPECT_GT(largest_difference(1.1), 0.005); }

TEST(EquationWay, IsOfLegsWithBarsAlone) {
  const models::Robot hexapod = robot_named("hexapod3");
  const std::vector<record::Column> recorded = columns();
  EXPECT_THROW(EquationWay("leg1", {recorded, hexapod}), models::InputError);
}

TEST(EquationWay, RefusesARunWithoutItsSignals) {
  const models::Robot robot = robot_named("amru5");
  const std::vector<record::Column> none;
  EXPECT_THROW(EquationWay("leg1", {none, robot}), models::InputError);
}

// bars that do not reach have no way
TEST(EquationWay, IsUnknownOnceTheBarsDoNotReach) {
  const models::Robot robot = robot_named("amru5");
  const std::vector<record::Column> recorded = columns();
  EquationWay way("leg1", {recorded, robot});
  Led led(robot);
  led.at.q = {0, 0.2, 0.2};
  way.read(0, led.row(0));
  EXPECT_TRUE(std::isnan(way.read(kPeriod_ns, led.row(0)).front()));
  EXPECT_TRUE(std::isnan(way.read(2 * kPeriod_ns, led.row(0)).front()));
}

}  // namespace
}  // namespace ventosa::papers::equation_way_test
