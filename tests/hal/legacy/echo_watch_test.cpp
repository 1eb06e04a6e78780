#include "hal/legacy/echo_watch.h"

#include <gtest/gtest.h>

namespace ventosa::hal::legacy::echo_watch_test {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

/// A master that sends a command to the cup ten times a second, and receives each echo.
struct Master {
  EchoWatch echoes;
  std::int64_t now_ns = 0;

  void send() { echoes.note_sent(SuctionCup{50}, now_ns); }
  void hear() { echoes.note_text("SUCTION_CUP", now_ns); }
  void run(double time_s) {
    for (double t = 0; t < time_s; t += 0.1, now_ns += kSecond_ns / 10) {
      send();
      hear();
    }
  }
};

TEST(EchoWatch, FindsEchoesOfCommandsThatTheMasterDidNotSend) {
  Master master;
  master.run(8);
  EXPECT_EQ(master.echoes.n_foreign(), 0u);
  for (int k = 0; k < 40; ++k) master.hear();  // more than a bad network may repeat
  EXPECT_GT(master.echoes.n_foreign(), 0u);
  EXPECT_EQ(master.echoes.last_foreign(), "SUCTION_CUP");
}

/// Echoes of earlier commands that arrive very late.
TEST(EchoWatch, TakesNoLateEchoForAStrangersAfterTheMasterWasStopped) {
  Master master;
  master.run(8);
  for (int k = 0; k < 5; ++k) master.send();
  master.now_ns += 8 * kSecond_ns;
  master.send();
  for (int k = 0; k < 6; ++k) master.hear();
  EXPECT_EQ(master.echoes.n_foreign(), 0u);
  master.run(4);
  for (int k = 0; k < 40; ++k) master.hear();  // more than a bad network may repeat
  EXPECT_GT(master.echoes.n_foreign(), 0u);
}

}  // namespace
}  // namespace ventosa::hal::legacy::echo_watch_test
