#include "scenarios/script/operator.h"

#include <gtest/gtest.h>

namespace ventosa::scenarios {
namespace {

constexpr auto kNone = OperatorAction::kNone, kArm = OperatorAction::kArm,
               kHold = OperatorAction::kHold, kAcknowledge = OperatorAction::kAcknowledge,
               kAskCut = OperatorAction::kCut;
constexpr auto kReady = SessionMode::kReady, kActive = SessionMode::kActive,
               kHolding = SessionMode::kHolding, kIsCut = SessionMode::kCut;

struct Row {
  SessionMode from;
  OperatorRequest request;
  SessionMode to;
  bool refused;
};

constexpr bool kSure = true;

// every mode, every request
constexpr Row kTable[] = {
    {kReady, {kNone}, kReady, false},      {kReady, {kArm}, kActive, false},
    {kReady, {kHold}, kReady, true},       {kReady, {kAcknowledge}, kReady, true},
    {kReady, {kAskCut}, kReady, true},     {kReady, {kAskCut, kSure}, kIsCut, false},
    {kActive, {kNone}, kActive, false},    {kActive, {kArm}, kActive, true},
    {kActive, {kHold}, kHolding, false},   {kActive, {kAcknowledge}, kActive, true},
    {kActive, {kAskCut}, kHolding, true},  {kActive, {kAskCut, kSure}, kIsCut, false},
    {kHolding, {kNone}, kHolding, false},  {kHolding, {kArm}, kHolding, true},
    {kHolding, {kHold}, kHolding, false},  {kHolding, {kAcknowledge}, kActive, false},
    {kHolding, {kAskCut}, kHolding, true}, {kHolding, {kAskCut, kSure}, kIsCut, false},
    {kIsCut, {kNone}, kIsCut, false},      {kIsCut, {kArm}, kHolding, false},
    {kIsCut, {kHold}, kIsCut, true},       {kIsCut, {kAcknowledge}, kIsCut, true},
    {kIsCut, {kAskCut}, kIsCut, true},     {kIsCut, {kAskCut, kSure}, kIsCut, false},
};

TEST(Operator, ChangesTheModeByTheTable) {
  for (const Row& row : kTable) {
    const ModeChange change = after(row.request, row.from);
    EXPECT_EQ(change.mode, row.to) << &row - kTable;
    EXPECT_EQ(change.refused, row.refused) << &row - kTable;
  }
}

TEST(Operator, NeverCutsWithoutBeingSure) {
  for (const SessionMode mode : {kReady, kActive, kHolding})
    for (const OperatorAction action : {kNone, kArm, kHold, kAcknowledge, kAskCut})
      EXPECT_NE(after({action, false}, mode).mode, kIsCut);
}

TEST(Operator, ALossHoldsWhatMovesAndSwitchesNothingOn) {
  EXPECT_EQ(after_loss(kActive), kHolding);
  EXPECT_EQ(after_loss(kHolding), kHolding);
  EXPECT_EQ(after_loss(kReady), kReady);
  EXPECT_EQ(after_loss(kIsCut), kIsCut);
}

TEST(Operator, TheCutCommandTakesTorqueAndSuction) {
  const controller::Command command = cut_command();
  for (const controller::LegCommand& leg : command.leg) {
    EXPECT_EQ(leg.cup.mode, controller::CupMode::kRelease);
    for (const controller::JointSetpoint& joint : leg.joint)
      EXPECT_EQ(joint.mode, controller::JointMode::kPassive);
  }
}

}  // namespace
}  // namespace ventosa::scenarios
