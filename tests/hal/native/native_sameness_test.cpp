#include <gtest/gtest.h>

#include <bit>

#include "record/run_log.h"
#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "scenarios/session/required_capabilities.h"
#include "tests/hal/armed.h"
#include "tests/hal/native/native_twin.h"

/// A scenario gives the same commands in process and over the native protocol in lock step, bit for
/// bit.
namespace ventosa::hal::native_sameness_test {
namespace {

using scenarios::RobotRun;
using scenarios::Scenario;
using scenarios::ScenarioRun;

constexpr std::uint64_t kSeed = 3;

struct Case {
  const char* scenario;
  double time_s;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.scenario; }

/// Joints of the arms stay at their first angles, by stiffness.
class Springs final : public scenarios::OwnController {
 public:
  explicit Springs(const controller::RobotModel& robot) : robot_(robot) {}
  controller::Command tick(const controller::Observation& seen, const controller::Goal&,
                           controller::Diagnostics&) noexcept override {
    if (!first_) first_ = seen;
    controller::Command command;
    for (std::size_t i = 0; i < robot_.leg.size(); ++i)
      for (std::size_t j = 0; j < static_cast<std::size_t>(robot_.leg[i].n_arm); ++j)
        command.leg[i].joint[j] = {.mode = controller::JointMode::kImpedance,
                                   .q_rad = first_->leg[i].joint[j].q_rad,
                                   .tau_ff_Nm = -0.1 * seen.leg[i].joint[j].dq_rad_s,
                                   .kp_Nm_rad = 60,
                                   .kd_Nms_rad = 3};
    return command;
  }

 private:
  const controller::RobotModel& robot_;
  std::optional<controller::Observation> first_;
};

class Sameness : public testing::TestWithParam<Case> {
 protected:
  const Scenario scenario = scenarios::load(
      std::string(VENTOSA_SOURCE_DIR "/scenarios/data/") + GetParam().scenario + ".yaml",
      VENTOSA_SOURCE_DIR "/models/data");

  record::RunLog in_process(scenarios::OwnController* own = nullptr) const {
    record::RunLog log(recorded_columns(scenario));
    ScenarioRun run(scenario, kSeed, {&log});
    if (own != nullptr) run.hand_over_to(*own);
    while (run.time_s() < GetParam().time_s && run.advance()) {
    }
    return log;
  }

  record::RunLog over_the_wire(test::VirtualNetwork::Fates fates = {},
                               scenarios::OwnController* own = nullptr) const {
    record::RunLog log(recorded_columns(scenario, scenarios::Subject::kRobot));
    scenarios::PushedTwin plant(scenario, kSeed);
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    auto ends = test::ends_of(scenario.robot.nominal, start, plant.capabilities().control_period_ns,
                              Pace::kLockStep);
    ends.master.place = scenarios::place_of(scenario.twin);
    test::WiredRobot wire(plant, ends, std::move(fates));
    EXPECT_TRUE(wire.take());
    test::Armed armed(scenario);
    RobotRun run(scenario, wire.robot, {&log}, nullptr, &armed);
    if (own != nullptr) run.hand_over_to(*own);
    while (run.time_s() < GetParam().time_s && run.advance()) {
    }
    EXPECT_EQ(run.session().report().guard.mode, GuardMode::kActive);
    return log;
  }
};

/// True of signals that are not the same by their nature: those of the session name the robot's
/// driver, and errors of torques and reserves of joints are by the truth where there is one.
bool may_differ(const std::string& signal) {
  return signal.starts_with("session.") || signal.starts_with("reserve.") ||
         signal.ends_with("_torque_error");
}

/// The first common signal that differs; empty if all are the same.
std::string first_difference(const record::RunLog& a, const record::RunLog& b) {
  if (a.n_rows() != b.n_rows()) return "their lengths";
  for (std::size_t row = 0; row < a.n_rows(); ++row)
    for (const record::Column& column : a.columns()) {
      const auto in_b = b.find(column.name);
      if (!in_b || may_differ(column.name)) continue;
      const auto bits = [&](const record::RunLog& log, std::size_t k) {
        return std::bit_cast<std::uint64_t>(log.at(row, k));
      };
      if (bits(a, a.find(column.name).value()) != bits(b, *in_b))
        return column.name + " in row " + std::to_string(row);
    }
  return "";
}

TEST_P(Sameness, HoldsInProcessAndOverTheWire) {
  EXPECT_EQ(first_difference(in_process(), over_the_wire()), "");
}

TEST_P(Sameness, HoldsWhateverTheNetworkLoses) {
  int n = 0;
  const auto every_ninth_is_lost = [&](const test::Way&, std::int64_t) {
    return ++n % 9 == 0 ? test::Fate{{}} : test::Fate{};
  };
  EXPECT_EQ(first_difference(in_process(), over_the_wire(every_ninth_is_lost)), "");
}

INSTANTIATE_TEST_SUITE_P(Shipped, Sameness,
                         testing::Values(Case{"hold_push_ground", 8}, Case{"crawl_up_wall", 8},
                                         Case{"real_crawl_ceiling", 5},
                                         Case{"crawl_up_wall_hexapod", 5},
                                         Case{"crawl_up_wall_seven_joints", 3},
                                         Case{"crawl_seen_ground", 3},
                                         Case{"shared_bus_ground", 4}),
                         [](const auto& each) { return std::string(each.param.scenario); });

// with early and late contact, GPS and compass, all gaits, and the delays of full fidelity
INSTANTIATE_TEST_SUITE_P(Walkers, Sameness,
                         testing::Values(Case{"hexapod3_wave_flat", 2},
                                         Case{"hexapod3_tripod_flat", 3},
                                         Case{"hexapod3_rough_ripple", 5}, Case{"hexapod3_gps", 2},
                                         Case{"real_hexapod3_ripple_flat", 1}),
                         [](const auto& each) { return std::string(each.param.scenario); });

class OwnController : public Sameness {};

TEST_P(OwnController, CommandsTheSameInProcessAndOverTheWire) {
  Springs here(scenario.robot.nominal), there(scenario.robot.nominal);
  const record::RunLog log = in_process(&here);
  EXPECT_EQ(log.at(200, log.find("command.leg0.joint1.kp").value()), 60);
  EXPECT_EQ(first_difference(log, over_the_wire({}, &there)), "");
}

INSTANTIATE_TEST_SUITE_P(Shipped, OwnController, testing::Values(Case{"hold_push_ground", 3}),
                         [](const auto& each) { return std::string(each.param.scenario); });

}  // namespace
}  // namespace ventosa::hal::native_sameness_test
