#include "scenarios/verdict/incidents.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/model/goal.h"
#include "controller/model/reason.h"
#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/assertions/signal_column.h"
#include "scenarios/session/row_recorder.h"
#include "scenarios/verdict/verdict.h"
#include "sim/cups/cup_phase.h"
#include "tests/scenarios/verdict/made_rows.h"

/// A run with a failure that it does not expect never passes.
namespace ventosa::scenarios::incidents_test {
namespace {

using controller::Activity;
using controller::FootPhase;
using controller::JointMode;
using controller::Reason;
using controller::Switch;
using controller::TaskKind;
using sim::CupPhase;

constexpr const char* kContact = "body and links touch nothing";
constexpr const char* kBodyError = "body near its reference";
constexpr const char* kSlip = "cups do not slip";
constexpr const char* kSeal = "feet seal again";
constexpr const char* kDrives = "drives work";
constexpr const char* kJoints = "joints off their stops";
constexpr const char* kKnees = "knees within their range";

const AssertResult& result_of(const std::vector<AssertResult>& asserts, const std::string& name) {
  for (const AssertResult& result : asserts)
    if (result.name == name) return result;
  throw std::logic_error("not judged: " + name);
}

std::string expecting(const std::string& what) {
  return with("duration_s: 4\n", "duration_s: 4\nexpect: {" + what + "}\n");
}

/// Rows made by the test, of a robot that stands on all its feet.
class Watched : public MadeRows<Incidents> {
 public:
  explicit Watched(const std::string& text = kGood) : MadeRows(text) {
    for (int i = 0; i < 4; ++i) {
      const std::string leg = "truth.leg" + std::to_string(i);
      set(leg + ".cup.phase", CupPhase::kAttached);
      set(leg + ".cup.vacuum_force", 100);
      set(leg + ".module.power", Switch::kOn);
      for (int j = 0; j < scenario().robot.nominal.leg[0].n_joints; ++j) {
        const std::string joint = leg + ".joint" + std::to_string(j);
        set(joint + ".torque", Switch::kOn);
        set(joint + ".mode", JointMode::kImpedance);
      }
    }
  }

  AssertResult result(const std::string& name) const { return result_of(judge().results(), name); }
  void expect_pass(const std::string& name) const {
    EXPECT_TRUE(result(name).pass) << name << " " << result(name).worst_signal;
  }
  /// Only this assertion fails.
  void expect_fail(const std::string& name, double value, const std::string& words) const {
    for (const AssertResult& each : judge().results()) {
      if (each.name == "clear of itself") continue;  // these rows have no distances
      EXPECT_EQ(each.pass, each.name != name) << each.name << " " << each.worst_signal;
    }
    EXPECT_DOUBLE_EQ(result(name).value, value);
    EXPECT_NE(result(name).worst_signal.find(words), std::string::npos)
        << result(name).worst_signal;
  }
};

TEST(Incidents, AreNoneOfARobotThatStands) {
  Watched robot;
  for (int tick = 0; tick < 3; ++tick) robot.take();
  for (const char* name : {kContact, kBodyError, kSlip, kSeal, kDrives}) robot.expect_pass(name);
}

TEST(Incidents, FailWithoutARow) {
  const Watched robot;
  for (const char* name : {kContact, kBodyError, kSlip, kSeal, kDrives}) {
    EXPECT_FALSE(robot.result(name).pass) << name;
    EXPECT_TRUE(std::isnan(robot.result(name).value)) << name;
  }
}

TEST(Contact, OfTheBodyFailsHoweverShortItWas) {
  Watched robot;
  robot.take();
  robot.set("truth.contact", 3.5);
  robot.take();
  robot.set("truth.contact", 0);
  robot.take();
  robot.expect_fail(kContact, 3.5, "body");
  EXPECT_EQ(robot.result(kContact).unit, "N");
  EXPECT_DOUBLE_EQ(robot.result(kContact).worst_s, 0.01);
}

TEST(Contact, OfALinkNamesItsLeg) {
  Watched robot;
  robot.set("truth.leg2.contact", 0.1);
  robot.take();
  robot.expect_fail(kContact, 0.1, "rear_left");
}

TEST(Contact, PassesUpToWhatIsExpectedOfThatPart) {
  Watched robot(expecting("contact_N: {body: 5}"));
  robot.set("truth.contact", 5);
  robot.take();
  robot.expect_pass(kContact);
  EXPECT_EQ(robot.result(kContact).limit, 5);
  robot.set("truth.contact", 5.1);
  robot.take();
  robot.expect_fail(kContact, 5.1, "body");
}

TEST(Contact, IsExpectedOfNoOtherPart) {
  Watched robot(expecting("contact_N: {body: 5}"));
  robot.set("truth.contact", 1);
  robot.set("truth.leg0.contact", 1.5);
  robot.take();
  robot.expect_fail(kContact, 1.5, "front_left");
}

TEST(Contact, ThatWasExpectedAndDoesNotComeFails) {
  Watched robot(expecting("contact_N: {body: 5}"));
  robot.take();
  robot.expect_fail(kContact, 0, "body was expected to exceed 0 N");
}

TEST(BodyError, FailsAboveFiftyMillimetresAndWithoutANumber) {
  Watched robot;
  robot.set("error.body.position", 0.05);
  robot.take();
  robot.expect_pass(kBodyError);
  robot.set("error.body.position", 0.0501);
  robot.take();
  robot.expect_fail(kBodyError, 0.0501, "body");
  robot.set("error.body.position", std::numeric_limits<double>::quiet_NaN());
  robot.take();
  robot.set("error.body.position", 0);
  robot.take();
  EXPECT_FALSE(robot.result(kBodyError).pass);
  EXPECT_TRUE(std::isnan(robot.result(kBodyError).value));
}

TEST(Slip, OfAHoldingCupFailsAboveFiveMillimetres) {
  Watched robot;
  robot.set("truth.leg1.cup.slip", 0.005);
  robot.take();
  robot.expect_pass(kSlip);
  robot.set("truth.leg1.cup.slip", 0.0051);
  robot.take();
  robot.expect_fail(kSlip, 0.0051, "front_right");
}

TEST(Slip, CountsAfterAFallWhateverThePlanSays) {
  Watched robot;
  robot.set("plan.leg1.phase", FootPhase::kFree);
  robot.set("truth.leg1.cup.slip", 0.03);
  robot.take();
  robot.set("truth.leg1.cup.phase", CupPhase::kFree);
  robot.take();
  EXPECT_FALSE(robot.result(kSlip).pass);
}

TEST(Slip, CountsInThePeriodInWhichTheCupLetsGo) {
  Watched robot;
  robot.set("plan.leg1.phase", FootPhase::kFree);
  robot.set("truth.leg1.cup.phase", CupPhase::kFree);
  robot.set("truth.leg1.cup.slip", 0.03);
  robot.take();
  robot.expect_pass(kSlip);
  robot.set("truth.leg1.cup.let_go", true);
  robot.take();
  EXPECT_FALSE(robot.result(kSlip).pass);
}

TEST(Slip, IsExpectedWithItsLegAndLimit) {
  const auto slipped = [](double slip_m) {
    Watched robot(expecting("slip_m: {front_right: 0.008}"));
    robot.set("truth.leg1.cup.slip", slip_m);
    robot.take();
    return robot.result(kSlip);
  };
  EXPECT_TRUE(slipped(0.0071).pass);
  EXPECT_FALSE(slipped(0.0081).pass);
  EXPECT_FALSE(slipped(0.0049).pass);
  EXPECT_EQ(slipped(0.0049).worst_signal, "front_right was expected to exceed 0.005 m");
}

struct FreeFoot : Watched {
  explicit FreeFoot(const std::string& text = kGood) : Watched(text) {
    set("truth.leg3.cup.phase", CupPhase::kFree);
  }
};

TEST(Unsealed, IsAFootWhoseStepHasFailedAtTheEnd) {
  FreeFoot robot;
  robot.set("plan.leg3.phase", FootPhase::kSeal);
  robot.set("report.leg3.reason", Reason::kSealFailed);
  robot.take();
  robot.expect_fail(kSeal, 1, "rear_right");
}

TEST(Unsealed, IsAFootThatHangsInTheAirBehindASilentModule) {
  FreeFoot robot;
  robot.set("plan.leg3.phase", FootPhase::kTransfer);
  robot.set("report.leg3.failure", Reason::kModuleSilent);
  robot.take();
  robot.expect_fail(kSeal, 1, "rear_right");
}

/// A failure is reported again with each attempt, and not between two of them.
TEST(Unsealed, IsAFootThatTriesAgainAsTheRunEnds) {
  FreeFoot robot;
  robot.set("plan.leg3.phase", FootPhase::kSeal);
  robot.set("report.leg3.reason", Reason::kSealFailed);
  robot.take();
  robot.set("plan.leg3.phase", FootPhase::kTransfer);
  robot.set("report.leg3.reason", Reason::kNone);
  robot.take();
  robot.expect_fail(kSeal, 1, "rear_right");
}

/// While attempts are left there is no reason.
TEST(Unsealed, IsAFootOfWhichAnAttemptToSealHasFailed) {
  for (const CupPhase cup : {CupPhase::kFree, CupPhase::kAttached}) {  // one that reads no vacuum
    FreeFoot robot;
    robot.set("truth.leg3.cup.phase", cup);
    robot.set("plan.leg3.phase", FootPhase::kSeal);
    robot.set("report.leg3.progress", 1);
    robot.take();
    robot.expect_pass(kSeal);
    robot.set("plan.leg3.phase", FootPhase::kRelease);
    robot.set("report.leg3.progress", 0);
    robot.take();
    robot.set("truth.leg3.cup.phase", CupPhase::kFree);
    robot.set("plan.leg3.phase", FootPhase::kLower);
    robot.take();
    robot.expect_fail(kSeal, 1, "rear_right");
    robot.set("plan.leg3.phase", FootPhase::kSeal);
    robot.set("truth.leg3.cup.phase", CupPhase::kAttached);
    robot.take();
    robot.expect_pass(kSeal);
    robot.set("plan.leg3.phase", FootPhase::kLoad);
    robot.take();
    robot.set("truth.leg3.cup.phase", CupPhase::kFree);
    robot.set("plan.leg3.phase", FootPhase::kTransfer);  // a swing of its next step
    robot.take();
    robot.expect_pass(kSeal);
  }
}

TEST(Unsealed, IsNoFootThatSealsInTheEndWhereverThatIs) {
  FreeFoot robot;
  robot.set("plan.leg3.phase", FootPhase::kSeal);
  robot.set("report.leg3.reason", Reason::kSealFailed);
  robot.take();
  robot.set("plan.leg3.phase", FootPhase::kStance);
  robot.set("report.leg3.reason", Reason::kNone);
  robot.set("truth.leg3.cup.phase", CupPhase::kAttached);
  robot.take();
  robot.expect_pass(kSeal);
}

TEST(Unsealed, IsNoSwingThatTheEndOfTheRunCutsShort) {
  for (const FootPhase phase : {FootPhase::kTransfer, FootPhase::kTouch, FootPhase::kSeal}) {
    FreeFoot robot;
    robot.set("plan.leg3.phase", phase);
    robot.take();
    robot.expect_pass(kSeal);
  }
}

TEST(Unsealed, IsAFootThatWasToAttachOnRequestAndDidNot) {
  FreeFoot robot;
  robot.set("plan.leg3.phase", FootPhase::kFree);
  robot.take();
  robot.expect_pass(kSeal);
  robot.set("goal.activity", Activity::kLeg);
  robot.set("goal.request.leg", 3);
  robot.set("goal.request.kind", TaskKind::kAttach);
  robot.take();
  robot.set("goal.activity", Activity::kHold);
  robot.take();
  robot.expect_fail(kSeal, 1, "rear_right");
  robot.set("goal.activity", Activity::kLeg);
  robot.set("goal.request.kind", TaskKind::kMove);
  robot.take();
  robot.expect_pass(kSeal);
}

TEST(Unsealed, IsExpectedOfItsLegAlone) {
  FreeFoot robot(expecting("unsealed: [rear_right]"));
  robot.take();
  robot.set("truth.leg3.cup.phase", CupPhase::kAttached);
  robot.set("truth.leg2.cup.phase", CupPhase::kFree);
  robot.set("plan.leg2.phase", FootPhase::kSeal);
  robot.set("report.leg2.reason", Reason::kSealFailed);
  robot.take();
  EXPECT_FALSE(robot.result(kSeal).pass);
  robot.set("truth.leg2.cup.phase", CupPhase::kAttached);
  robot.take();
  EXPECT_EQ(robot.result(kSeal).worst_signal, "rear_right was expected to");
  robot.set("truth.leg3.cup.phase", CupPhase::kFree);
  robot.set("plan.leg3.phase", FootPhase::kSeal);
  robot.set("report.leg3.reason", Reason::kSealFailed);
  robot.take();
  robot.expect_pass(kSeal);
}

TEST(DriveFault, IsADriveThatReportsAnErrorOrIsOff) {
  Watched tells, is_off;
  tells.set("truth.leg0.joint2.errors", 32);
  tells.take();
  tells.set("truth.leg0.joint2.errors", 0);
  tells.take();
  tells.expect_fail(kDrives, 1, "front_left");
  is_off.set("truth.leg1.joint0.torque", Switch::kOff);
  is_off.take();
  is_off.expect_fail(kDrives, 1, "front_right");
}

/// The drive is on again, or passive, at the end of the period.
TEST(DriveFault, IsAnErrorWithinAControlPeriodToo) {
  Watched robot;
  robot.set("truth.leg0.joint2.period_errors", 1);
  robot.take();
  robot.set("truth.leg0.joint2.period_errors", 0);
  robot.take();
  robot.expect_fail(kDrives, 1, "front_left");
}

TEST(DriveFault, IsNoPassiveDriveAndNoneWithoutItsSupply) {
  Watched robot;
  robot.set("truth.leg0.joint4.torque", Switch::kOff);
  robot.set("truth.leg0.joint4.mode", JointMode::kPassive);
  robot.set("truth.leg1.joint1.torque", Switch::kOff);
  robot.set("truth.leg1.module.power", Switch::kOff);
  robot.take();
  robot.expect_pass(kDrives);
}

/// A drive without supply because of a fault becomes passive by itself.
TEST(DriveFault, IsAnErrorOfAPassiveDriveToo) {
  Watched robot;
  robot.set("truth.leg0.joint4.mode", JointMode::kPassive);
  robot.set("truth.leg0.joint4.torque", Switch::kOff);
  robot.set("truth.leg0.joint4.errors", 1);
  robot.take();
  robot.expect_fail(kDrives, 1, "front_left");
}

TEST(DriveFault, IsExpectedOfItsLeg) {
  Watched robot(expecting("drive_fault: [front_left]"));
  robot.take();
  robot.expect_fail(kDrives, 0, "front_left was expected to");
  robot.set("truth.leg0.joint2.errors", 4);
  robot.take();
  robot.expect_pass(kDrives);
}

TEST(JointReserve, OfARunIsTheSmallestOfAllJoints) {
  Watched robot;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j)
      robot.set("reserve.leg" + std::to_string(i) + ".joint" + std::to_string(j), 0.9);
  robot.take();
  robot.set("reserve.leg2.joint1", 0.25);
  robot.take();
  robot.set("reserve.leg2.joint1", 0.8);
  robot.take();
  const AssertResult result = robot.result(kJoints);
  EXPECT_TRUE(result.pass);
  EXPECT_EQ(result.bound, Bound::kMin);
  EXPECT_EQ(result.value, 0.25);
  EXPECT_EQ(result.limit, 0);
  EXPECT_DOUBLE_EQ(result.worst_s, 0.01);
  // its range is +-110 deg
  EXPECT_EQ(result.worst_signal, "rear_left joint 2, 27.5 deg from its limit");
}

TEST(JointReserve, BelowZeroFailsAndNamesTheJoint) {
  Watched robot;
  robot.set("reserve.leg0.joint2", -0.01);
  robot.take();
  robot.expect_fail(kJoints, -0.01, "front_left joint 3, ");
  robot.expect_fail(kJoints, -0.01, " deg beyond its limit");
}

TEST(JointReserve, WithoutANumberFails) {
  Watched robot;
  robot.set("reserve.leg0.joint2", std::numeric_limits<double>::quiet_NaN());
  robot.take();
  robot.set("reserve.leg0.joint2", 0.5);
  robot.take();
  EXPECT_FALSE(robot.result(kJoints).pass);
  EXPECT_TRUE(std::isnan(robot.result(kJoints).value));
}

TEST(JointReserve, IsThatOfTheArmNotOfAWristThatWhatItHoldsMoves) {
  Watched robot;
  robot.set("reserve.leg0.joint3", -0.01);
  robot.take();
  robot.expect_pass(kJoints);
}

TEST(JointReserve, OfALimpLegIsNoIncident) {
  Watched robot;
  robot.set("reserve.leg0.joint1", -0.05);
  robot.set("truth.leg0.joint1.torque", Switch::kOff);
  robot.set("truth.leg0.module.power", Switch::kOff);
  robot.take();
  robot.expect_pass(kJoints);
}

TEST(JointReserve, PassesDownToWhatIsExpectedOfThatLeg) {
  Watched robot(expecting("joint_reserve: {front_left: -0.2}"));
  robot.take();
  robot.expect_fail(kJoints, 0, "front_left was expected to go below 0");
  robot.set("reserve.leg0.joint1", -0.2);
  robot.take();
  robot.expect_pass(kJoints);
  EXPECT_EQ(robot.result(kJoints).limit, -0.2);
  robot.set("reserve.leg1.joint1", -0.1);
  robot.take();
  robot.expect_fail(kJoints, -0.1, "front_right joint 2");
  robot.set("reserve.leg0.joint0", -0.21);
  robot.take();
  robot.expect_fail(kJoints, -0.21, "front_left joint 1");
}

TEST(KneeReserve, IsJudgedOfLegsThatHaveOne) {
  EXPECT_THROW(Watched().result(kKnees), std::logic_error);
  Scenario scenario = read(kGood);
  scenario.robot = models::load(kRobots / "amru5.yaml");
  const std::vector<record::Column> columns = recorded_columns(scenario);
  Incidents incidents(scenario, columns);
  std::vector<double> row(columns.size());
  row[column_of("reserve.leg3.knee", columns)] = 0.5;
  ASSERT_TRUE(incidents.take(0, row));
  EXPECT_TRUE(result_of(incidents.results(), kKnees).pass);
  row[column_of("reserve.leg3.knee", columns)] = -0.1;
  row[column_of("reserve.leg3.joint2", columns)] = -0.01;
  row[column_of("truth.leg3.joint2.torque", columns)] = static_cast<double>(Switch::kOn);
  row[column_of("truth.leg3.joint2.mode", columns)] = static_cast<double>(JointMode::kPosition);
  ASSERT_TRUE(incidents.take(1, row));
  const AssertResult knee = result_of(incidents.results(), kKnees);
  EXPECT_FALSE(knee.pass);
  EXPECT_EQ(knee.worst_signal, "middle_right knee, 6 deg beyond its limit");
  // a stroke of +-35 mm, three times as far at the foot
  EXPECT_EQ(result_of(incidents.results(), kJoints).worst_signal,
            "middle_right joint 3, 1.05 mm of way beyond its limit");
}

/// In a robot without cups none slips, is lost or fails to seal.
TEST(Incidents, LookAtNoCupOfARobotWithoutAny) {
  std::string text = with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", "hold: {}");
  const Scenario scenario = read(text.replace(text.find("romerin4"), 8, "hexapod3"));
  const auto columns = recorded_columns(scenario);
  Incidents incidents(scenario, columns);
  ASSERT_TRUE(incidents.take(0, std::vector<double>(columns.size())));
  for (const char* name : {kSlip, kSeal, "cups hold"})
    EXPECT_THROW(result_of(incidents.results(), name), std::logic_error) << name;
  for (const char* name : {kContact, kBodyError, kDrives})
    EXPECT_TRUE(result_of(incidents.results(), name).pass) << name;
}

TEST(ReadExpected, RefusesUnknownPartsLimitsAndWhatSaysNothing) {
  const auto refused = [](const std::string& what, const std::string& words) {
    expect_refused(expecting(what), "8", words);
  };
  refused("slip_m: {left: 0.01}", "parts: front_left, front_right, rear_left");
  refused("slip_m: {body: 0.01}", "parts: front_left");
  refused("slip_m: {rear_left: 0.01, left: 0.01}", "left");
  refused("slip_m: {front_left: 0.005}", "must be above 0.005");
  refused("slip_m: {}", "must be a map of parts to their worst values");
  refused("contact_N: {body: 0}", "must be above 0");
  refused("body_error_m: 0.2", "map");
  refused("drive_fault: [body]", "must be one of");
  refused("unsealed: [rear_left, rear_left]", "twice");
  refused("unsealed: []", "1 to 4 elements");
  refused("joint_reserve: {front_left: 0}", "joint_reserve.front_left = 0: must be");
  refused("joint_reserve: {body: -0.1}", "parts: front_left, front_right, rear_left, rear_right");
  refused("knee_reserve: {front_left: -0.1}", "is no incident of this robot");
  refused("fall: true", "slip_m");
}

TEST(ReadAsserts, RefusesTheNamesOfTheAssertionsInEveryRun) {
  for (const std::string& name : incident_names())
    expect_refused(with("name: error", "name: " + name), "11", "needs another name");
}

/// With a payload so heavy that its legs give way and its body lies on the ground.
const std::string kCollapsed = R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: 2
fidelity: full
payload: {mass_kg: 38, position_m: [0, 0, 0]}
asserts:
  - {name: all feet stand, signal: count.attached, equals: 4}
)";

Verdict verdict_of(const std::string& text) {
  const Scenario scenario = read(text);
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  return run.verdict(1);
}

TEST(Incidents, FailARobotOnItsBellyThatNoAssertionFails) {
  const Verdict verdict = verdict_of(kCollapsed);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.exit_code, ExitCode::kAssertionFailed);
  for (const char* name : {"all feet stand", "cups hold", "clear of itself"})
    EXPECT_TRUE(result_of(verdict.asserts, name).pass) << name;
  for (const char* name : {kContact, kBodyError})
    EXPECT_FALSE(result_of(verdict.asserts, name).pass) << name;
  EXPECT_EQ(result_of(verdict.asserts, kContact).worst_signal, "body");
  EXPECT_GT(result_of(verdict.asserts, kContact).value, 100);
}

/// Rows of a robot without a true state that stands on all its feet.
class OverTheWire : public MadeRows<Incidents> {
 public:
  explicit OverTheWire(const std::string& text = kGood) : MadeRows(text, Subject::kRobot) {
    for (const char* pose : {"plan.estimate.qw", "plan.reference.qw"}) set(pose, 1);
    for (int i = 0; i < 4; ++i) {
      const std::string leg = std::to_string(i);
      set("report.leg" + leg + ".attached", 1);
      set("seen.leg" + leg + ".module.power", Switch::kOn);
      for (int j = 0; j < scenario().robot.nominal.leg[0].n_joints; ++j) {
        set("seen.leg" + leg + ".joint" + std::to_string(j) + ".torque", Switch::kOn);
        set("seen.leg" + leg + ".joint" + std::to_string(j) + ".mode", JointMode::kImpedance);
      }
    }
  }
  /// Takes a row in which one signal differs.
  void take_with(const std::string& signal, auto value) {
    take();
    set(signal, value);
    take();
  }
  std::vector<std::string> failed() const {
    std::vector<std::string> names;
    for (const AssertResult& each : judge().results())
      if (!each.pass) names.push_back(each.name);
    return names;
  }
};

using Names = std::vector<std::string>;

TEST(IncidentsOverTheWire, AreThoseThatReadingsShow) {
  OverTheWire robot;
  robot.take();
  Names names;
  for (const AssertResult& each : robot.judge().results()) names.push_back(each.name);
  EXPECT_EQ(names, (Names{"cups hold", kBodyError, kSeal, kDrives, kJoints}));
  EXPECT_EQ(robot.failed(), Names{});
}

TEST(IncidentsOverTheWire, AreABodyThatTheEstimateShowsOffItsReference) {
  OverTheWire robot;
  robot.take_with("plan.estimate.y", 0.06);
  EXPECT_EQ(robot.failed(), Names{kBodyError});
}

TEST(IncidentsOverTheWire, AreACupThatItsModuleReportsAsLost) {
  OverTheWire robot;
  robot.take_with("report.leg2.attached", 0);
  EXPECT_EQ(robot.failed(), Names{"cups hold"});
}

TEST(IncidentsOverTheWire, AreADriveThatReportsAnErrorOrAJointAtItsStop) {
  OverTheWire drive, joint;
  drive.take_with("seen.leg1.joint2.errors", 4);
  EXPECT_EQ(drive.failed(), Names{kDrives});
  joint.take_with("reserve.leg1.joint2", -0.1);
  EXPECT_EQ(joint.failed(), Names{kJoints});
}

TEST(IncidentsOverTheWire, AreAllowedButNotRequiredWhereTheScenarioExpectsThem) {
  const std::string text = expecting("detach: [rear_left], body_error_m: {body: 0.2}");
  OverTheWire stands(text), loses(text);
  stands.take();
  EXPECT_EQ(stands.failed(), Names{});
  loses.take_with("report.leg2.attached", 0);
  EXPECT_EQ(loses.failed(), Names{});
}

}  // namespace
}  // namespace ventosa::scenarios::incidents_test
