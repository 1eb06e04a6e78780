#include "scenarios/statics/walk_check.h"

#include <sstream>

#include "controller/load_sharing/load_check.h"
#include "scenarios/format/static_margin.h"
#include "tests/controller/random_robot.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

/// The verdict on a walk before the run, against what the controller then does.
namespace ventosa::scenarios::walk_check_test {
namespace {

using controller::LegSet;
using controller::Reason;

/// A request to the quadruped or the hexapod on a plane of any inclination, near the limits of its
/// cups and joints.
std::string random_case(const std::string& request, std::uint64_t seed) {
  test::Rng rng{seed};
  const double incline_rad = test::uniform(0, 3.14, rng);
  std::ostringstream text;
  text << "schema: 1\ntitle: A random stance\nrobot: "
       << (std::bernoulli_distribution()(rng) ? "romerin4" : "romerin6") << "\nsurfaces:\n"
       << "  - {name: plane, position_m: [0, 0, 0], normal: [" << -std::sin(incline_rad) << ", 0, "
       << std::cos(incline_rad) << "], heading_deg: " << test::uniform(-180, 180, rng)
       << ", size_m: [4, 4], friction: " << test::uniform(0.5, 0.8, rng) << "}\n"
       << "placement: {surface: plane}\ncup_force_N: " << test::uniform(60, 110, rng)
       << "\nduration_s: 4\ncontroller: {sharing: {safety_factor: " << test::uniform(1, 1.5, rng)
       << ", torque_ratio: " << test::uniform(0.8, 1, rng)
       << ", planned_share: " << test::uniform(0.8, 1, rng) << "}}\nscript:\n"
       << "  - {at_s: 0.2, " << request << "}\n"
       << "asserts:\n  - {name: error, signal: error.body.position, max: 1, unit: m}\n";
  return text.str();
}

struct Outcome {
  Reason reason = Reason::kNone;
  double margin = 0;
};

/// Runs until a foot unloads or the lift is refused.
Outcome outcome_of(const Scenario& scenario) {
  LoggedRun run(scenario, 1);
  const record::RunLog& log = run.log();
  const std::size_t reason = log.find("plan.reason").value();
  const std::size_t margin = log.find("plan.lift.margin").value();
  std::vector<std::size_t> phases;
  for (int i = 0; i < scenario.robot.nominal.n_legs(); ++i)
    phases.push_back(log.find("report.leg" + std::to_string(i) + ".phase").value());
  while (run.advance()) {
    const auto row = log.row(log.n_rows() - 1);
    for (const std::size_t phase : phases)
      if (row[phase] != 0) return {};
    if (row[reason] == static_cast<double>(Reason::kLiftRefused))
      return {Reason::kLiftRefused, row[margin]};
  }
  return {Reason::kNoGait, 0};
}

/// Asks 40 robots: where the feet may lift they lift, and else the request is refused with the
/// margin of the verdict.
/// @param lifts_of  feet of the robot that the request lifts first
/// @param ahead     difference of the margins while a lifted foot is foreseen elsewhere
template <class LiftsOf>
void expect_same_verdict(const std::string& request, LiftsOf lifts_of, double ahead) {
  constexpr double kSettles = 1e-3;
  int lifted = 0, refused = 0;
  for (std::uint64_t seed = 0; lifted + refused < 40; ++seed) {
    const std::string text = random_case(request, seed);
    SCOPED_TRACE(text);
    std::optional<Scenario> scenario;
    try {
      scenario = read(text);
    } catch (const models::InputError&) {
      continue;  // it does not even stand there
    }
    const controller::RobotModel& robot = scenario->robot.nominal;
    const controller::RobotAtRest rest = at_start(*scenario);
    const LegSet lifts = lifts_of(robot);
    const controller::LiftVerdict verdict = judge_lift(robot, scenario->controller, rest, lifts);
    controller::SharingWarmStart cold;
    const double before =
        load_margin({robot, scenario->controller.sharing, rest.stance, lifts}, cold).margin;
    if (std::abs(verdict.least.margin) < kSettles) continue;
    const Outcome outcome = outcome_of(*scenario);
    ASSERT_EQ(outcome.reason, verdict.objection.reason);
    const double margin = verdict.lifts() ? 0 : verdict.least.margin;
    EXPECT_NEAR(outcome.margin, margin, before < 0 ? kSettles : ahead);
    ++(verdict.lifts() ? lifted : refused);
  }
  EXPECT_GT(lifted, 5);
  EXPECT_GT(refused, 5);
}

/// A walk begins with the first row of its table. The stance is planned with the lifted foot above
/// its next foothold, ahead of the present one.
TEST(WalkCheck, AnswersAsTheControllerThenDoesToAWalk) {
  expect_same_verdict(
      "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}",
      [](const auto& robot) { return airborne_in(robot.gait[0], 0); }, 0.01);
}

TEST(WalkCheck, AnswersAsTheControllerThenDoesToADetach) {
  expect_same_verdict(
      "detach: {leg: front_left}", [](const auto&) { return LegSet{1}; }, 1e-3);
}

const std::string kWeakOnWall =
    with("normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}\nplacement: {surface: ground}",
         "normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}\nplacement: {surface: ground}\n"
         "cup_force_N: 60");

std::string refusal_of(const std::string& text) {
  try {
    require_walks(read(text));
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(WalkCheck, RefusesAWalkOfWhichNoFootLifts) {
  const std::string refusal = refusal_of(kWeakOnWall);
  for (const char* text : {"script[0]", "walks by the gait 'wave'", "lifts no foot",
                           "peel is exceeded by 27", "plan.reason equals lift_refused"})
    EXPECT_NE(refusal.find(text), std::string::npos) << text << "\n" << refusal;
  EXPECT_EQ(refusal_of(kGood), "");
}

TEST(WalkCheck, LetsAScenarioShowTheRefusal) {
  EXPECT_EQ(
      refusal_of(kWeakOnWall +
                 "  - {name: refused, signal: plan.reason, from_s: 2, equals: lift_refused}\n"),
      "");
}

TEST(WalkCheck, JudgesTheGaitsOnEachSurfaceWithTheScenariosOptions) {
  const auto held = [](const std::string& text) {
    const std::vector<GaitVerdict> gaits = judge_gaits(read(text));
    EXPECT_EQ(gaits.size(), 1u);
    return gaits.at(0).n_held();
  };
  EXPECT_EQ(held(kGood), 4);
  EXPECT_EQ(held(kWeakOnWall), 0);
  EXPECT_EQ(
      held(with("duration_s: 4", "duration_s: 4\ncontroller: {sharing: {torque_ratio: 0.4}}")), 0);
}

}  // namespace
}  // namespace ventosa::scenarios::walk_check_test
