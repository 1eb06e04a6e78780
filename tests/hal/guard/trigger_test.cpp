#include "hal/guard/trigger.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/hal/guard/watch.h"

namespace ventosa::hal::trigger_test {
namespace {

std::vector<Trigger> list(Triggers triggers) {
  std::vector<Trigger> all;
  for (const Trigger trigger : triggers) all.push_back(trigger);
  return all;
}

TEST(Triggers, HoldsWhatWasInsertedAlone) {
  EXPECT_TRUE(Triggers{}.empty());
  const Triggers two{Trigger::kNoPower, Trigger::kStale};
  EXPECT_FALSE(two.empty());
  for (const Trigger trigger : all_triggers())
    EXPECT_EQ(two.contains(trigger), trigger == Trigger::kNoPower || trigger == Trigger::kStale);
}

TEST(Triggers, IteratesInTheOrderOfTheEnumeration) {
  EXPECT_EQ(list({}), std::vector<Trigger>{});
  const std::vector<Trigger> expected{Trigger::kOperatorStop, Trigger::kLost, Trigger::kNoPower};
  EXPECT_EQ(list({Trigger::kLost, Trigger::kNoPower, Trigger::kOperatorStop}), expected);
}

TEST(Triggers, UnitesAndIntersects) {
  const Triggers a{Trigger::kStale, Trigger::kLost}, b{Trigger::kLost, Trigger::kLimit};
  EXPECT_EQ(a | b, (Triggers{Trigger::kStale, Trigger::kLost, Trigger::kLimit}));
  EXPECT_EQ(a & b, Triggers{Trigger::kLost});
}

TEST(Trigger, HasAWordAndARemedyOfItsOwn) {
  std::set<std::string> words, remedies;
  for (const Trigger trigger : all_triggers()) {
    words.emplace(controller::name(trigger));
    remedies.emplace(remedy(trigger));
  }
  EXPECT_EQ(words.size(), 13u);
  EXPECT_EQ(remedies.size(), 13u);
  EXPECT_FALSE(words.contains("unknown") || remedies.contains("unknown"));
}

}  // namespace
}  // namespace ventosa::hal::trigger_test
