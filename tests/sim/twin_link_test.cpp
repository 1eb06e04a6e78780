#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tests/sim/numbered_commands.h"

/// Commands that the twin's modules receive and readings that the controller receives, with their
/// times.
namespace ventosa::sim::twin_link_test {
namespace {

using controller::Command;
using controller::CupMode;
using controller::Observation;
using hal::Status;

// sent 1, 2, 3, ... in steps 1, 2, 3, ...: latency 3 ms arrives in the first step after it
TEST(TwinLink, ALatencyThatIsNoWholeNumberOfStepsArrivesInTheNextOne) {
  const models::Robot robot = romerin4();
  TwinConfig config = watched(robot, 0);
  config.link.command.latency_s = 0.003;
  Twin twin(robot, config);
  Observation seen;
  for (int k = 1; k < 50; ++k) {
    ASSERT_EQ(twin.exchange(numbered(k), seen), Status::kOk);
    EXPECT_TRUE(k <= 2 || obeyed(twin, 0) == k - 2) << k;
  }
}

// a relay state is part of its module's command, and is switched in the step in which it arrives
TEST(TwinLink, SwitchesARelayWhenItsCommandArrives) {
  const models::Robot robot = romerin4();
  for (const double latency_s : {0.0, 0.003, 0.008}) {
    TwinConfig config = watched(robot, 0);
    config.link.command.latency_s = latency_s;
    Twin twin(robot, config);
    Command command;
    command.leg[1].relay = controller::Relay::kShare;
    Observation seen;
    const auto n_late = static_cast<int>(std::ceil(latency_s / config.step_s));
    for (int k = 0; k < 10; ++k) {
      ASSERT_EQ(twin.exchange(command, seen), Status::kOk);
      const bool arrived = twin.truth().leg[1].pack.relay == controller::Relay::kShare;
      EXPECT_EQ(arrived, k >= n_late) << latency_s << " s, step " << k;
      EXPECT_EQ(twin.truth().leg[0].pack.relay, controller::Relay::kIsolated);
    }
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
    // the relay keeps its state
    EXPECT_EQ(twin.truth().leg[1].pack.relay, controller::Relay::kShare);
  }
}

TEST(TwinLink, NoModuleGoesBackToAnOlderCommand) {
  const models::Robot robot = romerin4();
  TwinConfig config = watched(robot, 3);
  config.link.command = {.latency_s = 0.004, .jitter_s = 0.006, .loss = 0.2};
  Twin twin(robot, config);
  Observation seen;
  std::array<int, 4> last{};
  int still = 0, apart = 0;
  for (int k = 1; k < 2000; ++k) {
    ASSERT_EQ(twin.exchange(numbered(k), seen), Status::kOk);
    for (std::size_t i = 0; i < 4 && k > 50; ++i) {
      const int now = obeyed(twin, i);
      ASSERT_GE(now, last[i]);
      ASSERT_LE(now, k - 2);  // 4 ms are two steps
      still += now == last[i];
      last[i] = now;
    }
    apart += last[0] != last[1];
  }
  EXPECT_GT(still, 1000) << "nothing was lost or overtaken";
  EXPECT_GT(apart, 500) << "the modules share one link";
}

TEST(TwinLink, AModuleTakesCommandsInItsLoopAlone) {
  const models::Robot robot = romerin4();
  TwinConfig config = watched(robot, 5);
  config.link.module_loop_s = 0.025;
  Twin twin(robot, config);
  Observation seen;
  std::set<int> begun;  // step of its loop in which a module began
  for (std::size_t i = 0; i < 4; ++i) {
    Twin again(robot, config);
    int last = 0;
    std::vector<int> changes;
    for (int k = 1; k < 500; ++k) {
      ASSERT_EQ(again.exchange(numbered(k), seen), Status::kOk);
      const int now = obeyed(again, i);
      if (now != last && k > 1) {
        EXPECT_EQ(now, k) << "the newest of those that wait is taken";
        changes.push_back(k);
      }
      last = now;
    }
    ASSERT_GT(changes.size(), 30u);
    for (std::size_t n = 1; n < changes.size(); ++n) {
      const int apart = changes[n] - changes[n - 1];  // 25 ms are 12.5 steps
      EXPECT_TRUE(apart == 12 || apart == 13) << apart;
    }
    EXPECT_NEAR(changes.back() - changes.front(), 12.5 * static_cast<double>(changes.size() - 1),
                0.51);
    begun.insert(changes.front());
  }
  EXPECT_GT(begun.size(), 1u) << "all modules were switched on at once";
}

/// Legs that move and cups that change, all the time.
Command stirred(const TwinConfig& config, int k) {
  Command command = numbered(8000 + k % 100);
  for (std::size_t i = 0; i < config.leg.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j)
      command.leg[i].joint[j] = {controller::JointMode::kImpedance,
                                 config.leg[i].q_rad[j] + 0.03 * std::sin(0.05 * k),
                                 0,
                                 0,
                                 60,
                                 4};
  return command;
}

// every reading is the true value at its time stamp, however it arrived
TEST(TwinLink, AReadingIsTheTruthOfItsStampAndTheStampIsHonest) {
  const models::Robot robot = romerin4();
  struct Case {
    LinkOptions link;
    double oldest_s;  // a stamp's age without jitter and loss
  };
  const std::vector<Case> cases = {
      {{.telemetry_rate_Hz = 30}, 1.0 / 30},
      {{.telemetry = {.latency_s = 0.011}, .telemetry_rate_Hz = 30, .module_loop_s = 0.007},
       1.0 / 30 + 0.011 + 0.007},
      {{.telemetry = {.latency_s = 0.005, .jitter_s = 0.004, .loss = 0.2},
        .telemetry_rate_Hz = 100},
       0.5}};
  for (const Case& each : cases) {
    TwinConfig config = watched(robot, 9);
    config.link = each.link;
    Twin twin(robot, config);
    Observation seen;
    seen = observed(twin);
    EXPECT_EQ(seen.leg[0].sampled_ns, 0);
    std::map<std::int64_t, LegTruth> truth{{0, twin.truth().leg[2]}};
    std::int64_t last_ns = 0, n_fresh = 0;
    for (int k = 0; k < 1500; ++k) {
      ASSERT_EQ(twin.exchange(stirred(config, k), seen), Status::kOk);
      truth[seen.now_ns] = twin.truth().leg[2];
      const controller::LegReading& leg = seen.leg[2];
      ASSERT_GE(leg.sampled_ns, last_ns);
      const double age_s = 1e-9 * static_cast<double>(seen.now_ns - leg.sampled_ns);
      ASSERT_TRUE(leg.sampled_ns == 0 || age_s >= each.link.telemetry.latency_s);
      ASSERT_LE(age_s, each.oldest_s + 2 * config.step_s) << k;
      n_fresh += leg.sampled_ns != last_ns;
      last_ns = leg.sampled_ns;
      ASSERT_TRUE(truth.contains(leg.sampled_ns));
      const LegTruth& then = truth[leg.sampled_ns];
      for (std::size_t j = 0; j < 6; ++j) {
        ASSERT_EQ(leg.joint[j].q_rad, then.q_rad[j]);
        ASSERT_EQ(leg.joint[j].dq_rad_s, then.dq_rad_s[j]);
        ASSERT_EQ(leg.joint[j].tau_Nm, then.tau_Nm[j]);
      }
      ASSERT_EQ(leg.cup.vacuum_Pa, then.cup.vacuum_Pa);
      ASSERT_EQ(leg.cup.turbine, then.cup.turbine);
      ASSERT_EQ(leg.cup.distance_m, then.cup.distance_m);
      ASSERT_EQ(seen.body.sampled_ns, seen.now_ns) << "the body has no link";
    }
    const double expected = 3 * each.link.telemetry_rate_Hz;  // in 3 s
    EXPECT_LE(n_fresh, expected + 1);
    EXPECT_GE(n_fresh, 0.6 * expected);
  }
}

// a module that receives nothing continues with its last command: on a ceiling it keeps gripping
TEST(TwinLink, NothingLetsGoWhenTheLinkIsSilent) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, M_PI);
  config.link.command.loss = 1;
  Twin twin(robot, config);
  Command release;
  for (controller::LegCommand& leg : release.leg) {
    leg.cup = {CupMode::kRelease, 0};
    for (controller::JointSetpoint& joint : leg.joint) joint.mode = controller::JointMode::kPassive;
  }
  const auto start = twin.truth().X_WB;
  run(twin, release, 5);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(twin.truth().leg[i].cup.phase, CupPhase::kAttached);
  EXPECT_LT((twin.truth().X_WB.translation() - start.translation()).norm(), 0.02);
}

TEST(TwinLink, AControllerThatHearsNothingKnowsTheStartAndSaysSo) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.link.telemetry.loss = 1;
  Twin twin(robot, config);
  Observation start, seen;
  start = observed(twin);
  for (int k = 0; k < 100; ++k) ASSERT_EQ(twin.exchange(stirred(config, k), seen), Status::kOk);
  EXPECT_EQ(seen.now_ns, 1'000'000'000);
  EXPECT_EQ(seen.leg[1].sampled_ns, 0);
  EXPECT_EQ(seen.leg[1].joint[2].q_rad, start.leg[1].joint[2].q_rad);
  EXPECT_NE(twin.truth().leg[1].q_rad[2], start.leg[1].joint[2].q_rad);
}

}  // namespace
}  // namespace ventosa::sim::twin_link_test
