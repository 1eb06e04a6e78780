#include "controller/execution/drive_watch.h"

#include <gtest/gtest.h>

namespace ventosa::controller::drive_watch_test {
namespace {

constexpr double kPeriod_s = 0.01;

/// A leg of three arm joints and a wrist; all drives report everything.
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
    for (double t = 0; t < time_s; t += kPeriod_s) {
      reading.sampled_ns += 10'000'000;
      faulty = faulty_joint(leg, reading, {attached, follows, q_set_rad}, kPeriod_s, watch);
    }
    return faulty;
  }
  /// The set-point of a joint moves at `speed_rad_s` for a while; the joint follows unless `stuck`.
  int after_move(double time_s, double speed_rad_s, std::size_t joint, bool stuck) {
    int faulty = -1;
    for (double t = 0; t < time_s; t += kPeriod_s) {
      q_set_rad[joint] += speed_rad_s * kPeriod_s;
      if (!stuck) reading.joint[joint].q_rad = q_set_rad[joint] - 0.05;
      faulty = after(kPeriod_s, false);
    }
    return faulty;
  }
  void set_wrist(Switch torque) {
    for (std::size_t j = 3; j < 6; ++j) reading.joint[j].torque = torque;
  }

  Leg leg;
  LegReading reading;
  PerJoint<double> q_set_rad{};
  bool follows = true;
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

/// In some protocols joints get torque one after the other; some do not report it.
TEST(DriveWatch, MissesNoTorqueThatHasNotComeYetOrIsNotTold) {
  Watched drives;
  for (JointReading& joint : drives.reading.joint) joint.torque = Switch::kOff;
  EXPECT_EQ(drives.after(5, false), -1);
  for (JointReading& joint : drives.reading.joint) joint.torque = std::nullopt;
  EXPECT_EQ(drives.after(5, false), -1);
}

TEST(DriveWatch, NamesAJointWhoseReadingStaysWhileItsSetPointGoes) {
  Watched drives;
  EXPECT_EQ(drives.after_move(1, 1, 2, false), -1);
  EXPECT_EQ(drives.after_move(0.05, 1, 2, true), -1);  // a lag is not a fault
  EXPECT_EQ(drives.after_move(0.1, 1, 2, true), 2);
  EXPECT_EQ(drives.after(5, false), 2);  // and the fault is not cleared while the set-point waits
  EXPECT_EQ(drives.after_move(0.1, 1, 2, false), -1);
}

TEST(DriveWatch, NamesNoJointThatStandsOrIsNotReadAnew) {
  Watched drives;
  EXPECT_EQ(drives.after(100, false), -1);
  for (double t = 0; t < 1; t += kPeriod_s) {
    drives.q_set_rad[1] += 1 * kPeriod_s;
    ASSERT_EQ(faulty_joint(drives.leg, drives.reading, {.q_set_rad = drives.q_set_rad}, kPeriod_s,
                           drives.watch),
              -1);
  }
}

/// A foot that is being loaded has small gains; at the start of a robot joints move slowly.
TEST(DriveWatch, AsksNoJointToFollowThatNeedNot) {
  Watched drives;
  drives.follows = false;
  EXPECT_EQ(drives.after_move(1, 1, 2, true), -1);
  drives.follows = true;
  EXPECT_EQ(drives.after(1, false), -1);
  EXPECT_EQ(drives.after_move(0.2, 1, 2, true), 2);
}

TEST(DriveWatch, AsksNoWayOfTheWristOfAnAttachedFoot) {
  Watched drives;
  drives.q_set_rad[4] = 1;
  EXPECT_EQ(drives.after(5, true), -1);
}

}  // namespace
}  // namespace ventosa::controller::drive_watch_test
