#include "hal/udp/socket.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "tests/hal/udp/loopback.h"

namespace ventosa::hal::socket_test {
namespace {

constexpr std::int64_t kMs = 1'000'000;

std::string error_of(const Address& address) {
  try {
    const UdpSocket socket(address);
  } catch (const SocketError& error) {
    return error.what();
  }
  return "";
}

TEST(UdpSocket, TellsBroadcastAddressesFromOthers) {
  EXPECT_TRUE(is_broadcast({kLoopbackBroadcast, 12060}));
  EXPECT_TRUE(is_broadcast({0xffffffff, 12060}));
  EXPECT_FALSE(is_broadcast({0x7f000001, 12060}));
  EXPECT_FALSE(is_broadcast({0x7ffffffe, 12060}));
}

TEST(UdpSocket, CarriesDatagramsAndTellsWhereTheyAreFrom) {
  UdpSocket a(kAnyPort), b(kAnyPort);
  EXPECT_EQ(a.send_to(b.local(), bytes_of("one")), SocketStatus::kOk);
  EXPECT_EQ(a.send_to(b.local(), bytes_of("")), SocketStatus::kOk);
  EXPECT_EQ(next_text(b), "one");
  std::array<std::byte, 10> buffer;
  const Received empty = b.receive(buffer);
  EXPECT_EQ(empty.status, SocketStatus::kOk);
  EXPECT_EQ(empty.size, 0u);
  EXPECT_EQ(empty.from, a.local());
  EXPECT_EQ(b.receive(buffer).status, SocketStatus::kNothing);
}

TEST(UdpSocket, ThatIsConnectedHearsNobodyElse) {
  UdpSocket a(kAnyPort), b(kAnyPort), other(kAnyPort);
  b.connect(a.local());
  EXPECT_EQ(other.send_to(b.local(), bytes_of("foreign")), SocketStatus::kOk);
  EXPECT_EQ(a.send_to(b.local(), bytes_of("ours")), SocketStatus::kOk);
  EXPECT_EQ(next_text(b), "ours");
  EXPECT_EQ(next_text(b, 20 * kMs), "nothing");
}

TEST(UdpSocket, SharesItsAddressWithOthersThatHaveOtherPeers) {
  UdpSocket one(kAnyPort), two(kAnyPort), other(kAnyPort);
  UdpSocket to_one(kAnyPort, AddressUse::kShared);
  to_one.connect(one.local());
  UdpSocket to_two(to_one.local(), AddressUse::kShared);
  to_two.connect(two.local());
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(one.send_to(to_one.local(), bytes_of("from one")), SocketStatus::kOk);
    EXPECT_EQ(two.send_to(to_one.local(), bytes_of("from two")), SocketStatus::kOk);
    EXPECT_EQ(other.send_to(to_one.local(), bytes_of("foreign")), SocketStatus::kOk);
    EXPECT_EQ(next_text(to_one), "from one");
    EXPECT_EQ(next_text(to_two), "from two");
  }
  EXPECT_EQ(next_text(to_one, 20 * kMs), "nothing");
  EXPECT_EQ(next_text(to_two, 20 * kMs), "nothing");
  EXPECT_NE(error_of(to_one.local()), "");  // no second socket may bind this port
}

// the kernel reports an error of an earlier datagram: no later datagram may be lost because of it
TEST(UdpSocket, APeerThatIsNotThereYetIsNoError) {
  UdpSocket a(kAnyPort);
  Address later;
  {
    const UdpSocket gone(kAnyPort);
    later = gone.local();
  }
  a.connect(later);
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(a.send(bytes_of("hello?")), SocketStatus::kOk);
    EXPECT_EQ(next_text(a, 5 * kMs), "nothing");
  }
  EXPECT_EQ(a.send(bytes_of("lost")), SocketStatus::kOk);
  UdpSocket b(later);
  EXPECT_EQ(a.send(bytes_of("there you are")), SocketStatus::kOk);
  EXPECT_EQ(next_text(b), "there you are");
  EXPECT_EQ(b.send_to(a.local(), bytes_of("yes")), SocketStatus::kOk);
  EXPECT_EQ(next_text(a), "yes");
}

/// Like next_text(), without a wait, from receive_announced().
std::string reported_text(UdpSocket& socket) {
  std::string text(100, ' ');
  const Received received = socket.receive_announced(std::as_writable_bytes(std::span(text)));
  return received.status == SocketStatus::kOk ? text.substr(0, received.size) : "nothing";
}

TEST(UdpSocket, AfterAWaitGivesOneDatagramBeforeItIsAskedAgain) {
  UdpSocket a(kAnyPort), b(kAnyPort);
  const UdpSocket* const waiting[] = {&b};
  for (const char* text : {"one", "two", "three", "four"}) a.send_to(b.local(), bytes_of(text));
  for (const char* text : {"one", "two"}) {
    ASSERT_TRUE(wait_until(SteadyClock().now_ns() + 2000 * kMs, waiting));
    EXPECT_EQ(reported_text(b), text);
    EXPECT_EQ(reported_text(b), "nothing");
  }
  EXPECT_EQ(reported_text(b), "three");
  EXPECT_EQ(reported_text(b), "four");
  EXPECT_EQ(reported_text(b), "nothing");
}

TEST(UdpSocket, MissesNothingThatArrivesAfterAWaitInVain) {
  UdpSocket a(kAnyPort), b(kAnyPort);
  const UdpSocket* const waiting[] = {&b};
  ASSERT_FALSE(wait_until(SteadyClock().now_ns(), waiting));
  a.send_to(b.local(), bytes_of("late"));
  EXPECT_EQ(reported_text(b), "nothing");
  EXPECT_EQ(reported_text(b), "late");
}

// an error that is never read would end every later wait
TEST(UdpSocket, WaitsAgainAfterItsPeerHasRefused) {
  UdpSocket a(kAnyPort);
  a.connect(std::make_unique<UdpSocket>(kAnyPort)->local());
  const UdpSocket* const waiting[] = {&a};
  a.send(bytes_of("hello?"));
  ASSERT_TRUE(wait_until(SteadyClock().now_ns() + 2000 * kMs, waiting));
  EXPECT_EQ(reported_text(a), "nothing");
  EXPECT_FALSE(wait_until(SteadyClock().now_ns() + 20 * kMs, waiting));
}

TEST(UdpSocket, SaysThatADatagramWasLongerThanTheBuffer) {
  UdpSocket a(kAnyPort), b(kAnyPort);
  a.send_to(b.local(), bytes_of("0123456789"));
  a.send_to(b.local(), bytes_of("next"));
  std::array<std::byte, 4> buffer;
  const UdpSocket* const waiting[] = {&b};
  ASSERT_TRUE(wait_until(SteadyClock().now_ns() + 2000 * kMs, waiting));
  const Received long_one = b.receive(buffer);
  EXPECT_EQ(long_one.status, SocketStatus::kTooLong);
  EXPECT_EQ(long_one.size, 10u);
  EXPECT_EQ(next_text(b), "next");
  const std::string too_long(70'000, 'x');
  EXPECT_EQ(a.send_to(b.local(), bytes_of(too_long)), SocketStatus::kTooLong);
}

TEST(UdpSocket, SaysWhichAddressCannotBeUsedAndWhy) {
  const UdpSocket first(kAnyPort);
  EXPECT_EQ(error_of(first.local()),
            "address " + to_text(first.local()) + " is in use: another program listens there");
  EXPECT_EQ(error_of(parse_address("192.0.2.1:12000")),  // an address block for documentation only
            "address 192.0.2.1:12000 is not one of this computer's addresses");
}

TEST(UdpSocket, CanBeMovedAndIsClosedOnce) {
  auto first = std::make_unique<UdpSocket>(kAnyPort);
  const Address address = first->local();
  {
    const UdpSocket moved(std::move(*first));
    EXPECT_EQ(moved.local(), address);
    EXPECT_NE(error_of(address), "");
  }
  UdpSocket other(address);  // with the file descriptor that was closed
  first.reset();
  EXPECT_EQ(other.send_to(address, bytes_of("still open")), SocketStatus::kOk);
}

TEST(WaitUntil, EndsWhenTheTimeHasComeOrSomethingArrives) {
  UdpSocket a(kAnyPort), b(kAnyPort);
  const UdpSocket* const both[] = {&a, &b};
  const SteadyClock clock;
  const std::int64_t start_ns = clock.now_ns();
  EXPECT_FALSE(wait_until(start_ns - kMs, both));
  EXPECT_FALSE(wait_until(start_ns + 20 * kMs, both));
  EXPECT_GE(clock.now_ns(), start_ns + 20 * kMs);
  a.send_to(b.local(), bytes_of("x"));
  EXPECT_TRUE(wait_until(clock.now_ns() + 10'000 * kMs, both));
  EXPECT_LT(clock.now_ns(), start_ns + 5'000 * kMs);
}

}  // namespace
}  // namespace ventosa::hal::socket_test
