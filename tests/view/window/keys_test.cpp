#include "view/window/keys.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace ventosa::view {
namespace {

TEST(Keys, AreOneActionEach) {
  std::set<std::pair<int, bool>> taken;
  for (const Key& key : keys()) EXPECT_TRUE(taken.emplace(key.code, key.ctrl).second) << key.name;
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
}  // namespace ventosa::view
