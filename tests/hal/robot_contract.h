#pragma once

#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/hal/contract/commands.h"
#include "tests/hal/contract/readings.h"
#include "tests/hal/contract/start_and_time.h"

/// Contract of every hal::Robot, one check for each requirement. A subclass of Robot is tested by
///   INSTANTIATE_TEST_SUITE_P(Mine, RobotContract, every_check({{"on_a_wall", make_mine}}),
///   name_of);
/// in a program whose sources include robot_contract.cpp.
/// robot_contract_test.cpp verifies that each check fails on a robot that violates it.
namespace ventosa::hal {

struct Check {
  const char* name;
  testing::AssertionResult (*run)(const MakeSubject&);
};
inline void PrintTo(const Check& check, std::ostream* out) { *out << check.name; }

inline constexpr Check kChecks[] = {
    {"StartLetsNoTimePass", contract::start_lets_no_time_pass},
    {"StartSaysWhatAControllerNeeds", contract::start_says_what_a_controller_needs},
    {"StartIsPastAfterAnExchange", contract::start_is_past_after_an_exchange},
    {"AnExchangeTakesOnePeriod", contract::an_exchange_takes_one_period},
    {"SamplesRunNeitherBackNorAhead", contract::samples_run_neither_back_nor_ahead},
    {"TheEmptyCommandHolds", contract::the_empty_command_holds},
    {"AModeThatIsMissingHolds", contract::a_mode_that_is_missing_holds},
    {"ACommandThatIsNoNumberHolds", contract::a_command_that_is_no_number_holds},
    {"TellsWhatItCanAndNothingElse", contract::tells_what_it_can_and_nothing_else},
    {"KnowsItsModes", contract::knows_its_modes},
    {"SameCommandsSameObservations", contract::same_commands_same_observations},
    {"CanBeBuiltAgain", contract::can_be_built_again},
    {"WhatIsOverStaysOver", contract::what_is_over_stays_over},
};

struct NamedSubject {
  const char* name;
  MakeSubject make;
};
inline void PrintTo(const NamedSubject& subject, std::ostream* out) { *out << subject.name; }

class RobotContract : public testing::TestWithParam<std::tuple<NamedSubject, Check>> {};

inline std::string name_of(const testing::TestParamInfo<RobotContract::ParamType>& info) {
  return std::string(std::get<Check>(info.param).name) + "_" +
         std::get<NamedSubject>(info.param).name;
}

inline auto every_check(const std::vector<NamedSubject>& subjects) {
  return testing::Combine(testing::ValuesIn(subjects), testing::ValuesIn(kChecks));
}

}  // namespace ventosa::hal
