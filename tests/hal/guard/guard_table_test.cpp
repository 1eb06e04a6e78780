#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "tests/hal/guard/watch.h"

/// Every mode, every single trigger, every request, with and without session and lease.
namespace ventosa::hal::guard_table_test {
namespace {

// What is expected, written from the rules and not from the code. One row for a mode in which
// nothing is present (watch_in); its columns are the requests in the order of kRequests. A letter
// is the mode that follows
//   O offline, R ready, A active, H hold, D degraded_leg, C cut, S stand
// and a second one the refusal
//   m not_in_this_mode, c not_confirmed, u not_supported, l no_lease, s no_session,
//   t trigger_present, q cleared_too_recently
constexpr std::string_view kModeLetters = "ORAHDCS";
constexpr std::string_view kRefusalLetters = ".mculstq";

const std::vector<OperatorRequest> kRequests{
    {OperatorAction::kNone},
    kArm,
    kHold,
    kAcknowledge,
    kDisarm,
    {OperatorAction::kCut},
    {OperatorAction::kCut, true, false},
    {OperatorAction::kCut, false, true},
    kSureCut,
};

struct Case {
  bool session = true;
  bool lease = true;
};

/// Rows of the modes in their order.
struct Table {
  std::string_view without;    // no trigger
  std::string_view holding;    // a trigger that makes an active robot hold
  std::string_view degrading;  // a trigger of a leg that makes an active robot degraded_leg
  std::string_view standing;   // a trigger of a leg that makes an active robot stand
};

//  -  arm  hold ackn disa cut  cut  cut  cut
//                         ..   c.   .s   cs
constexpr Table kAllThere{R"(
    R  A    Rm   Rm   Rm   Rc   Ru   Rc   C
    R  A    Rm   Rm   Rm   Rc   Ru   Rc   C
    A  Am   H    Am   R    Hc   Hu   Hc   C
    H  Hm   H    A    R    Hc   Hu   Hc   C
    D  Dm   D    Dq   R    Dc   Du   Dc   C
    C  H    Cm   Cm   R    Cc   Cu   Cc   C
    S  Sm   H    A    R    Hc   Hu   Hc   C)",
                          R"(
    R  Rt   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rt   Rm   Rm   Rm   Rc   Ru   Rc   C
    H  Hm   H    Ht   R    Hc   Hu   Hc   C
    H  Hm   H    Ht   R    Hc   Hu   Hc   C
    D  Dm   D    Dt   R    Dc   Du   Dc   C
    C  H    Cm   Cm   R    Cc   Cu   Cc   C
    H  Hm   H    Ht   R    Hc   Hu   Hc   C)",
                          R"(
    R  Rt   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rt   Rm   Rm   Rm   Rc   Ru   Rc   C
    D  Dm   D    Dt   R    Dc   Du   Dc   C
    D  Dm   D    Dt   R    Dc   Du   Dc   C
    D  Dm   D    Dt   R    Dc   Du   Dc   C
    C  D    Cm   Cm   R    Cc   Cu   Cc   C
    D  Dm   D    Dt   R    Dc   Du   Dc   C)",
                          R"(
    R  Rt   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rt   Rm   Rm   Rm   Rc   Ru   Rc   C
    S  Sm   H    St   R    Hc   Hu   Hc   C
    H  Hm   H    Ht   R    Hc   Hu   Hc   C
    D  Dm   D    Dt   R    Dc   Du   Dc   C
    C  H    Cm   Cm   R    Cc   Cu   Cc   C
    S  Sm   H    St   R    Hc   Hu   Hc   C)"};

// a missing lease itself makes an active robot hold
constexpr Table kNoLease{R"(
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C
    C  Cl   Cm   Cm   R    Cc   Cu   Cc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C)",
                         R"(
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C
    C  Cl   Cm   Cm   R    Cc   Cu   Cc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C)",
                         R"(
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C
    C  Cl   Cm   Cm   R    Cc   Cu   Cc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C)",
                         R"(
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    R  Rl   Rm   Rm   Rm   Rc   Ru   Rc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C
    D  Dm   D    Dl   R    Dc   Du   Dc   C
    C  Cl   Cm   Cm   R    Cc   Cu   Cc   C
    H  Hm   H    Hl   R    Hc   Hu   Hc   C)"};

constexpr Table kNoSession{R"(
    O  Os   Om   Om   Om   Os   Os   Os   Os
    O  Os   Om   Om   Om   Os   Os   Os   Os
    H  Hm   H    Hs   O    Hc   Hu   Hc   C
    H  Hm   H    Hs   O    Hc   Hu   Hc   C
    D  Dm   D    Ds   O    Dc   Du   Dc   C
    C  Cs   Cm   Cm   Cs   Cc   Cu   Cc   C
    H  Hm   H    Hs   O    Hc   Hu   Hc   C)",
                           R"(
    O  Os   Om   Om   Om   Os   Os   Os   Os
    O  Os   Om   Om   Om   Os   Os   Os   Os
    H  Hm   H    Hs   O    Hc   Hu   Hc   C
    H  Hm   H    Hs   O    Hc   Hu   Hc   C
    D  Dm   D    Ds   O    Dc   Du   Dc   C
    C  Cs   Cm   Cm   Cs   Cc   Cu   Cc   C
    H  Hm   H    Hs   O    Hc   Hu   Hc   C)",
                           R"(
    O  Os   Om   Om   Om   Os   Os   Os   Os
    O  Os   Om   Om   Om   Os   Os   Os   Os
    D  Dm   D    Ds   O    Dc   Du   Dc   C
    D  Dm   D    Ds   O    Dc   Du   Dc   C
    D  Dm   D    Ds   O    Dc   Du   Dc   C
    C  Cs   Cm   Cm   Cs   Cc   Cu   Cc   C
    D  Dm   D    Ds   O    Dc   Du   Dc   C)",
                           R"(
    O  Os   Om   Om   Om   Os   Os   Os   Os
    O  Os   Om   Om   Om   Os   Os   Os   Os
    H  Hm   H    Hs   O    Hc   Hu   Hc   C
    H  Hm   H    Hs   O    Hc   Hu   Hc   C
    D  Dm   D    Ds   O    Dc   Du   Dc   C
    C  Cs   Cm   Cm   Cs   Cc   Cu   Cc   C
    H  Hm   H    Hs   O    Hc   Hu   Hc   C)"};

constexpr Table kNeither = kNoSession;  // the session is checked first

const Table& table_of(const Case& now) {
  if (!now.session) return now.lease ? kNoSession : kNeither;
  return now.lease ? kAllThere : kNoLease;
}

std::vector<std::string> cells(std::string_view rows) {
  std::istringstream in{std::string(rows)};
  return {std::istream_iterator<std::string>(in), {}};
}

std::string cell_text(const GuardStep& next) {
  std::string letters{kModeLetters[static_cast<std::size_t>(next.state.mode)]};
  const char refusal = kRefusalLetters[static_cast<std::size_t>(next.refusal)];
  return refusal == '.' ? letters : letters + refusal;
}

/// Triggers that are present, and those of a leg with which the robot stands.
struct Present {
  Triggers robot{};
  Triggers leg_2{};
  Triggers standing = kStanding;
};

GuardStep next_of(GuardMode mode, const Case& now, const Present& present,
                  const OperatorRequest& request) {
  const Watch watch = watch_in(mode);
  GuardInputs inputs{now.session, now.lease, present.robot};
  inputs.leg[2] = present.leg_2;
  inputs.request = request;
  inputs.standing = present.standing;
  return step(watch.state, inputs, watch.state.now_ns + kTick_ns);
}

void expect_table(std::string_view rows, const Case& now, const Present& present,
                  const std::string& what) {
  const std::vector<std::string> expected = cells(rows);
  ASSERT_EQ(expected.size(), all_modes().size() * kRequests.size());
  auto cell = expected.begin();
  for (const GuardMode mode : all_modes())
    for (const OperatorRequest& request : kRequests)
      EXPECT_EQ(cell_text(next_of(mode, now, present, request)), *cell++)
          << controller::name(mode) << ", " << what << ", request "
          << controller::name(request.action) << (request.confirmed ? " confirmed" : "")
          << (request.supported ? " supported" : "") << ", session " << now.session << ", lease "
          << now.lease;
}

/// Triggers of a leg that remove the leg from the gait.
bool degrades(Trigger trigger) {
  return trigger == Trigger::kLost || trigger == Trigger::kRebooted ||
         trigger == Trigger::kUnsafeCup;
}

/// Expected rows for a trigger of a leg.
std::string_view rows_of(const Table& table, Trigger trigger) {
  if (trigger == Trigger::kJointFault) return table.standing;
  return degrades(trigger) ? table.degrading : table.holding;
}

class GuardTable : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(SessionAndLease, GuardTable,
                         testing::Values(Case{true, true}, Case{true, false}, Case{false, true},
                                         Case{false, false}));

TEST_P(GuardTable, FollowsTheRulesWithoutATrigger) {
  expect_table(table_of(GetParam()).without, GetParam(), {}, "no trigger");
}

TEST_P(GuardTable, FollowsTheRulesForEveryTriggerOfTheRobot) {
  for (const Trigger trigger : all_triggers())
    expect_table(table_of(GetParam()).holding, GetParam(), {.robot = {trigger}},
                 std::string(controller::name(trigger)));
}

TEST_P(GuardTable, FollowsTheRulesForEveryTriggerOfALeg) {
  for (const Trigger trigger : all_triggers()) {
    const Table& table = table_of(GetParam());
    expect_table(rows_of(table, trigger), GetParam(), {.leg_2 = {trigger}},
                 std::string(controller::name(trigger)) + " of a leg");
  }
}

TEST_P(GuardTable, FollowsTheRulesForATriggerWithWhichTheRobotStands) {
  expect_table(table_of(GetParam()).standing, GetParam(),
               {.leg_2 = {Trigger::kStale}, .standing = {Trigger::kStale}},
               "stale of a leg with which it stands");
  expect_table(table_of(GetParam()).holding, GetParam(),
               {.robot = {Trigger::kStale}, .standing = {Trigger::kStale}},
               "stale of the robot, whatever the legs may");
}

TEST(GuardTable, StartsFromTheModesItNames) {
  for (const GuardMode mode : all_modes()) EXPECT_EQ(watch_in(mode).state.mode, mode);
}

}  // namespace
}  // namespace ventosa::hal::guard_table_test
