#include "controller/execution/drive_watch.h"

#include <gtest/gtest.h>

namespace ventosa::controller {
namespace {

constexpr double kPeriod_s = 0.01;

/// A leg of three arm joints and a wrist whose drives report all.
struct Watched {
  Watched() {
    leg.n_joints = 6;
    leg.n_arm = 3;
    for (JointReading& joint : reading.joint) {
      joint.torque = Switch::kOn;
      joint.errors = 0;
    }
  }
  int after(double time_s, bool attached) {
    int faulty = -1;
    for (double t = 0; t < time_s; t += kPeriod_s)
      faulty = faulty_joint(leg, reading, attached, kPeriod_s, watch);
    return faulty;
  }
  void set_wrist(Switch torque) {
    for (std::size_t j = 3; j < 6; ++j) reading.joint[j].torque = torque;
  }

  Leg leg;
  LegReading reading;
  DriveWatch watch;
};

TEST(DriveWatch, NamesTheFirstJointThatReportsAnErrorAtOnce) {
  for (const std::int32_t error :
       {kVoltageError, kHeatError, kEncoderError, kShockError, kOverloadError}) {
    Watched drives;
    EXPECT_EQ(drives.after(1, false), -1);
    drives.reading.joint[4].errors = drives.reading.joint[2].errors = error;
    EXPECT_EQ(drives.after(kPeriod_s, false), 2);
  }
}

TEST(DriveWatch, NamesAJointThatHasLostItsTorqueAtOnce) {
  Watched drives;
  EXPECT_EQ(drives.after(1, true), -1);
  drives.reading.joint[1].torque = Switch::kOff;
  EXPECT_EQ(drives.after(kPeriod_s, true), 1);
  drives.reading.joint[1].torque = Switch::kOn;
  EXPECT_EQ(drives.after(kPeriod_s, true), -1);
}

TEST(DriveWatch, AsksNoTorqueOfTheWristOfAnAttachedFoot) {
  Watched drives;
  drives.set_wrist(Switch::kOff);
  EXPECT_EQ(drives.after(5, true), -1);
  drives.set_wrist(Switch::kOn);
  EXPECT_EQ(drives.after(1, false), -1);
  drives.set_wrist(Switch::kOff);
  EXPECT_EQ(drives.after(kPeriod_s, false), 3);
}

/// Readings are older than commands.
TEST(DriveWatch, LetsTorqueComeWhenAFootDetaches) {
  Watched drives;
  drives.set_wrist(Switch::kOff);
  EXPECT_EQ(drives.after(1, true), -1);
  EXPECT_EQ(drives.after(0.2, false), -1);
  drives.set_wrist(Switch::kOn);
  EXPECT_EQ(drives.after(1, false), -1);
}

/// Some wires bring torque joint after joint, and some tell nothing of it.
TEST(DriveWatch, MissesNoTorqueThatHasNotComeYetOrIsNotTold) {
  Watched drives;
  for (JointReading& joint : drives.reading.joint) joint.torque = Switch::kOff;
  EXPECT_EQ(drives.after(5, false), -1);
  for (JointReading& joint : drives.reading.joint) joint.torque = std::nullopt;
  EXPECT_EQ(drives.after(5, false), -1);
}

}  // namespace
}  // namespace ventosa::controller
