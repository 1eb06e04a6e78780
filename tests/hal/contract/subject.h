#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <memory>
#include <vector>

#include "hal/robot.h"
#include "tests/controller/numbers_of.h"

/// A robot under test, and functions of all contract checks.
namespace ventosa::hal {

/// A robot at rest with at least one attached cup.
struct Subject {
  std::unique_ptr<Robot> robot;
  controller::RobotModel model;
  std::function<void()> finish;  ///< makes the next exchange the last
};

/// Creates the same robot every time.
using MakeSubject = std::function<Subject()>;

namespace contract {

using controller::Command;
using controller::JointMode;
using controller::Observation;
using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// Bit patterns of all values; all unknown values are equal.
inline std::vector<std::uint64_t> bits(const controller::RobotModel& model,
                                       const Observation& seen) {
  std::vector<std::uint64_t> all;
  for (const double value :
       controller::numbers_of(controller::Shape(model, {controller::Equipment::kCamera}), seen))
    all.push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

inline controller::Start started(Robot& robot) {
  controller::Start start;
  EXPECT_EQ(robot.start(start), Status::kOk);
  return start;
}

/// Calls visit(leg index, joint index, joint reading) for every joint.
template <class Visitor>
void each_joint(const controller::RobotModel& model, const Observation& seen, Visitor&& visit) {
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    for (int j = 0; j < model.leg[i].n_joints; ++j)
      visit(i, static_cast<std::size_t>(j), seen.leg[i].joint[static_cast<std::size_t>(j)]);
}

}  // namespace contract
}  // namespace ventosa::hal
