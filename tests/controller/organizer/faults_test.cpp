#include "controller/organizer/faults.h"

#include <gtest/gtest.h>

#include "tests/controller/resting_robot.h"

namespace ventosa::controller::faults_test {
namespace {

struct Faults : testing::Test, test::RestingRobot {
  static constexpr std::size_t kNoSuchLeg = 5;
};

TEST_F(Faults, AreNamedTheWorstFirst) {
  const auto expect = [&](Reason reason, int leg) {
    const Objection fault = present_fault(scene());
    EXPECT_EQ(fault.reason, reason) << name(fault.reason);
    EXPECT_EQ(fault.leg, leg);
  };
  report[kNoSuchLeg].silent = true;
  report[kNoSuchLeg].faulty_joint = 0;
  expect(Reason::kNone, -1);
  body.camera = CameraHealth::kSilent;
  expect(Reason::kNone, -1);  // the foot carries nothing
  config.surfaces.source = SurfaceSource::kSeen;
  expect(Reason::kCameraSilent, -1);
  body.imu = ImuHealth::kWrong;
  expect(Reason::kImuWrong, -1);
  body.imu = ImuHealth::kSilent;
  expect(Reason::kImuSilent, -1);
  report[0].failure = Reason::kFootSensorFault;
  expect(Reason::kFootSensorFault, 0);
  report[1].faulty_joint = 2;
  expect(Reason::kJointFault, 1);
  report[3].silent = true;
  expect(Reason::kModuleSilent, 3);
}

TEST_F(Faults, IncludeALegThatIsFree) {
  report[kNoSuchLeg].phase = FootPhase::kFree;
  EXPECT_EQ(free_leg(scene()), -1);
  report[2].phase = FootPhase::kFree;
  EXPECT_EQ(free_leg(scene()), 2);
}

TEST_F(Faults, IncludeAFootThatSlides) {
  body.alarm[kNoSuchLeg] = FootAlarm::kSlip;
  EXPECT_EQ(slipping_leg(scene()), -1);
  for (const FootAlarm alarm : {FootAlarm::kSlip, FootAlarm::kDetachment}) {
    body.alarm[1] = alarm;
    EXPECT_EQ(slipping_leg(scene()), 1);
  }
}

/// A joint without a temperature reading is not hot.
TEST_F(Faults, IncludeALegThatIsHot) {
  report[kNoSuchLeg].hottest_C = 100;
  EXPECT_EQ(hot_leg(scene(), 60), -1);
  report[3].hottest_C = 60.1;
  EXPECT_EQ(hot_leg(scene(), 60), 3);
  EXPECT_EQ(hot_leg(scene(), 60.2), -1);
}

}  // namespace
}  // namespace ventosa::controller::faults_test
