#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <memory>
#include <vector>

#include "hal/robot.h"
#include "tests/controller/numbers_of.h"

/// A robot under test, and what all checks do with it.
namespace ventosa::hal {

/// A robot that stands at rest, at least one cup attached.
struct Subject {
  std::unique_ptr<Robot> robot;
  controller::RobotModel model;
  std::function<void()> finish;  ///< its next exchange is to be its last
};

/// The same robot every time.
using MakeSubject = std::function<Subject()>;

namespace contract {

using controller::Command;
using controller::JointMode;
using controller::Observation;
using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// The bits of all values: unknown ones are equal, too.
inline std::vector<std::uint64_t> bits(const controller::RobotModel& model,
                                       const Observation& seen) {
  std::vector<std::uint64_t> all;
  for (const double value : controller::numbers_of(controller::Shape(model, true), seen))
    all.push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

inline controller::Start started(Robot& robot) {
  controller::Start start;
  EXPECT_EQ(robot.start(start), Status::kOk);
  return start;
}

/// visit(leg, joint reading, place) of every joint
template <class Visitor>
void each_joint(const controller::RobotModel& model, const Observation& seen, Visitor&& visit) {
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    for (int j = 0; j < model.leg[i].n_joints; ++j)
      visit(i, static_cast<std::size_t>(j), seen.leg[i].joint[static_cast<std::size_t>(j)]);
}

}  // namespace contract
}  // namespace ventosa::hal
