#include "tests/hal/robot_contract.h"

#include <gtest/gtest.h>

namespace ventosa::hal {

TEST_P(RobotContract, IsKept) {
  const auto& [subject, check] = GetParam();
  EXPECT_TRUE(check.run(subject.make));
}

}  // namespace ventosa::hal
