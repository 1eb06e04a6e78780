#include <sstream>

#include "scenarios/session/load.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::refused_scenario_test {
namespace {

TEST(ReadScenario, RefusesLimitsOfMotionThatAreNotPositive) {
  const auto refuse = [](const std::string& group, const std::string& key) {
    for (const char* value : {"0", "-1"}) {
      const std::string message = error_of(
          with("asserts:", "controller: {" + group + ": {" + key + ": " + value + "}}\nasserts:"));
      EXPECT_NE(message.find("controller." + group + "." + key), std::string::npos) << message;
    }
  };
  for (const char* key :
       {"max_speed_m_s", "max_acceleration_m_s2", "max_jerk_m_s3", "max_turn_rate_rad_s",
        "max_turn_acceleration_rad_s2", "max_turn_jerk_rad_s3"})
    refuse("body", key);
  for (const char* key :
       {"max_swing_speed_m_s", "max_swing_acceleration_m_s2", "max_swing_jerk_m_s3",
        "max_swing_turn_rate_rad_s", "max_swing_roll_rate_rad_s",
        "max_swing_turn_acceleration_rad_s2", "max_swing_turn_jerk_rad_s3"})
    refuse("gait", key);
  refuse("gains", "fade_s");
}

TEST(ReadScenario, RefusesADriveThatTakesTorqueWithoutALoopInTheController) {
  const std::string message = error_of(with("asserts:", "drive: {interface: torque}\nasserts:"));
  EXPECT_NE(message.find("controller.gains.loop: controller"), std::string::npos) << message;
}

TEST(ReadScenario, RefusesAComputedTorqueThatIsTooFastForThePeriod) {
  const auto answer = [](const std::string& gains, const std::string& more = "") {
    return error_of(with("asserts:", "controller: {gains: {law: computed_torque, " + gains +
                                         "}}\n" + more + "asserts:"));
  };
  EXPECT_EQ(answer("loop: controller, omega_rad_s: 30"), "");
  EXPECT_NE(answer("loop: controller, omega_rad_s: 30.1")
                .find("omega_rad_s = 30.1: must be at most 30 rad/s of a robot that stands"),
            std::string::npos)
      << answer("loop: controller, omega_rad_s: 30.1");
  EXPECT_EQ(answer("loop: controller, omega_rad_s: 150", "control_period_s: 0.002\n"), "");
  EXPECT_NE(answer("loop: controller, omega_rad_s: 20, zeta: 0.04").find("must be below 16 rad/s"),
            std::string::npos);
  EXPECT_NE(answer("loop: module").find("needs controller.gains.loop: controller"),
            std::string::npos);
  EXPECT_NE(answer("loop: controller, omega_rad_s: 0").find("omega_rad_s"), std::string::npos);
}

/// A leg in the air bears more than one that stands.
TEST(ReadScenario, LetsTheFreeLegOfAClampedRobotBeFaster) {
  const auto answer = [](const std::string& omega) {
    return error_of(
        "schema: 1\nrobot: romerin1\nsurfaces:\n  - {name: ground, position_m: [0, 0, 0], "
        "normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}\nplacement: {surface: ground, "
        "height_m: 1, clamped: {joints_deg: [[0, 0, 120, 0, 0, 0]]}}\nduration_s: 1\ncontroller: "
        "{gains: "
        "{law: computed_torque, loop: controller, omega_rad_s: " +
        omega + "}}\nasserts:\n  - {name: reason, signal: plan.reason, equals: none}\n");
  };
  EXPECT_EQ(answer("82"), "");
  EXPECT_NE(answer("83").find("omega_rad_s = 83: must be below 82.84 rad/s"), std::string::npos)
      << answer("83");
}

TEST(ReadScenario, RefusesAControlPeriodTooLongForTheForceFilter) {
  const auto answer = [](const std::string& period) {
    return error_of(
        "schema: 1\nrobot: hexapod3\nsurfaces:\n  - {name: ground, position_m: [0, 0, 0], "
        "normal: [0, 0, 1], size_m: [3, 3], friction: 0.7}\nplacement: {surface: ground}\n"
        "duration_s: 1\ncontrol_period_s: " +
        period + "\nasserts:\n  - {name: reason, signal: plan.reason, equals: none}\n");
  };
  EXPECT_EQ(answer("0.022"), "");
  EXPECT_NE(answer("0.024").find("control_period_s = 0.024: must be at most 0.0225 s"),
            std::string::npos)
      << answer("0.024");
}

TEST(ReadScenario, RefusesALoopInTheControllerThatIsTooSlowForARealRobot) {
  const std::string loop = "controller: {gains: {loop: controller}}\n";
  EXPECT_EQ(error_of(with("asserts:", loop + "asserts:")), "");
  const std::string slow = error_of(with("asserts:", loop + "fidelity: full\nasserts:"));
  EXPECT_NE(slow.find("control_period_s of at most 0.002"), std::string::npos) << slow;
  EXPECT_EQ(error_of(with("asserts:", loop + "fidelity: full\ncontrol_period_s: 0.002\nasserts:")),
            "");
}

TEST(ReadScenario, RefusesPdWindowsThatLeaveThePathNoTime) {
  for (const char* windows : {"[[0.2, 1]]", "[[2, 2]]", "[[2, 3], [3.5, 4]]", "[[4, 5], [2, 3]]"}) {
    const std::string circle =
        std::string("circle: {radius_m: 0.02, period_s: 10, pd_off_s: ") + windows + "}";
    const std::string message =
        error_of(with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", circle));
    EXPECT_NE(message.find("pd_off_s"), std::string::npos) << windows << ": " << message;
  }
}

TEST(ReadScenario, RefusesAPushOnNoLinkOfTheRobotOrMoreAtATimeThanThereIsRoomFor) {
  const auto message = [](const std::string& push) {
    return error_of(with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}",
                         "push: {force_N: [0, 9, 0], duration_s: 0.5" + push + "}"));
  };
  EXPECT_EQ(message(", leg: rear_left, link: 5"), "");
  EXPECT_NE(message(", leg: rear_left, link: 6").find("push.link"), std::string::npos);
  EXPECT_NE(message(", leg: nobody, link: 1").find("push.leg"), std::string::npos);
  EXPECT_NE(message(", leg: rear_left").find("link"), std::string::npos);
  EXPECT_NE(message(", link: 1").find("needs a leg"), std::string::npos);
  const std::string second =
      ", leg: rear_left, link: 1}}\n  - {at_s: 1.2, push: {force_N: [0, 9, 0], duration_s: 1";
  EXPECT_EQ(message(second + ", leg: rear_left, link: 2"), "");
  std::string many;
  for (int k = 0; k < sim::kMaxForces; ++k) many += second;
  EXPECT_NE(message(many).find("more than 15 pushes within one control period"), std::string::npos);
}

TEST(ReadScenario, RefusesALeakUnderNoCupOfTheRobotOrWithoutAGap) {
  const auto message = [](const std::string& leak) {
    return error_of(
        with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", "leak: {" + leak + "}"));
  };
  EXPECT_EQ(message("leg: rear_left, gap_m: 0.002"), "");
  EXPECT_EQ(message("leg: rear_left, gap_m: 0.002, duration_s: 3"), "");
  EXPECT_NE(message("leg: nobody, gap_m: 0.002").find("leak.leg"), std::string::npos);
  for (const char* gap : {"0", "-0.001", "0.2", ".nan", "wide"})
    EXPECT_NE(message(std::string("leg: rear_left, gap_m: ") + gap).find("leak.gap_m"),
              std::string::npos)
        << gap;
  EXPECT_NE(message("leg: rear_left, gap_m: 0.002, duration_s: 0").find("leak.duration_s"),
            std::string::npos);
  EXPECT_NE(message("gap_m: 0.002").find("leg"), std::string::npos);
}

TEST(ReadScenario, RefusesAFaultThatTheRobotCannotHave) {
  const auto message = [](const std::string& fault) {
    return error_of(
        with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", "fault: {" + fault + "}"));
  };
  EXPECT_EQ(message("kind: turbine_dead, leg: rear_left"), "");
  EXPECT_EQ(message("kind: drive_dead, leg: rear_left, joint: 5, duration_s: 0.0005"), "");
  EXPECT_EQ(message("kind: imu_biased, body: true"), "");
  EXPECT_EQ(message("kind: imu_biased, rate_rad_s: -0.1"), "");
  const auto refuses = [&](const std::string& fault, const char* key, const char* rule) {
    const std::string text = message(fault);
    EXPECT_NE(text.find(key), std::string::npos) << fault << ": " << text;
    EXPECT_NE(text.find(rule), std::string::npos) << fault << ": " << text;
  };
  refuses("kind: on_fire, leg: rear_left", "fault.kind", "turbine_dead");
  refuses("leg: rear_left", "fault", "kind");
  refuses("kind: turbine_dead", "fault", "one of the robot's legs");
  refuses("kind: turbine_dead, leg: nobody", "fault.leg", "rear_left");
  refuses("kind: turbine_dead, body: true", "fault", "one of the robot's legs");
  refuses("kind: turbine_dead, leg: rear_left, joint: 1", "fault.joint",
          "is not allowed in a fault of this kind");
  refuses("kind: drive_dead, leg: rear_left", "fault", "one of the leg's joints");
  refuses("kind: drive_dead, leg: rear_left, joint: 6", "fault.joint", "counted from 0");
  refuses("kind: imu_silent, leg: rear_left", "fault.leg", "is not allowed in a fault of the body");
  refuses("kind: imu_silent, body: true, leg: rear_left", "fault.leg", "excludes body");
  refuses("kind: imu_saturated, range_rad_s: 0", "fault.range_rad_s", "above 0");
  refuses("kind: imu_biased, rate_rad_s: 0", "fault.rate_rad_s = 0", "and not 0");
  refuses("kind: imu_biased, rate_rad_s: 11", "fault.rate_rad_s = 11", "at most 10");
  refuses("kind: imu_saturated, gap_m: 1", "fault.gap_m", "");
  refuses("kind: camera_black", "fault.kind", "add camera: {} or fidelity: full");
  refuses("kind: pack_dead, leg: rear_left", "fault.kind", "power: {model: packs}");
  refuses("kind: relay_stuck, leg: rear_left, relay: share", "fault.kind", "needs packs");
  refuses("kind: relay_stuck, leg: rear_left, relay: loose", "fault.relay", "isolated");
  refuses("kind: leak, leg: rear_left", "fault", "gap_m");
  refuses("kind: mute, leg: rear_left, duration_s: 0", "fault.duration_s", "");
}

TEST(ReadScenario, ReadsALeakAsTheFaultThatItIs) {
  const auto faults = [](const std::string& entry) {
    const Scenario scenario =
        read(with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", entry));
    return scenario.script.stimulus_from(1'500'000'000, 10'000'000, scenario.twin.X_WB).fault;
  };
  const auto leak = faults("leak: {leg: rear_left, gap_m: 0.002, duration_s: 30}");
  const auto fault = faults("fault: {kind: leak, leg: rear_left, gap_m: 0.002, duration_s: 30}");
  ASSERT_EQ(leak.n, 1);
  ASSERT_EQ(fault.n, 1);
  EXPECT_EQ(leak.begin()->fault.kind, sim::FaultKind::kLeak);
  EXPECT_EQ(leak.begin()->fault.leg, fault.begin()->fault.leg);
  EXPECT_EQ(leak.begin()->fault.amount, fault.begin()->fault.amount);
}

TEST(ReadScenario, TellsAllMistakesOfIndependentPartsAtOnce) {
  const std::string message = error_of(
      "schema: 1\n"
      "title: 5\n"
      "robot: romerin4\n"
      "surfaces:\n"
      "  - {name: ground, position_m: [0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}\n"
      "placement: {surface: ground}\n"
      "duration_s: 4\n"
      "controller: {gains: {fade_s: -1}, gait: {strid_m: 2, lift_m: 1e9}}\n"
      "camera: {nonsense: 2}\n"
      "script:\n"
      "  - {at_s: 1, walk: {velocity_m_s: [0.01, 0]}}\n"
      "  - {at_s: 2, look: {pan_deg: 500, tilt_deg: 0}}\n"
      "  - {at_s: 3, detach: {leg: nobody}}\n"
      "asserts:\n"
      "  - {name: error, signal: error.body.positionx, max: 0.005, unit: m}\n"
      "  - {name: error, signal: error.body.position, max: 0.005}\n");
  std::vector<std::string> places;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    places.push_back(line.substr(17, line.find(':', 20) - 17));
  EXPECT_EQ(places, (std::vector<std::string>{"2:8", "5:20", "8:30", "8:42", "8:62", "9:10",
                                              "11:22", "12:31", "13:29", "15:27", "16:5"}))
      << message;
}

// every mistake, and the place to which the message points

TEST(ReadScenario, RefusesSurfacesOfWhichAFootCouldStandOnEither) {
  const std::string message = error_of(
      with("placement:",
           "  - {name: wet, position_m: [0.5, 0, 0], normal: [0, 0, 1], size_m: [1, 1], friction: "
           "0.05}\nplacement:"));
  EXPECT_NE(message.find("surfaces[1]"), std::string::npos) << message;
  EXPECT_NE(message.find("overlaps ground in its plane, with another friction"), std::string::npos)
      << message;
}

TEST(ReadScenario, RefusesAMissingFile) {
  EXPECT_THROW(load("nowhere/missing.yaml", kRobots), models::InputError);
}

TEST(ReadScenario, RefusesAnotherSchema) {
  expect_refused(with("schema: 1", "schema: 2"), "1", "must be 1");
}

TEST(ReadScenario, RefusesAWrongType) {
  expect_refused(with("duration_s: 4", "duration_s: long"), "7", "duration_s = long");
}

TEST(ReadScenario, RefusesAnUnknownKey) {
  expect_refused(with("duration_s: 4", "duration_s: 4\nduraton: 4"), "8", "unknown key");
  expect_refused(with("max: 0.005", "maximum: 0.005, max: 0.005"), "11", "unknown key");
  expect_refused(with("distance_m: 0.1", "distance_m: 0.1, speed: 1"), "9", "unknown key");
}

TEST(ReadScenario, RefusesADuplicateKey) {
  expect_refused(with("duration_s: 4", "duration_s: 4\nduration_s: 5"), "8", "duration_s");
}

TEST(ReadScenario, RefusesNan) {
  expect_refused(with("friction: 0.6", "friction: .nan"), "5", "friction");
}

TEST(ReadScenario, RefusesAMissingKey) {
  expect_refused(with("duration_s: 4\n", ""), "1", "duration_s");
}

TEST(ReadScenario, RefusesANegativeFriction) {
  expect_refused(with("friction: 0.6", "friction: -0.6"), "5", "at least 0");
}

TEST(ReadScenario, RefusesAnUnknownRobot) {
  expect_refused(with("romerin4", "romerin9"), "3", "no such robot");
  expect_refused(with("romerin4", "./romerin4.yaml"), "3", "folder/romerin4.yaml");
}

TEST(ReadScenario, RefusesAControlPeriodThatIsNoMultipleOfTheStep) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncontrol_period_s: 0.005"), "8",
                 "control_period_s");
}

TEST(ReadScenario, RefusesAControlPeriodThatIsNoLoop) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncontrol_period_s: 0.2"), "8", "0.1");
}

/// Four cups of 25 N and a robot of 91 N: they would be pulled off; with 26 N they would peel.
TEST(ReadScenario, RefusesARobotThatCannotHoldWhereItStarts) {
  const auto under_ceiling = [](const std::string& cup_N) {
    const std::string text = with("ground, position_m: [0, 0, 0], normal: [0, 0, 1]",
                                  "ground, position_m: [0, 0, 2], normal: [0, 0, -1]");
    return error_of(
        std::string(text).replace(text.find("duration_s"), 0, "cup_force_N: " + cup_N + "\n"));
  };
  EXPECT_NE(under_ceiling("25").find("'s pull_off is exceeded by"), std::string::npos)
      << under_ceiling("25");
  EXPECT_EQ(under_ceiling("60"), "");
  const std::string slick = error_of(
      with("ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6",
           "ground, position_m: [0, 0, 1], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.05"));
  EXPECT_NE(slick.find("slip is exceeded by"), std::string::npos) << slick;
}

TEST(ReadScenario, RefusesAnotherUnitThanTheSignals) {
  expect_refused(with("unit: m}", "unit: mm}"), "11", "must be the signal's unit, m");
  expect_refused(with(", unit: m}", "}"), "11", "unit");
}

TEST(ReadScenario, RefusesAnUnknownSignal) {
  expect_refused(with("error.body.position", "error.body.positon"), "11", "no such signal");
  expect_refused(with("error.body.position", "truth.leg4.joint0.q"), "11", "no such signal");
}

TEST(ReadScenario, RefusesSignalsOfDifferentUnitsTogether) {
  expect_refused(with("error.body.position", "error.body.*"), "11", "different units");
}

TEST(ReadScenario, RefusesADriftOfWhatIsNoPosition) {
  expect_refused(with("signal: error.body.position", "drift: error.body"), "11", "x, y and z");
  expect_refused(with("signal: error.body.position", "angle_drift: truth.velocity"), "11", "qw");
}

TEST(ReadScenario, TakesARootMeanSquareOfNumbersOnly) {
  EXPECT_EQ(error_of(with("signal: error.body.position", "rms: error.body.position")), "");
  expect_refused(
      with("signal: error.body.position, max: 0.005, unit: m", "rms: plan.reason, equals: none"),
      "11", "is not a number");
  expect_refused(with("signal: error.body.position", "rms: error.body.positon"), "11",
                 "no such signal");
}

TEST(ReadScenario, RefusesAnUnknownReason) {
  expect_refused(with("signal: error.body.position, max: 0.005, unit: m",
                      "signal: plan.reason, equals: lift_refusd"),
                 "11", "lift_refused");
}

TEST(ReadScenario, RefusesABoundOfAName) {
  expect_refused(with("error.body.position, max: 0.005, unit: m", "plan.reason, max: 1"), "11",
                 "needs equals");
}

TEST(ReadScenario, RefusesTwoBounds) {
  expect_refused(with("max: 0.005", "max: 0.005, min: 0"), "11", "exactly one of max, min, equals");
}

TEST(ReadScenario, RefusesAWindowThatEndsBeforeItBegins) {
  expect_refused(with("max: 0.005", "max: 0.005, from_s: 3, to_s: 2"), "11", "before from_s");
  expect_refused(with("max: 0.005", "max: 0.005, from_s: 5"), "11", "at most 4");
}

TEST(ReadScenario, RefusesTwoAssertionsOfOneName) {
  expect_refused(kGood + "  - {name: error, signal: worst.slip, max: 1, unit: m}\n", "12",
                 "'error' is taken");
}

TEST(ReadScenario, RefusesASurfaceWhoseNameIsNoName) {
  expect_refused(with("name: ground", "name: \"the, ground\""), "5:12", "must be made of");
}

TEST(ReadScenario, RefusesToWalkWithThreeLegsOrFewer) {
  const std::string bench = with("romerin4", "romerin1");
  EXPECT_NE(error_of(bench).find("needs a robot of 4 legs or more, this one has 1"),
            std::string::npos)
      << error_of(bench);
}

TEST(ReadScenario, RefusesAGoalOutOfOrder) {
  expect_refused(with("asserts:", "  - {at_s: 0.5, hold: {}}\nasserts:"), "10", "at least 1");
}

/// The good scenario with a further entry in its script.
std::string and_then(const std::string& entry) {
  return with("asserts:", "  - {" + entry + "}\nasserts:");
}

TEST(ReadScenario, RefusesEveryEntryThatHasNoTickLeft) {
  const std::string at_end = "leaves no control tick before duration_s, 4";
  for (const char* what :
       {"hold: {}", "pose: {}", "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}",
        "detach: {leg: rear_left}", "relay: share", "push: {force_N: [0, 9, 0], duration_s: 1}",
        "leak: {leg: rear_left, gap_m: 0.001}"}) {
    expect_refused(and_then(std::string("at_s: 4, ") + what), "10:12", at_end);
    expect_refused(and_then(std::string("at_s: 3.995, ") + what), "10:12", at_end);
    EXPECT_EQ(error_of(and_then(std::string("at_s: 3.99, ") + what)), "") << what;
  }
}

TEST(ReadScenario, RefusesWhatIsOvertakenBeforeItBegins) {
  const std::string never = "starts in the same control tick as script[0], which it would replace";
  expect_refused(and_then("at_s: 1, hold: {}"), "10", never);
  // of two entries between two ticks the second one acts from the next tick on
  const auto both = [](const std::string& first_s, const std::string& second_s) {
    std::string text = and_then("at_s: " + second_s + ", hold: {}");
    return text.replace(text.find("at_s: 1,"), 8, "at_s: " + first_s + ",");
  };
  expect_refused(both("1.001", "1.009"), "10", never);
  expect_refused(both("1.001", "1.01"), "10", never);
  EXPECT_EQ(error_of(both("1.001", "1.011")), "");
  const std::string relays = "  - {at_s: 2, relay: share}\n  - {at_s: 2, relay: isolated}\n";
  expect_refused(with("asserts:", relays + "asserts:"), "11",
                 "starts in the same control tick as script[1]");
  EXPECT_EQ(error_of(and_then("at_s: 1, relay: share")), "");
}

TEST(ReadScenario, RefusesToGoFasterThanTheBodyDoes) {
  const std::string fast = "is above the speed limit of the body's reference, 0.05 m/s";
  expect_refused(with("[0.01, 0, 0]", "[0.04, 0.04, 0]"), "9:22", fast);
  expect_refused(and_then("at_s: 2, move: {velocity_m_s: [0, 0, 0.06]}"), "10:22", fast);
  const Scenario slow = read(with("[0.01, 0, 0]", "[0.05, 0, 0]"));
  ASSERT_EQ(slow.warnings.size(), 1u);
  EXPECT_NE(slow.warnings[0].find("more than this gait can do"), std::string::npos);
}

TEST(ReadScenario, RefusesAWayLongerThanAllSurfacesTogether) {
  const std::string longer = "is longer than all surfaces together, 4.24 m from corner to corner";
  expect_refused(with("distance_m: 0.1", "distance_m: 300"), "9:62", longer);
  expect_refused(with("distance_m: 0.1", "distance_m: 4.25"), "9:62", longer);
  // a walk may end over an edge
  EXPECT_EQ(error_of(with("distance_m: 0.1", "distance_m: 4.24")), "");
}

TEST(ReadScenario, RefusesACircleOrATurnFasterThanTheBodyGoes) {
  const std::string walk = "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}";
  expect_refused(with(walk, "circle: {radius_m: 0.05, period_s: 0.5, turns: 4}"), "9:50",
                 "circle.period_s = 0.5: asks for 0.628 m/s, which is above the speed limit of the "
                 "body's reference, 0.05 m/s");
  expect_refused(with(walk, "move: {turn_deg_s: [0, 0, 170]}"), "9:22",
                 "is above the speed limit of the body's reference, 17.2 deg/s");
  EXPECT_EQ(error_of(with(walk, "move: {turn_deg_s: [0, 0, 17]}")), "");
  // 47 mm/s on the circle, 62 mm/s on its spirals
  const Scenario scenario = read(with(walk, "circle: {radius_m: 0.03, period_s: 4}"));
  ASSERT_EQ(scenario.warnings.size(), 1u);
  EXPECT_NE(scenario.warnings[0].find("reaches on its ramps 0.0618 m/s"), std::string::npos)
      << scenario.warnings[0];
  EXPECT_TRUE(read(with(walk, "circle: {radius_m: 0.03, period_s: 5}")).warnings.empty());
}

TEST(ReadScenario, RefusesAnEntryThatSaysNothingOrTooMuch) {
  expect_refused(with("asserts:", "  - {at_s: 2}\nasserts:"), "10", "one of hold, pose");
  expect_refused(with("asserts:", "  - {at_s: 2, hold: {}, pose: {}}\nasserts:"), "10",
                 "more than one motion");
}

TEST(ReadScenario, RefusesACircleFromAnUnknownPlace) {
  const std::string endless = with(", distance_m: 0.1", "");
  EXPECT_EQ(error_of(endless), "");
  const std::size_t place = endless.find("asserts:");
  expect_refused(
      std::string(endless).insert(place, "  - {at_s: 2, circle: {radius_m: 0.04, period_s: 20}}\n"),
      "10", "unknown start pose");
}

TEST(ReadScenario, RefusesAWalkThatGoesNowhere) {
  expect_refused(with("velocity_m_s: [0.01, 0, 0]", "velocity_m_s: [0, 0, 0]"), "9", "not zero");
}

TEST(ReadScenario, RefusesMoreForceThanTheCupHas) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncup_force_N: 500"), "8", "at most");
}

TEST(ReadScenario, RefusesANameThatIsNoFileName) {
  expect_refused(with("title: A test", "name: ../../etc"), "2", "must be made of");
}

TEST(ReadScenario, RefusesOptionsThatTheControllerCannotHave) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncontroller: {gait: {stride_m: -1}}"), "8",
                 "stride_m");
}

TEST(ReadScenario, RefusesEyesThatCannotBe) {
  const auto refused = [](const std::string& line, const std::string& words) {
    expect_refused(with("duration_s: 4\n", "duration_s: 4\n" + line + "\n"), "8", words);
  };
  refused("camera: {pan_deg: 170}", "camera.pan_deg = 170: must lie within");
  refused("camera: {tilt_deg: 80}", "camera.tilt_deg");
  refused("camera: {columns: 4}", "columns");
  refused("camera: {columns: 200, rows: 30}", "camera.columns = 200: must be at most 100");
  refused("camera: {columns: 60, rows: 65}", "camera.rows = 65: must be at most 64");
  refused("camera: {latency_s: 0.5}", "camera.latency_s");
  refused("camera: {disparity_noise_px: -0.1}", "disparity_noise_px");
  refused("camera: {zoom: 2}", "zoom");
  refused("camera: {scale_error_sd: 0.2}", "scale_error_sd");
  refused("camera: {angle_step_deg: -1}", "angle_step_deg");
  refused("imu: {rate_hz: 1000}", "imu.rate_hz");
  refused("imu: {gyro_walk_rad_s: -1}", "gyro_walk_rad_s");
  refused("imu: {place: pocket}", "place");
  refused("controller: {surfaces: {source: seen}}", "needs a camera");
  refused("controller: {surfaces: {friction: 0}}", "friction");
}

TEST(ReadScenario, RefusesReferencesAloneForDrivesThatCloseNoLoop) {
  const auto error = [](const std::string& model, const std::string& loop) {
    return error_of(with("script:\n", "drive: {model: " + model +
                                          "}\ncontroller: {gains: {law: position, loop: " + loop +
                                          "}}\nscript:\n"));
  };
  EXPECT_EQ(error("electric", "servo"), "");
  const std::string ideal = error("ideal", "servo"), elsewhere = error("electric", "module");
  EXPECT_NE(ideal.find("controller.gains.law = position: needs drive.model: electric"),
            std::string::npos)
      << ideal;
  EXPECT_NE(elsewhere.find("controller.gains.law = position: needs controller.gains.loop: servo"),
            std::string::npos)
      << elsewhere;
}

TEST(ReadScenario, RefusesToTakePositionControlFromAServo) {
  const auto servo = [](const std::string& goal) {
    return error_of(
        with("script:\n",
             "drive: {model: electric}\ncontroller: {gains: {loop: servo}}\nscript:\n  - "
             "{at_s: 0, " +
                 goal + "}\n"));
  };
  EXPECT_EQ(servo("hold: {}"), "");
  for (const char* goal :
       {"hold: {pd: false}", "circle: {radius_m: 0.02, period_s: 10, pd_off_s: [[2, 3]]}"}) {
    const std::string message = servo(goal);
    EXPECT_NE(message.find("controller.gains.loop = servo: excludes pd: false"), std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace ventosa::scenarios::refused_scenario_test
