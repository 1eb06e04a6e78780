#include <gtest/gtest.h>

#include <cmath>

#include "hal/wire/start_up_text.h"

/// The table of a module's start-up, row by row.
namespace ventosa::hal::module_start_up_test {
namespace {

using controller::Switch;

constexpr std::int64_t kSettled_ns = 12'000'000'000;

/// A module that reports every value, all of them good.
ModuleSituation well() {
  ModuleSituation module{.is_ours = true,
                         .readings = Freshness::kFresh,
                         .power = Switch::kOn,
                         .foot = CupStart{.vacuum_Pa = 0, .zero = CupZero::kTrusted},
                         .settings_made = true,
                         .n_joints = 6};
  for (JointSituation& joint : module.joint)
    joint = {.q_rad = 0,
             .q_min_rad = -1,
             .q_max_rad = 1,
             .moved_rad = 0,
             .errors = 0,
             .torque = Switch::kOff,
             .can_have_mode = true};
  return module;
}

CupStart& cup_of(ModuleSituation& module) { return std::get<CupStart>(module.foot); }

/// A point foot whose sensor reports this force.
PointStart point_with(double f_N) {
  return {.sensor = controller::ForceSensing{.rate_hz = 500, .noise_N = 0.1, .range_N = 50},
          .force = {.sampled_ns = 0, .f_F_N = {0, f_N, 0}}};
}
PointStart silent_point() {
  PointStart point = point_with(0);
  point.force = {};
  return point;
}
ModuleSituation with(const PointStart& point) {
  ModuleSituation module = well();
  module.foot = point;
  return module;
}

struct Case {
  StartCheck check;
  Verdict verdict;
  Triggers triggers;
  void (*change)(ModuleSituation&);
};

const Case kCases[] = {
    {StartCheck::kReadings,
     Verdict::kWaiting,
     {Trigger::kStale},
     [](ModuleSituation& m) { m.is_ours = false; }},
    {StartCheck::kReadings,
     Verdict::kWaiting,
     {Trigger::kStale},
     [](ModuleSituation& m) { m.readings = Freshness::kStale; }},
    {StartCheck::kName,
     Verdict::kFailed,
     {Trigger::kLost},
     [](ModuleSituation& m) { m.name_agrees = false; }},
    {StartCheck::kLimits,
     Verdict::kFailed,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.limits_agree = false; }},
    {StartCheck::kDrives,
     Verdict::kFailed,
     {Trigger::kJointFault},
     [](ModuleSituation& m) { m.joint[2].errors = controller::kOverloadError; }},
    {StartCheck::kDrives,
     Verdict::kUnknown,
     {},
     [](ModuleSituation& m) { m.joint[2].errors.reset(); }},
    {StartCheck::kSupply,
     Verdict::kFailed,
     {Trigger::kNoPower},
     [](ModuleSituation& m) { m.power = Switch::kOff; }},
    {StartCheck::kSupply, Verdict::kUnknown, {}, [](ModuleSituation& m) { m.power.reset(); }},
    {StartCheck::kAngles,
     Verdict::kFailed,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.joint[5].q_rad = 1 + 1.01 * kAngleRoom_rad; }},
    {StartCheck::kAngles,
     Verdict::kFailed,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.joint[0].q_rad = -1 - 1.01 * kAngleRoom_rad; }},
    {StartCheck::kAngles,
     Verdict::kFailed,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.joint[0].q_rad = INFINITY; }},
    {StartCheck::kAngles,
     Verdict::kWaiting,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.joint[0].q_rad = controller::kUnknown; }},
    {StartCheck::kVacuum,
     Verdict::kWaiting,
     {Trigger::kUnsafeCup},
     [](ModuleSituation& m) { cup_of(m).vacuum_Pa = 20'001; }},
    {StartCheck::kVacuum,
     Verdict::kWaiting,
     {Trigger::kUnsafeCup},
     [](ModuleSituation& m) { cup_of(m).vacuum_Pa = -101; }},
    {StartCheck::kVacuum,
     Verdict::kWaiting,
     {Trigger::kUnsafeCup},
     [](ModuleSituation& m) { cup_of(m).vacuum_Pa = controller::kUnknown; }},
    {StartCheck::kCupZero,
     Verdict::kWaiting,
     {Trigger::kUnsafeCup},
     [](ModuleSituation& m) { cup_of(m).zero = CupZero::kSettling; }},
    {StartCheck::kCupZero,
     Verdict::kUnknown,
     {},
     [](ModuleSituation& m) {
       cup_of(m).zero = CupZero::kDistrusted;
       cup_of(m).holds = CupKnowledge::kAttached;
     }},
    {StartCheck::kCupZero,
     Verdict::kUnknown,
     {},
     [](ModuleSituation& m) {
       cup_of(m).zero = CupZero::kDistrusted;
       cup_of(m).holds = CupKnowledge::kFree;
     }},
    {StartCheck::kCupZero,
     Verdict::kAsked,
     {Trigger::kUnsafeCup},
     [](ModuleSituation& m) { cup_of(m).zero = CupZero::kDistrusted; }},
    {StartCheck::kFootForce,
     Verdict::kWaiting,
     {Trigger::kStale},
     [](ModuleSituation& m) { m.foot = silent_point(); }},
    {StartCheck::kFootForce,
     Verdict::kWaiting,
     {Trigger::kStale},
     [](ModuleSituation& m) { m.foot = point_with(50.1); }},
    {StartCheck::kFootForce,
     Verdict::kWaiting,
     {Trigger::kStale},
     [](ModuleSituation& m) { m.foot = point_with(controller::kUnknown); }},
    {StartCheck::kControlMode,
     Verdict::kFailed,
     {Trigger::kJointFault},
     [](ModuleSituation& m) { m.joint[3].can_have_mode = false; }},
    {StartCheck::kSettings,
     Verdict::kWaiting,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.settings_made = false; }},
    {StartCheck::kPlace,
     Verdict::kWaiting,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.joint[1].moved_rad = 1.01 * kStill_rad; }},
    {StartCheck::kPlace,
     Verdict::kWaiting,
     {Trigger::kLimit},
     [](ModuleSituation& m) { m.joint[1].moved_rad = controller::kUnknown; }},
    {StartCheck::kTorque,
     Verdict::kUnknown,
     {},
     [](ModuleSituation& m) { m.joint[1].torque.reset(); }},
};

TEST(ModuleStartUp, PassesAModuleOfWhichAllIsToldAndWell) {
  for (const ModuleSituation& module : {well(), with(point_with(5)), with({})}) {
    for_each_check(module, [&](StartCheck check) {
      EXPECT_EQ(verdict_of(check, module), Verdict::kPassed) << controller::name(check);
    });
    EXPECT_EQ(objections(module), Triggers{});
  }
}

TEST(ModuleStartUp, HasRowsOfCupsForCupsAndOfAForceSensorForFeetThatHaveOne) {
  const auto rows = [](const ModuleSituation& module) {
    std::vector<StartCheck> feet;
    for_each_check(module, [&](StartCheck check) {
      if (check == StartCheck::kVacuum || check == StartCheck::kCupZero ||
          check == StartCheck::kFootForce)
        feet.push_back(check);
    });
    return feet;
  };
  using Rows = std::vector<StartCheck>;
  EXPECT_EQ(rows(well()), (Rows{StartCheck::kVacuum, StartCheck::kCupZero}));
  EXPECT_EQ(rows(with(silent_point())), Rows{StartCheck::kFootForce});
  EXPECT_EQ(rows(with({})), Rows{});
}

TEST(ModuleStartUp, GivesNoVerdictOnWhatAFootHasNot) {
  for (const StartCheck check : {StartCheck::kVacuum, StartCheck::kCupZero})
    EXPECT_EQ(verdict_of(check, with(point_with(5))), Verdict::kUnknown);
  EXPECT_EQ(verdict_of(StartCheck::kFootForce, well()), Verdict::kUnknown);
}

TEST(ModuleStartUp, FindsEachThingByItsOwnRowAndTellsTheOperatorWhat) {
  for (const Case& each : kCases) {
    ModuleSituation module = well();
    each.change(module);
    EXPECT_EQ(verdict_of(each.check, module), each.verdict) << controller::name(each.check);
    EXPECT_EQ(objections(module), each.triggers) << controller::name(each.check);
  }
}

TEST(ModuleStartUp, HasACaseForEveryRow) {
  std::array<bool, kStartChecks> is_there{};
  for (const Case& each : kCases) is_there[static_cast<std::size_t>(each.check)] = true;
  for (const bool each : is_there) EXPECT_TRUE(each);
}

TEST(ModuleStartUp, PassesNothingOfAModuleThatIsNotHeard) {
  ModuleSituation module = well();
  module.readings = Freshness::kStale;
  for (std::size_t k = 1; k < kStartChecks; ++k)
    EXPECT_EQ(verdict_of(static_cast<StartCheck>(k), module), Verdict::kUnknown) << k;
}

TEST(ModuleStartUp, LooksAtTheJointsThatThereAre) {
  ModuleSituation module = well();
  module.joint[6] = {};
  EXPECT_EQ(objections(module), Triggers{});
  module.n_joints = 7;
  EXPECT_NE(objections(module), Triggers{});
}

TEST(ModuleStartUp, LetsAJointReadALittleBeyondItsLimits) {
  ModuleSituation module = well();
  module.joint[5].q_rad = 1 + 0.99 * kAngleRoom_rad;
  EXPECT_EQ(verdict_of(StartCheck::kAngles, module), Verdict::kPassed);
}

TEST(ModuleStartUp, ClaimsNoSettingsOfADriveThatRefusesThem) {
  ModuleSituation module = well();
  module.settings_made = false;
  module.joint[0].errors = controller::kHeatError;
  EXPECT_EQ(verdict_of(StartCheck::kSettings, module), Verdict::kUnknown);
}

// the cup's zero

CupSituation far_away(double vacuum_Pa, std::int64_t rested_ns) {
  return {vacuum_Pa, {0.255, 0.255, 0.255}, rested_ns};
}

TEST(CupZero, IsTrustedAfterTwelveSecondsAtRest) {
  EXPECT_EQ(cup_zero(far_away(0, kSettled_ns - 1)), CupZero::kSettling);
  EXPECT_EQ(cup_zero(far_away(0, kSettled_ns)), CupZero::kTrusted);
  CupSituation seals = far_away(0, 0);  // a foot that was in the air: waiting proves nothing
  seals.runs = true;
  EXPECT_EQ(cup_zero(seals), CupZero::kDistrusted);
}

TEST(CupZero, IsNotTrustedWhereTheCupHoldsOrMay) {
  EXPECT_EQ(cup_zero(far_away(2000, kSettled_ns)), CupZero::kDistrusted);
  EXPECT_EQ(cup_zero({0, {0.017, 0.017, 0.017}, kSettled_ns}), CupZero::kDistrusted);
  EXPECT_EQ(cup_zero({0, {0.018, 0.017, 0.018}, kSettled_ns}), CupZero::kDistrusted);
  EXPECT_EQ(cup_zero({0, {0.018, 0.018, 0.018}, kSettled_ns}), CupZero::kTrusted);
  EXPECT_EQ(cup_zero({.vacuum_Pa = 0, .rested_ns = kSettled_ns}), CupZero::kDistrusted);
}

TEST(CupZero, SettlesInTheFirstSecondWhateverItTells) {
  CupSituation booted = far_away(2000, kSettled_ns);
  booted.up_ns = 999'999'999;
  EXPECT_EQ(cup_zero(booted), CupZero::kSettling);
  booted.up_ns = 1'000'000'000;
  EXPECT_EQ(cup_zero(booted), CupZero::kDistrusted);
}

TEST(CupZero, SettlesWhileItTellsWhatCannotBe) {
  for (const double vacuum_Pa : {62'800.0, -500.0, std::nan("")})
    EXPECT_EQ(cup_zero(far_away(vacuum_Pa, kSettled_ns)), CupZero::kSettling);
}

// in words

ModuleCheck row(StartCheck check, const ModuleSituation& module,
                const std::vector<Difference>& different = {}) {
  ModuleCheck line = explain(check, module, different);
  line.module = "left";
  return line;
}

TEST(ModuleStartUp, SaysWhatIsExpectedAndFoundOfWhatForbidsTorque) {
  ModuleSituation module = well();
  module.joint[2].errors = 0x20;
  EXPECT_EQ(text_of(row(StartCheck::kDrives, module)),
            "left: drive errors: expected none, found joint 3: bits 32: let it cool, unload it, "
            "reboot the servo");
  module.first_joint = 0;
  EXPECT_NE(text_of(row(StartCheck::kDrives, module)).find("found joint 2:"), std::string::npos);
  module = well();
  module.joint[1].q_rad = 1.25;
  EXPECT_EQ(text_of(row(StartCheck::kAngles, module)),
            "left: joint angles: expected each within its limits, found joint 2: 1.25 rad, limits "
            "-1 and 1");
  module = well();
  module.limits_agree = false;
  const Difference limit{StartCheck::kLimits, "joint", 2, "least angle [rad]", -1.57, -2.0};
  EXPECT_EQ(text_of(row(StartCheck::kLimits, module, {limit})),
            "left: limits: expected joint 2 least angle [rad] -1.57, found -2");
}

TEST(ModuleStartUp, AsksAnOperatorOfACupThatMayHold) {
  ModuleSituation module = well();
  cup_of(module).zero = CupZero::kDistrusted;
  EXPECT_EQ(text_of(row(StartCheck::kCupZero, module)),
            "left: zero of its cup: expected 12 s at rest since boot, found unverified; the cup "
            "may be attached: say `holds left` or `free left`");
}

TEST(ModuleStartUp, TellsTheForceOfAFoot) {
  EXPECT_EQ(text_of(row(StartCheck::kFootForce, with(silent_point()))),
            "left: foot force: expected readings within its range, found not reported");
  EXPECT_EQ(text_of(row(StartCheck::kFootForce, with(point_with(60)))),
            "left: foot force: expected readings within its range, found 0, 60, 0 N");
}

TEST(ModuleStartUp, SumsAModuleUpInALine) {
  ModuleSituation module = well();
  cup_of(module).vacuum_Pa = 5000;
  cup_of(module).zero = CupZero::kDistrusted;
  cup_of(module).holds = CupKnowledge::kAttached;
  std::vector<ModuleCheck> checks;
  for_each_check(module, [&](StartCheck check) { checks.push_back(row(check, module)); });
  EXPECT_EQ(summary_of(0, checks),
            "left: 11 checks passed, zero of its cup unverified; the cup is attached");
}

}  // namespace
}  // namespace ventosa::hal::module_start_up_test
