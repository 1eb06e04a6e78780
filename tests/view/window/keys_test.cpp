#include "view/window/keys.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace ventosa::view::keys_test {
namespace {

TEST(Keys, AreOneActionEach) {
  std::set<std::pair<int, Modifier>> taken;
  for (const Key& key : keys()) EXPECT_TRUE(taken.emplace(key.code, key.with).second) << key.name;
}

TEST(Keys, AreFoundWithShiftWhereItMakesNoDifference) {
  const Key& plus = keys()[3];
  ASSERT_EQ(plus.action, Action::kFaster);
  EXPECT_EQ(key_of(plus.code, Modifier::kShift), key_of(plus.code, Modifier::kNone));
  EXPECT_EQ(key_of(plus.code, Modifier::kCtrl), nullptr);
  for (const Key& key : keys()) EXPECT_EQ(key_of(key.code, key.with), &key) << key.name;
  EXPECT_EQ(key_of(-7, Modifier::kShift), nullptr);
}

TEST(Keys, AreAllExplained) {
  for (const Key& key : keys()) {
    EXPECT_FALSE(std::string(key.name).empty());
    EXPECT_FALSE(std::string(key.help).empty());
  }
}

TEST(Keys, OfEveryAction) {
  std::set<Action> actions;
  for (const Key& key : keys()) actions.insert(key.action);
  EXPECT_EQ(actions.size(), static_cast<std::size_t>(Action::kQuit) + 1);
}

}  // namespace
}  // namespace ventosa::view::keys_test
