#include <gtest/gtest.h>

#include "hal/link/delivery.h"
#include "tests/sim/numbered_commands.h"

/// Links that lose messages in bursts, duplicate, damage and delay them.
namespace ventosa::sim::twin_bad_link_test {
namespace {

using controller::Observation;
using hal::Status;

TEST(TwinBadLink, CountsWhatBecameOfTheMessagesOfEachDirection) {
  const models::Robot robot = romerin4();
  TwinConfig config = watched(robot, 3);
  config.link.command = {.loss = 0.1, .duplicate = 0.2, .truncate = 0.05, .corrupt = 0.05};
  config.link.telemetry = {.jitter_s = 0.01, .burst_share = 0.2, .burst_length = 5};
  config.leg_link[3] = LinkOptions{};
  Twin twin(robot, config);
  run(twin, {}, 2);  // 1000 steps
  const auto bad = twin.link_counters(0), good = twin.link_counters(3);
  EXPECT_EQ(bad.command.sent, 1000u);
  EXPECT_NEAR(static_cast<double>(bad.command.lost), 100, 50);
  EXPECT_NEAR(static_cast<double>(bad.command.duplicated), 180, 65);
  EXPECT_NEAR(static_cast<double>(bad.command.truncated), 45, 35);
  EXPECT_NEAR(static_cast<double>(bad.command.corrupted), 45, 35);
  EXPECT_EQ(bad.command.lost_in_burst, 0u);
  EXPECT_NEAR(static_cast<double>(bad.telemetry.lost_in_burst), 200, 160);
  EXPECT_GT(bad.telemetry.late, 400u) << "a jitter of five periods";
  EXPECT_EQ(bad.telemetry.no_room, 0u);
  EXPECT_EQ(good.command.sent, 1000u);
  EXPECT_EQ(good.command.lost + good.command.truncated + good.telemetry.late, 0u);
}

// as if it had been lost: the module keeps the last one
TEST(TwinBadLink, NoModuleObeysADamagedCommand) {
  const models::Robot robot = romerin4();
  TwinConfig config = watched(robot, 0);
  config.link.command.corrupt = 1;
  Twin twin(robot, config);
  Observation seen;
  for (int k = 1; k < 20; ++k) ASSERT_EQ(twin.exchange(numbered(k), seen), Status::kOk);
  TwinConfig silent = watched(robot, 0);
  silent.link.command.loss = 1;
  Twin deaf(robot, silent);
  for (int k = 1; k < 20; ++k) ASSERT_EQ(deaf.exchange(numbered(k), seen), Status::kOk);
  EXPECT_EQ(obeyed(twin, 0), obeyed(deaf, 0));
  EXPECT_EQ(twin.link_counters(0).command.corrupted, 19u);
}

// a command in every step, delayed by gaps of 40 ms: the obeyed command changes only at their ends
TEST(TwinBadLink, AGapEndsWithTheNewestOfWhatWasSentDuringIt) {
  const models::Robot robot = romerin4();
  TwinConfig config = watched(robot, 0);
  config.command_gaps = hal::gap_trace(hal::GapKind::kHold, 0, {0.04});
  Twin twin(robot, config);
  Observation seen;
  int last = 0, n_changes = 0;
  for (int k = 1; k <= 1000; ++k) {
    ASSERT_EQ(twin.exchange(numbered(k), seen), Status::kOk);
    const int now = obeyed(twin, 0);
    if (now == last || k < 25) {
      last = now;
      continue;
    }
    EXPECT_EQ(now - last, 20) << k;
    EXPECT_GE(now, k - 1) << "sent as the gap ended";
    last = now;
    ++n_changes;
  }
  EXPECT_NEAR(n_changes, 49, 1);
}

// a snapshot contains messages in flight, and not the free places for them
TEST(TwinBadLink, ASnapshotGrowsByTheMessagesInFlight) {
  const models::Robot robot = romerin4();
  const auto size_after = [&](double latency_s) {
    TwinConfig config = standing(robot, 0);
    config.link.command.latency_s = latency_s;
    Twin twin(robot, config);
    run(twin, {}, 0.2);
    Snapshot snapshot;
    twin.save(snapshot);
    return snapshot.bytes.size();
  };
  const std::size_t none = size_after(0), one = size_after(0.015), six = size_after(0.065);
  EXPECT_GT(one, none);
  EXPECT_EQ(six - one, 5 * (one - none));
  EXPECT_EQ(one - none, 4 * sizeof(hal::Flight<hal::SentCommand>::Sent));
}

}  // namespace
}  // namespace ventosa::sim::twin_bad_link_test
