#include "view/run/handover.h"

#include <gtest/gtest.h>

#include <thread>

namespace ventosa::view::handover_test {
namespace {

TEST(Handover, RefusesWhatDoesNotFitAndKeepsTheOrder) {
  Handover<int> handover(2);
  EXPECT_EQ(handover.oldest(), nullptr);
  EXPECT_TRUE(handover.put(1));
  EXPECT_TRUE(handover.put(2));
  EXPECT_FALSE(handover.put(3));
  EXPECT_EQ(*handover.oldest(), 1);
  handover.drop();
  EXPECT_TRUE(handover.put(4));
  EXPECT_EQ(*handover.oldest(), 2);
  handover.drop();
  EXPECT_EQ(*handover.oldest(), 4);
}

TEST(Handover, LosesNothingBetweenTwoThreads) {
  constexpr int kMany = 20000;
  Handover<std::pair<int, int>> handover(16);
  std::thread puts([&] {
    for (int n = 0; n < kMany;)
      if (handover.put({n, -n})) ++n;
  });
  for (int n = 0; n < kMany;) {
    const auto* const next = handover.oldest();
    if (next == nullptr) continue;
    EXPECT_EQ(*next, std::pair(n, -n));
    handover.drop();
    ++n;
  }
  puts.join();
}

}  // namespace
}  // namespace ventosa::view::handover_test
