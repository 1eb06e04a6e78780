#include "hal/udp/impaired_route.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/hal/udp/loopback.h"

namespace ventosa::hal::impaired_route_test {
namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Messages that a line delivers up to a time.
std::vector<std::string> delivered(DelayLine& line, std::int64_t now_ns,
                                   SocketStatus status = SocketStatus::kOk) {
  std::vector<std::string> texts;
  while (line.is_due(now_ns))
    line.deliver_next([&](std::span<const std::byte> bytes) {
      texts.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return status;
    });
  return texts;
}

TEST(DelayLine, DeliversEachWhenItIsDue) {
  const RouteImpairment late{.numbers = {.latency_s = 0.01}};
  DelayLine line(late, 1, 0);
  EXPECT_EQ(line.next_ns(), kNever);
  line.send(bytes_of("a"), 0);
  line.send(bytes_of("b"), 2 * kMs);
  EXPECT_EQ(line.next_ns(), 10 * kMs);
  EXPECT_TRUE(delivered(line, 10 * kMs - 1).empty());
  EXPECT_EQ(delivered(line, 11 * kMs), std::vector<std::string>{"a"});
  EXPECT_EQ(delivered(line, 12 * kMs), std::vector<std::string>{"b"});
  EXPECT_EQ(line.next_ns(), kNever);
  EXPECT_EQ(line.count().delivered, 2u);
}

TEST(DelayLine, OfThoseDueAtOnceDeliversTheFirstSentFirst) {
  const RouteImpairment gap{.gaps = gap_trace(GapKind::kHold, 0, {1})};
  DelayLine line(gap, 1, 0);
  for (const char* text : {"a", "b", "c"}) line.send(bytes_of(text), kMs);
  EXPECT_EQ(delivered(line, 2000 * kMs), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(line.count().link.late, 0u);
}

TEST(DelayLine, CountsWhatOvertakesAndWhatIsRefused) {
  const RouteImpairment mixed{.numbers = {.reorder = 0.5, .reorder_s = 0.05}};
  DelayLine line(mixed, 1, 0);
  for (int k = 0; k < 200; ++k) line.send(bytes_of("x"), k * kMs);
  delivered(line, 1000 * kMs);
  EXPECT_NEAR(static_cast<double>(line.count().link.reordered), 100, 35);
  EXPECT_NEAR(static_cast<double>(line.count().link.late),
              static_cast<double>(line.count().link.reordered), 10);
  line.send(bytes_of("x"), 2000 * kMs);
  delivered(line, 3000 * kMs, SocketStatus::kNobody);
  EXPECT_EQ(line.count().unsent, 1u);
  EXPECT_EQ(line.count().delivered, 200u);
}

TEST(DelayLine, HoldsNoMoreThanItHasRoomFor) {
  const RouteImpairment late{.numbers = {.latency_s = 10}};
  DelayLine line(late, 1, 0);
  for (int k = 0; k < 10'005; ++k) line.send(bytes_of("x"), 0);
  EXPECT_EQ(line.count().link.no_room, 5u);
  EXPECT_EQ(delivered(line, kNever - 1).size(), 10'000u);
}

/// A route between two sockets of the test.
struct Bench {
  UdpSocket module{kAnyPort};
  RouteConfig config{.listen = kAnyPort, .to = module.local(), .from = kAnyPort};
  ImpairedRoute route{config};
  Address front = route.front().local();

  /// Steps until one of its sockets has something, and once after that.
  void pass() {
    const UdpSocket* const sockets[] = {&route.front(), &route.back()};
    wait_until(SteadyClock().now_ns() + 2000 * kMs, sockets);
    route.step(0);
  }
};

TEST(ImpairedRoute, PassesOnBothWaysAndAnswersTheLastWhoSpoke) {
  Bench bench;
  UdpSocket first(kAnyPort), second(kAnyPort);
  first.send_to(bench.front, bytes_of("from the first"));
  bench.pass();
  EXPECT_EQ(next_text(bench.module), "from the first");
  second.send_to(bench.front, bytes_of("from the second"));
  bench.pass();
  EXPECT_EQ(next_text(bench.module), "from the second");
  bench.module.send_to(bench.route.back().local(), bytes_of("answer"));
  bench.pass();
  EXPECT_EQ(next_text(second), "answer");
  EXPECT_EQ(next_text(first, 20 * kMs), "nothing");
  EXPECT_EQ(bench.route.forward_count().delivered, 2u);
  EXPECT_EQ(bench.route.back_count().delivered, 1u);
}

TEST(ImpairedRoute, HasNobodyToAnswerBeforeAnybodySpoke) {
  Bench bench;
  bench.module.send_to(bench.route.back().local(), bytes_of("anybody there?"));
  bench.pass();
  EXPECT_EQ(bench.route.back_count().unsent, 1u);
}

TEST(ImpairedRoute, TakesNothingFromStrangersForAnAnswer) {
  Bench bench;
  UdpSocket caller(kAnyPort), stranger(kAnyPort);
  caller.send_to(bench.front, bytes_of("hello"));
  bench.pass();
  stranger.send_to(bench.route.back().local(), bytes_of("spoof"));
  bench.module.send_to(bench.route.back().local(), bytes_of("answer"));
  bench.pass();
  EXPECT_EQ(next_text(caller), "answer");
}

TEST(ImpairedRoute, PassesOnABroadcastAndAllItsAnswers) {
  UdpSocket first({kLoopbackBroadcast, 0}, AddressUse::kShared);
  UdpSocket second(first.local(), AddressUse::kShared);
  UdpSocket own(kAnyPort), other(kAnyPort), master(kAnyPort);
  const RouteConfig config{.listen = kAnyPort, .to = first.local()};
  ImpairedRoute route(config);
  const auto pass = [&](const UdpSocket& socket) {
    const UdpSocket* const sockets[] = {&socket};
    wait_until(SteadyClock().now_ns() + 2000 * kMs, sockets);
    route.step(0);
  };
  master.send_to(route.front().local(), bytes_of("references"));
  pass(route.front());
  EXPECT_EQ(next_text(first), "references");
  EXPECT_EQ(next_text(second), "references");
  for (UdpSocket* const slave : {&own, &other}) {
    slave->send_to({kAnyPort.host, route.back().local().port}, bytes_of("reply"));
    pass(route.back());
    EXPECT_EQ(next_text(master), "reply");
  }
}

}  // namespace
}  // namespace ventosa::hal::impaired_route_test
