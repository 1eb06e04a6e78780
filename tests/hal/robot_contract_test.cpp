#include "tests/hal/robot_contract.h"

#include "tests/hal/fake_robot.h"

/// The contract checked on a robot that satisfies it, and on robots that violate one rule each.
namespace ventosa::hal::robot_contract_test {
namespace {

Subject fake(Fault fault) {
  auto robot = std::make_unique<FakeRobot>(fault);
  FakeRobot* const it = robot.get();
  return {std::move(robot), fake_model(), [it] { it->say(Status::kEnded); }};
}

INSTANTIATE_TEST_SUITE_P(FakeRobot, RobotContract,
                         every_check({{"sound", [] { return fake(Fault::kNone); }}}), name_of);

struct Broken {
  Fault fault;
  const char* check;
};
void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.check; }

class BrokenRobot : public testing::TestWithParam<Broken> {};

TEST_P(BrokenRobot, IsFoundOut) {
  const auto [fault, name] = GetParam();
  bool checked = false;
  for (const Check& check : kChecks) {
    if (std::string(check.name) != name) continue;
    EXPECT_FALSE(check.run([fault = fault] { return fake(fault); }));
    checked = true;
  }
  EXPECT_TRUE(checked) << "there is no check " << name;
}

constexpr Broken kBroken[] = {
    {Fault::kTimeAtStart, "StartLetsNoTimePass"},
    {Fault::kNoSurvey, "StartSaysWhatAControllerNeeds"},
    {Fault::kStartsAgain, "StartIsPastAfterAnExchange"},
    {Fault::kLongPeriod, "AnExchangeTakesOnePeriod"},
    {Fault::kSamplesAhead, "SamplesRunNeitherBackNorAhead"},
    {Fault::kDrifts, "TheEmptyCommandHolds"},
    {Fault::kObeysAnyMode, "AModeThatIsMissingHolds"},
    {Fault::kObeysNonsense, "ACommandThatIsNoNumberHolds"},
    {Fault::kReportedZeros, "TellsWhatItCanAndNothingElse"},
    {Fault::kNoHold, "KnowsItsModes"},
    {Fault::kRandom, "SameCommandsSameObservations"},
    {Fault::kRemembers, "CanBeBuiltAgain"},
    {Fault::kComesBack, "WhatIsOverStaysOver"},
};
static_assert(std::size(kBroken) == std::size(kChecks), "every check is seen to fail");
INSTANTIATE_TEST_SUITE_P(EveryFault, BrokenRobot, testing::ValuesIn(kBroken));

}  // namespace
}  // namespace ventosa::hal::robot_contract_test
