#include "view/run/mailbox.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace ventosa::view::mailbox_test {
namespace {

TEST(Mailbox, HasNothingAtFirst) {
  Mailbox<int> mailbox;
  EXPECT_FALSE(mailbox.take());
  EXPECT_TRUE(mailbox.is_taken());
}

TEST(Mailbox, GivesTheNewestOnce) {
  Mailbox<int> mailbox;
  for (const int value : {1, 2, 3}) {
    mailbox.draft() = value;
    mailbox.put();
  }
  EXPECT_FALSE(mailbox.is_taken());
  EXPECT_TRUE(mailbox.take());
  EXPECT_EQ(mailbox.newest(), 3);
  EXPECT_FALSE(mailbox.take());
  EXPECT_EQ(mailbox.newest(), 3);
}

// every value that is read is complete, and never older than the one before
TEST(Mailbox, NeverMixesTwoValues) {
  using Value = std::array<int, 64>;
  constexpr int kLast = 200'000;
  Mailbox<Value> mailbox;
  std::thread writer([&] {
    for (int n = 1; n <= kLast; ++n) {
      mailbox.draft().fill(n);
      mailbox.put();
    }
  });
  int last = 0;
  while (last < kLast) {
    if (!mailbox.take()) continue;
    const Value& value = mailbox.newest();
    ASSERT_GT(value.front(), last);
    last = value.front();
    for (const int element : value) ASSERT_EQ(element, last);
  }
  writer.join();
}

}  // namespace
}  // namespace ventosa::view::mailbox_test
