#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "hal/broadcast/slave.h"
#include "hal/broadcast/slave_line.h"

namespace ventosa::hal::broadcast::wire_broadcast_page_test {
namespace {

std::string page() {
  std::ifstream file(VENTOSA_SOURCE_DIR "/docs/wire-broadcast.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool says(const std::string& text) { return page().find(text) != std::string::npos; }

TEST(BroadcastPage, HasTheReasonsInTheirOrder) {
  const std::regex row(R"(\n\| `([a-z_]+)` \|)");
  const std::string text = page();
  std::vector<std::string> reasons{"none"};
  for (std::sregex_iterator it(text.begin(), text.end(), row), end; it != end; ++it)
    reasons.push_back((*it)[1]);
  const auto& words = controller::kEnumerators<Reject>;
  EXPECT_EQ(reasons, std::vector<std::string>(words.begin(), words.end()));
}

TEST(BroadcastPage, HasTheOrdersWithTheirNumbers) {
  std::string orders;
  for (std::size_t k = 0; k < controller::kEnumerators<Order>.size(); ++k)
    orders += (k > 0 ? ", " : "") + std::to_string(k) + " " +
              std::string(controller::kEnumerators<Order>[k]);
  EXPECT_TRUE(says("order: " + orders)) << orders;
}

TEST(BroadcastPage, HasTheNumbersOfTheCode) {
  const std::size_t six_legs = kReferencesHeader + 6 * (kLegHeader + 3 * sizeof(double));
  EXPECT_TRUE(says("take " + std::to_string(six_legs) + " bytes, the largest robot " +
                   std::to_string(kMaxReferences) + "."));
  EXPECT_TRUE(says("three motors takes " + std::to_string(reply_bytes(3)) + " bytes"));
  EXPECT_TRUE(says("`" + std::string(kMagic.begin(), kMagic.end()) + "`"));
  EXPECT_TRUE(says("version, " + std::to_string(kWireVersion)));
  EXPECT_TRUE(says(":" + std::to_string(kPort) + ","));
  EXPECT_TRUE(says("number of legs, at most " + std::to_string(controller::kMaxLegs)));
  EXPECT_TRUE(says("n, at most " + std::to_string(controller::kMaxJoints)));
  EXPECT_TRUE(says("within 0.01 rad of"));
  EXPECT_EQ(kEqual_rad, 0.01);
  EXPECT_TRUE(says("After 0.2 s without a reply"));
  EXPECT_EQ(kBroadcastFreshness.stale_min_ns, 200'000'000);
  EXPECT_TRUE(says("After 1 s it takes references of any master"));
  EXPECT_EQ(kLeftAlone_ns, 1'000'000'000);
}

}  // namespace
}  // namespace ventosa::hal::broadcast::wire_broadcast_page_test
