#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "hal/blinded_robot.h"
#include "scenarios/script/script_inputs.h"
#include "scenarios/session/robot_run.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

/// Robots with a protocol that carries the least possible.
namespace ventosa::scenarios::blinded_session_test {
namespace {

/// A shipped scenario on a robot that reports only angles, rates, vacuum and IMU.
struct Blinded {
  explicit Blinded(const char* name)
      : scenario(shipped(name)),
        log(recorded_columns(scenario)),
        recorder(scenario, twin_setup(scenario, scenario.twin.seed), {&log}),
        inputs(scenario.script, scenario.twin.X_WB, scenario.twin.control_period_s) {}

  void run(double span_s) {
    auto robot = std::make_unique<sim::Twin>(scenario.robot, scenario.twin);
    sim::Twin& twin = *robot;
    hal::BlindedRobot blinded(std::move(robot));
    Session session({scenario.controller_model, scenario.controller}, blinded, inputs, recorder,
                    &twin);
    while (twin.time_s() < span_s && session.advance()) {
    }
  }
  std::vector<double> column(const char* signal) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < log.n_rows(); ++i)
      all.push_back(log.at(i, log.find(signal).value()));
    return all;
  }

  Scenario scenario;
  record::RunLog log;
  RowRecorder recorder;
  ScriptInputs inputs;
};

double largest(const std::vector<double>& column) {
  return *std::max_element(column.begin(), column.end());
}

TEST(Session, HoldsARobotThatTellsTheLeast) {
  Blinded blinded("hold_push_wall");
  blinded.run(5);
  EXPECT_TRUE(std::isnan(blinded.column("seen.leg0.joint1.tau").back()));
  EXPECT_EQ(largest(blinded.column("plan.reason")), 0);
  EXPECT_EQ(blinded.column("count.attached").back(), 4);
  EXPECT_LT(largest(blinded.column("error.body.position")), 0.01);
}

/// Height of a robot that reports everything, at that time.
double height_of_sighted_m(const char* name, double time_s) {
  const Scenario scenario = shipped(name);
  ScenarioRun run(scenario, 1);
  while (run.time_s() < time_s) run.advance();
  return run.twin().truth().X_WB.translation().z();
}

TEST(Session, WalksARobotThatTellsTheLeastAsFarAsOneThatTellsEverything) {
  constexpr double kLasting_s = 30.1;
  struct Walk {
    const char* name;
    double steps;
  };
  for (const auto& [name, steps] : {Walk{"crawl_up_wall", 4}, Walk{"real_crawl_up_wall", 2}}) {
    Blinded blinded(name);
    blinded.run(kLasting_s);
    const std::vector<double> z_m = blinded.column("truth.body.z");
    EXPECT_GE(blinded.column("plan.steps_done").back(), steps) << name;
    EXPECT_GT(z_m.back(), z_m.front() + 0.01) << name;
    const double sighted_m = height_of_sighted_m(name, kLasting_s) - z_m.front();
    EXPECT_GT(z_m.back() - z_m.front(), 0.9 * sighted_m)
        << name;  // the times of its cups differ slightly
    EXPECT_GE(blinded.column("count.attached").back(), 3) << name;
    EXPECT_LT(largest(blinded.column("error.body.position")), 0.02) << name;
    EXPECT_TRUE(std::isnan(blinded.column("seen.leg0.pack.voltage").back()));
    EXPECT_TRUE(std::isnan(blinded.column("seen.leg0.cup.distance1").back()));
  }
}

/// A twin with the IMU and impedance control that the modules' own protocol has.
class WireLikeRobot final : public hal::Robot {
 public:
  explicit WireLikeRobot(sim::Twin& twin) : twin_(twin), can_(twin.capabilities()) {
    can_.telemetry.imu = false;
    can_.impedance = hal::Impedance::kEquilibrium;
  }
  const hal::Capabilities& capabilities() const noexcept override { return can_; }
  hal::Status start(controller::Start& start) noexcept override {
    const hal::Status status = twin_.start(start);
    start.seen.body = controller::no_imu();
    return status;
  }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    ++n_exchanges;
    const hal::Status status = twin_.exchange(command, seen);
    seen.body = controller::no_imu();
    return status;
  }
  int n_exchanges = 0;

 private:
  sim::Twin& twin_;
  hal::Capabilities can_;
};

TEST(RobotRun, StandsWithoutAnImu) {
  Scenario scenario = shipped("hold_push_wall");
  scenario.controller.body.estimator = controller::Estimator::kRegistration;
  sim::Twin twin(scenario.robot, scenario.twin);
  WireLikeRobot robot(twin);
  RobotRun run(scenario, robot);
  const controller::Vector3d before = twin.truth().X_WB.translation();
  while (run.time_s() < 5 && run.advance()) {
  }
  EXPECT_EQ(run.controller().diagnostics().reason, controller::Reason::kNone);
  EXPECT_FALSE(run.session().seen().body.is_known());
  EXPECT_LT((twin.truth().X_WB.translation() - before).norm(), 0.005);
}

TEST(RobotRun, RefusesBeforeItMovesWhatIsAskedLaterAndCannotBe) {
  const Scenario scenario = shipped("hold_pd_off_wall");
  Scenario levelled = scenario;
  levelled.controller.body.estimator = controller::Estimator::kRegistration;
  sim::Twin twin(levelled.robot, levelled.twin);
  WireLikeRobot robot(twin);
  try {
    RobotRun run(levelled, robot);
    FAIL() << "it was not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("pd: false needs drives with a torque mode"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(robot.n_exchanges, 0);
}

}  // namespace
}  // namespace ventosa::scenarios::blinded_session_test
