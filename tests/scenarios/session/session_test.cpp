#include "scenarios/session/session.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

namespace ventosa::scenarios::session_test {
namespace {

using hal::Status;

TEST(Session, GoesOnWithALateOrStaleRobotAndSaysSo) {
  for (const Status status : {Status::kLate, Status::kStale}) {
    Stand stand;
    const Session& session = stand.begin();
    stand.robot.says = status;
    EXPECT_TRUE(stand.session->advance());
    EXPECT_FALSE(is_empty(session.command()));
    EXPECT_EQ(stand.at(1, "session.robot"), static_cast<double>(status));
  }
}

TEST(Session, EndsWithItsRobot) {
  for (const Status status : {Status::kUnstable, Status::kEnded}) {
    Stand stand;
    stand.begin();
    stand.until(3);
    stand.robot.says = status;
    EXPECT_FALSE(stand.session->advance());
    EXPECT_FALSE(stand.session->advance());
    EXPECT_EQ(stand.session->tick(), 4);
  }
}

TEST(Session, NeedsARobotThatStarts) {
  Stand stand;
  stand.robot.says = Status::kLost;
  EXPECT_THROW(stand.begin(), std::runtime_error);
}

class FullDisk final : public Recorder {
 public:
  bool record(const Tick&) noexcept override { return false; }
};

TEST(Session, GoesOnWhenItsRecorderDoesNotAndCountsWhatIsMissing) {
  Stand stand;
  FullDisk disk;
  Session session({stand.scenario.controller_model, stand.scenario.controller}, stand.robot,
                  stand.inputs, disk, &stand.twin);
  for (int k = 0; k < 20; ++k) EXPECT_TRUE(session.advance());
  EXPECT_EQ(session.n_unrecorded(), 21);
  EXPECT_FALSE(is_empty(session.command()));
}

TEST(Session, NeedsNoPlantButForSnapshotsAndTruth) {
  Stand stand;
  Session session({stand.scenario.controller_model, stand.scenario.controller}, stand.robot,
                  stand.inputs, stand.recorder);
  for (int k = 0; k < 20; ++k) EXPECT_TRUE(session.advance());
  EXPECT_EQ(session.controller().diagnostics().reason, controller::Reason::kNone);
  EXPECT_EQ(session.n_unrecorded(), 21);  // the log of a scenario's twin has columns of truth
  SessionSnapshot snapshot;
  EXPECT_THROW(session.save(snapshot), std::logic_error);
  EXPECT_THROW(session.restore(snapshot), std::logic_error);
}

TEST(RowRecorder, RefusesTicksOutOfOrder) {
  Stand stand;
  stand.begin();
  stand.until(5);
  const controller::Observation seen;
  const Input input;
  const controller::Command command;
  const controller::Diagnostics plan;
  const sim::Truth truth;
  const sim::StimulusRecord stimulus;
  const SessionReport report;
  const auto tick = [&](std::int64_t number, const sim::Truth* of) {
    return Tick{number, seen, input, command, plan, of, of != nullptr ? &stimulus : nullptr,
                report};
  };
  const std::uint64_t hash = stand.recorder.state_hash();
  EXPECT_FALSE(stand.recorder.record(tick(5, &truth)));
  EXPECT_FALSE(stand.recorder.record(tick(2, &truth)));
  EXPECT_FALSE(stand.recorder.record(tick(6, nullptr)));
  EXPECT_EQ(stand.recorder.state_hash(), hash);
  EXPECT_TRUE(stand.recorder.record(tick(6, &truth)));
  EXPECT_EQ(stand.log.n_rows(), 7u);
}

class FullSink final : public record::RowSink {
 public:
  bool take(std::int64_t, std::span<const double>) noexcept override { return false; }
};

TEST(RowRecorder, GivesEverySinkItsRowAndTellsThatOneRefuses) {
  const Scenario scenario = shipped("hold_push_ground");
  FullSink full;
  record::RunLog log(recorded_columns(scenario));
  ScenarioRun run(scenario, 1, {&full, &log});
  EXPECT_FALSE(run.is_recorded());
  EXPECT_EQ(log.n_rows(), 1u);
  EXPECT_TRUE(run.advance());
  EXPECT_EQ(log.n_rows(), 2u);
}

}  // namespace
}  // namespace ventosa::scenarios::session_test
