#include "sim/link.h"

#include <gtest/gtest.h>

namespace ventosa::sim {
namespace {

controller::Command numbered(double number) {
  controller::Command command;
  command.leg[0].joint[0].q_rad = number;
  return command;
}

TEST(Link, DeliversExactlyWhenDue) {
  LinkState link;
  send(numbered(1), 3, link);
  EXPECT_EQ(receive(2, link), nullptr);
  const controller::Command* arrived = receive(3, link);
  ASSERT_NE(arrived, nullptr);
  EXPECT_EQ(arrived->leg[0].joint[0].q_rad, 1);
  EXPECT_EQ(receive(4, link), nullptr);
}

TEST(Link, KeepsTheOrderOverManyTurnsOfItsRing) {
  LinkState link;
  for (int k = 0; k < 50; ++k) {
    send(numbered(k), k + kMaxInFlight - 1, link);
    const controller::Command* arrived = receive(k, link);
    if (k < kMaxInFlight - 1) {
      EXPECT_EQ(arrived, nullptr);
    } else {
      ASSERT_NE(arrived, nullptr);
      EXPECT_EQ(arrived->leg[0].joint[0].q_rad, k - (kMaxInFlight - 1));
    }
  }
}

TEST(Link, OfSeveralDueTheNewestCounts) {
  LinkState link;
  send(numbered(1), 0, link);
  send(numbered(2), 1, link);
  const controller::Command* arrived = receive(5, link);
  ASSERT_NE(arrived, nullptr);
  EXPECT_EQ(arrived->leg[0].joint[0].q_rad, 2);
}

}  // namespace
}  // namespace ventosa::sim
