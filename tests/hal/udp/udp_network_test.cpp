#include "hal/udp/udp_network.h"

#include <gtest/gtest.h>

#include "bench/loopback_fleet.h"
#include "tests/hal/fake_robot.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/udp/loopback.h"

namespace ventosa::hal::udp_network_test {
namespace {

constexpr std::int64_t kPeriod_ns = 10'000'000;
constexpr std::int64_t kSecond_ns = 1'000'000'000;

test::Ends fake_ends() {
  FakeRobot robot;
  controller::Start start;
  EXPECT_EQ(robot.start(start), Status::kOk);
  return test::ends_of(fake_model(), start, kPeriod_ns, Pace::kRealTime);
}

/// Modules on their own thread, and their master, over sockets.
class LoopbackRobot : public testing::Test {
 protected:
  void SetUp() override {
    const std::int64_t until_ns = network.now_ns() + 20 * kSecond_ns;
    ASSERT_TRUE(robot.ask(until_ns));
    ASSERT_EQ(robot.mismatches(), std::vector<std::string>{});
    ASSERT_TRUE(robot.claim(until_ns));
    robot.enter(GuardMode::kActive);
  }
  /// Exchanges until the condition is true, up to a time limit.
  template <class Done>
  bool exchange_until(Done done) {
    controller::Command command;
    for (auto& leg : command.leg)
      for (auto& joint : leg.joint)
        joint = {.mode = controller::JointMode::kImpedance, .q_rad = 0.5, .kp_Nm_rad = 40};
    const std::int64_t until_ns = network.now_ns() + 20 * kSecond_ns;
    while (network.now_ns() < until_ns)
      if (done(robot.exchange(command, seen))) return true;
    return false;
  }

  test::Ends ends = fake_ends();
  FakeRobot plant;
  bench::LoopbackFleet fleet{ends.fleet, plant};
  UdpNetwork network{fleet.addresses()};
  NativeRobot robot{ends.master, network};
  controller::Observation seen;
};

TEST_F(LoopbackRobot, DoesWhatItIsToldOverSockets) {
  EXPECT_TRUE(exchange_until([&](Status) {
    return seen.leg[0].joint[2].q_rad == 0.5 && seen.leg[1].joint[2].q_rad == 0.5;
  }));
  EXPECT_GT(robot.link(0).heard, 0u);
  EXPECT_GT(robot.link(0).round_trip_p50_ns.value_or(0), 0);
}

TEST_F(LoopbackRobot, IsStaleWhenItsModulesFallSilent) {
  ASSERT_TRUE(exchange_until([](Status status) { return status == Status::kOk; }));
  fleet.stop();
  EXPECT_TRUE(exchange_until([](Status status) { return status == Status::kStale; }));
  EXPECT_TRUE(robot.health().leg[1].contains(Trigger::kStale));
}

TEST(UdpNetwork, IsTheOnlyMasterOfItsPeersOnThisComputer) {
  UdpSocket a(kAnyPort), b(kAnyPort), c(kAnyPort);
  const auto why_not = [](const Address& peer) -> std::string {
    try {
      UdpNetwork second({peer}, kAnyPort);
    } catch (const SocketError& error) {
      return error.what();
    }
    return "";
  };
  {
    UdpNetwork first({a.local(), b.local()}, kAnyPort);
    const std::string why = why_not(b.local());
    EXPECT_NE(why.find(to_text(b.local())), std::string::npos) << why;
    EXPECT_NE(why.find("process " + std::to_string(getpid())), std::string::npos) << why;
    EXPECT_NE(why_not({0, a.local().port}), "");  // the same peer with another name
    EXPECT_EQ(why_not(c.local()), "");            // another robot
    first.leave();
    EXPECT_EQ(why_not(b.local()), "");
  }
  EXPECT_EQ(why_not(a.local()), "");
}

TEST(UdpNetwork, HearsAPeerThatHasMovedWhenItListensToAllAndThenThatAlone) {
  UdpSocket before(kAnyPort), after(kAnyPort), stranger(kAnyPort);
  UdpNetwork network({before.local()});
  Port& port = network.port(0);
  std::array<std::byte, kDatagramRoom> buffer;
  const auto heard = [&] {
    network.wait_until(network.now_ns() + kSecond_ns / 20);
    const auto datagram = port.receive(buffer);
    static_cast<void>(port.receive(buffer));
    return datagram.size();
  };
  port.send(bytes_of("hello"));
  const UdpSocket* const waiting[] = {&before};
  ASSERT_TRUE(wait_until(network.now_ns() + kSecond_ns, waiting));
  const Address master{0x7f000001, before.receive(buffer).from.port};
  after.send_to(master, bytes_of("1"));
  EXPECT_EQ(heard(), 0u);
  port.listen_to_all();
  after.send_to(master, bytes_of("22"));
  EXPECT_EQ(heard(), 2u);
  port.keep_to_sender();
  stranger.send_to(master, bytes_of("333"));
  before.send_to(master, bytes_of("4444"));
  EXPECT_EQ(heard(), 0u);
  port.send(bytes_of("there"));
  EXPECT_EQ(next_text(after), "there");
  after.send_to(master, bytes_of("55555"));
  EXPECT_EQ(heard(), 5u);
}

TEST(UdpNetwork, EndsToWaitWhenSomethingArrivesAtAnyPort) {
  UdpSocket a(kAnyPort), b(kAnyPort);
  UdpNetwork network({a.local(), b.local()});
  network.port(1).send(bytes_of("hello"));
  std::array<std::byte, kDatagramRoom> buffer;
  const UdpSocket* const waiting[] = {&b};
  ASSERT_TRUE(wait_until(network.now_ns() + kSecond_ns, waiting));
  const Received hello = b.receive(buffer);
  b.send_to(hello.from, bytes_of("you too"));
  network.wait_until(network.now_ns() + 20 * kSecond_ns);
  EXPECT_TRUE(network.port(0).receive(buffer).empty());
  EXPECT_EQ(network.port(1).receive(buffer).size(), bytes_of("you too").size());
}

}  // namespace
}  // namespace ventosa::hal::udp_network_test
