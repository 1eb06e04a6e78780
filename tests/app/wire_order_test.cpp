#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <nlohmann/json.hpp>

#include "controller/model/command.h"
#include "hal/clock.h"
#include "hal/native/wire.h"
#include "hal/udp/socket.h"
#include "record/signal_log.h"
#include "tests/app/wire_programs.h"

/// Programs started in the other order or restarted, and devices other than expected.
namespace ventosa::app::wire_order_test {
namespace {

using hal::UdpSocket;

std::size_t n_times(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

/// In place of modules: receives what is sent to their ports, and replies by a given function.
class Impostor {
 public:
  using Answer = std::function<std::vector<std::byte>(std::vector<std::byte>)>;

  Impostor() {
    hal::Address at = hal::parse_address(address());
    for (int k = 0; k < 5; ++k, ++at.port) sockets_.emplace_back(at);
    for (const UdpSocket& each : sockets_) waiting_.push_back(&each);
  }

  /// Until the condition is true, or for a minute.
  void serve(const Answer& answer, const std::function<bool()>& is_done) {
    for (int k = 0; k < 6000 && !is_done(); ++k) {
      hal::wait_until(hal::SteadyClock().now_ns() + 10'000'000, waiting_);
      for (UdpSocket& each : sockets_) serve(each, answer);
    }
  }
  const std::set<hal::native::Kind>& heard() const { return heard_; }

 private:
  void serve(UdpSocket& socket, const Answer& answer) {
    std::array<std::byte, 2000> buffer;
    const hal::Received received = socket.receive(buffer);
    if (received.status != hal::SocketStatus::kOk) return;
    heard_.insert(static_cast<hal::native::Kind>(buffer[5]));
    socket.send_to(received.from, answer({buffer.begin(), buffer.begin() + received.size}));
  }

  std::deque<UdpSocket> sockets_;
  std::vector<const UdpSocket*> waiting_;
  std::set<hal::native::Kind> heard_;
};

/// Only the keys: the program that has made them has ended.
struct Keys : Modules {
  Keys() { EXPECT_EQ(end().exit_code, 0); }
};

/// The error message when devices answer like this.
std::string complaint_about(const Impostor::Answer& answer) {
  Keys keys;
  Impostor impostor;
  const Master master(keys);
  const Program runs = master.start();
  impostor.serve(answer, [&] { return master.said().find("error") != std::string::npos; });
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(fs::is_empty(master.desk.here / "out"));  // no half results
  EXPECT_EQ(impostor.heard(), std::set{hal::native::Kind::kAsk});
  return ended.err;
}

TEST(WireOrder, NamesDevicesOfAnotherVersionOfTheWire) {
  const std::string said = complaint_about([](std::vector<std::byte> datagram) {
    datagram[4] = std::byte{1};
    return datagram;
  });
  for (const char* name : {"front_left", "front_right", "rear_left", "rear_right", "body"})
    EXPECT_NE(said.find(std::string(name) + ": wire version: expected 2, found 1\n"),
              std::string::npos)
        << said;
}

TEST(WireOrder, NamesDevicesOfAnotherWire) {
  for (const std::size_t size : {5, 40}) {
    const std::string said = complaint_about(
        [&](const std::vector<std::byte>&) { return std::vector(size, std::byte{0xAA}); });
    EXPECT_NE(said.find("front_left: wire: expected ventosa/2, found another\n"), std::string::npos)
        << said;
  }
}

TEST(WireOrder, WaitsForModulesThatAreStartedAfterIt) {
  Keys modules;
  const Master master(modules, 1);
  const Program runs = master.start();
  {
    Impostor ear;
    ear.serve([](const auto&) { return std::vector<std::byte>{}; },
              [&] { return !ear.heard().empty(); });
  }
  modules.start_again();
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(n_times(ended.err, "active"), 1u);
}

/// It walks as long as possible.
std::string walk() {
  return stand(100) +
         "script:\n  - {at_s: 0.2, walk: {velocity_m_s: [0.005, 0, 0], distance_m: 1}}\n";
}

/// When it stopped being active, from its message "info: 6.06 s: hold". Other messages in between,
/// such as of a reading that came late, are warnings.  [s]
double stopped_s(const std::string& said) {
  static constexpr std::string_view kInfo = "info: ";
  const std::size_t begin = said.find(kInfo, said.find("active"));
  if (begin == std::string::npos) throw std::logic_error("it stayed active: " + said);
  return std::stod(said.substr(begin + kInfo.size()));
}

/// Ticks in which a cup is commanded to release, before a time and after it.
std::pair<int, int> n_releases(const record::SignalLog& log, double time_s) {
  std::pair<int, int> n;
  for (int leg = 0; leg < 4; ++leg) {
    const auto column = log.rows.find("command.leg" + std::to_string(leg) + ".cup.mode");
    if (!column) throw std::logic_error("the log has no such signal");
    for (std::size_t i = 0; i < log.rows.n_rows(); ++i) {
      const bool releases =
          log.rows.at(i, *column) == static_cast<double>(controller::CupMode::kRelease);
      (1e-9 * static_cast<double>(log.time_ns[i]) < time_s ? n.first : n.second) += releases;
    }
  }
  return n;
}

TEST(WireOrder, HoldsOnWhenTheModulesAreStartedAgain) {
  Modules modules;
  const Master master(modules);
  master.desk.write("stand.yaml", walk());
  const Program runs = master.start();
  master.wait_for("active");
  wait_s(6);  // it walks
  modules.end(SIGKILL);
  modules.start_again();
  wait_s(8);
  runs.type("go on");  // refused: 12 s are not over
  wait_s(1);
  runs.send(SIGINT);
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 130) << ended.err;
  EXPECT_TRUE(nlohmann::json::parse(ended.out).at("held"));
  for (const char* name : {"front_left", "front_right", "rear_left", "rear_right"})
    EXPECT_NE(ended.err.find(std::string(name) + " lost"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("front_left rebooted"), std::string::npos) << ended.err;
  EXPECT_EQ(n_times(ended.err, "active"), 1u) << ended.err;
  const auto log = record::read_signal_log(master.desk.here / "out/hal-stand/signals.mcap");
  const auto [before, after] = n_releases(log, stopped_s(ended.err));
  EXPECT_GT(before, 0) << ended.err;
  EXPECT_EQ(after, 0) << ended.err;
}

TEST(WireOrder, GivesTheLeaseToTheSecondWhenThatOfAKilledOneHasRunOut) {
  Modules modules;
  const Master first(modules, 60), second(modules, 1);
  const Program dies = first.start({"--owner", "anna"});
  first.wait_for("active");
  dies.send(SIGKILL);
  const hal::SteadyClock clock;
  const std::int64_t died_ns = clock.now_ns();
  EXPECT_EQ(dies.wait().exit_code, 128 + SIGKILL);
  const Program waits = second.start({"--owner", "ben"});  // the kernel has dropped its claim
  second.wait_for("front_left has another master: anna");
  second.wait_for("active");
  EXPECT_GT(clock.now_ns() - died_ns, 4'900'000'000);
  EXPECT_EQ(waits.wait().exit_code, 0);
}

}  // namespace
}  // namespace ventosa::app::wire_order_test
