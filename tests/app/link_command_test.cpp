#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/hal/udp/loopback.h"

/// `ventosa link` between two sockets of the test.
namespace ventosa::app::link_command_test {
namespace {

using hal::kAnyPort;
using hal::UdpSocket;

constexpr int kDatagrams = 2000;

/// A datagram with its number; long enough to be damaged.
std::string numbered(int k) {
  std::string text = std::to_string(k);
  return text.append(40 - text.size(), '.');
}

/// The running proxy, and a socket at either end.
class Proxy {
 public:
  explicit Proxy(std::vector<std::string> arguments) : program_(started(std::move(arguments))) {
    front_ = announced();
  }

  ~Proxy() {
    if (!ended_) end(SIGKILL);
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  /// Sends numbered datagrams, at most as many at once as any buffer can hold, however slow the
  /// computer; counts what arrives, and how often.
  std::map<std::string, int> pass_on(int n) {
    std::map<std::string, int> arrived;
    constexpr int kAtOnce = 20;
    for (int first = 0; first < n; first += kAtOnce) {
      for (int k = first; k < first + kAtOnce; ++k)
        caller.send_to(front_, hal::bytes_of(numbered(k)));
      collect_up_to(first, arrived);
    }
    collect(300'000'000, arrived);
    return arrived;
  }

  /// Ctrl-C, and the output at the end.
  nlohmann::json counters() {
    const Ended ended = end(SIGINT);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return nlohmann::json::parse(ended.out).at("links").at(0);
  }

  hal::Address front() const { return front_; }

  UdpSocket caller{kAnyPort}, module{kAnyPort};

 private:
  Ended end(int signal) {
    ended_ = true;
    program_.send(signal);
    return program_.wait();
  }

  Program started(std::vector<std::string> arguments) {
    std::vector<std::string> all{
        "link", "--listen", "127.0.0.1:0", "--to", to_text(module.local()), "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return desk_.start(all);
  }

  hal::Address announced() const {
    const std::string words = "listening on ";
    for (int k = 0; k < 1000; ++k) {
      const std::string text = text_of(desk_.here.parent_path() / "err");
      if (text.find('\n') != std::string::npos)
        return hal::parse_address(text.substr(words.size(), text.find(',') - words.size()));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("the proxy does not say where it listens");
  }

  /// Waits for one of the last datagrams: the probability that all of them are lost is 1e-10.
  void collect_up_to(int number, std::map<std::string, int>& arrived) {
    std::string text;
    do {
      text = next_text(module);
      ++arrived[text];
    } while (text != "nothing" && std::atoi(text.c_str()) < number);
  }

  /// Waits until nothing has arrived for a while.
  void collect(std::int64_t silence_ns, std::map<std::string, int>& arrived) {
    for (std::string text = next_text(module, silence_ns); text != "nothing";
         text = next_text(module, silence_ns))
      ++arrived[text];
  }

  Desk desk_;
  Program program_;
  hal::Address front_;
  bool ended_ = false;
};

// binomial: 600 of 2000, with a standard deviation of 20.5; five of them
TEST(LinkCommand, LosesItsShareAndTheSameOnesWithTheSameSeed) {
  const auto arrived_with = [](const std::string& seed) {
    Proxy proxy({"--loss", "0.3", "--seed", seed});
    const auto arrived = proxy.pass_on(kDatagrams);
    const auto counters = proxy.counters();
    EXPECT_EQ(counters.at("there").at("sent"), kDatagrams);
    EXPECT_EQ(counters.at("there").at("lost"), kDatagrams - arrived.size());
    EXPECT_EQ(counters.at("there").at("delivered"), arrived.size());
    EXPECT_EQ(counters.at("back").at("sent"), 0);
    return arrived;
  };
  const auto first = arrived_with("5");
  EXPECT_NEAR(static_cast<double>(first.size()), 1400, 103);
  EXPECT_EQ(arrived_with("5"), first);
  EXPECT_NE(arrived_with("6"), first);
}

TEST(LinkCommand, SendsTwiceCutsAndChangesAsItCounts) {
  Proxy proxy({"--duplicate", "0.2", "--truncate", "0.1", "--corrupt", "0.1", "--jitter-ms", "3"});
  int copies = 0, cut = 0, changed = 0;
  for (const auto& [text, n] : proxy.pass_on(kDatagrams)) {
    copies += n - 1;
    const bool whole = text == numbered(std::atoi(text.c_str()));
    cut += text.size() < 40 ? 1 : 0;
    changed += text.size() == 40 && !whole ? 1 : 0;
  }
  const auto there = proxy.counters().at("there");
  EXPECT_EQ(there.at("sent"), kDatagrams);
  EXPECT_NEAR(there.at("duplicated").get<double>(), 400, 90);
  EXPECT_NEAR(there.at("truncated").get<double>(), 200, 68);
  EXPECT_NEAR(there.at("corrupted").get<double>(), 180, 64);
  EXPECT_GT(there.at("late"), 100) << "sent without a pause";
  EXPECT_EQ(there.at("delivered").get<int>(), kDatagrams + there.at("duplicated").get<int>());
  EXPECT_GT(changed, there.at("corrupted").get<int>() * 9 / 10) << "some in the same way";
  EXPECT_GT(cut, 20) << "those cut alike are one";
  EXPECT_GE(copies, there.at("duplicated").get<int>());
}

TEST(LinkCommand, DelaysWhatGoesThereAndBringsTheAnswersBackAtOnce) {
  Proxy proxy({"--latency-ms", "100"});
  const hal::SteadyClock clock;
  const std::int64_t start_ns = clock.now_ns();
  proxy.caller.send_to(proxy.front(), hal::bytes_of("question"));
  std::array<std::byte, 100> buffer;
  const UdpSocket* const waiting[] = {&proxy.module};
  ASSERT_TRUE(hal::wait_until(start_ns + 5'000'000'000, waiting));
  EXPECT_GE(clock.now_ns() - start_ns, 100'000'000);
  const hal::Received question = proxy.module.receive(buffer);
  ASSERT_EQ(question.status, hal::SocketStatus::kOk);
  proxy.module.send_to(question.from, hal::bytes_of("answer"));
  EXPECT_EQ(next_text(proxy.caller), "answer");
  EXPECT_EQ(proxy.counters().at("back").at("delivered"), 1);
}

TEST(LinkCommand, ImpairsTheWayBackOnItsOwn) {
  Proxy proxy({"--back-loss", "1"});
  proxy.caller.send_to(proxy.front(), hal::bytes_of("question"));
  std::array<std::byte, 100> buffer;
  const UdpSocket* const waiting[] = {&proxy.module};
  ASSERT_TRUE(hal::wait_until(hal::SteadyClock().now_ns() + 5'000'000'000, waiting));
  const hal::Received question = proxy.module.receive(buffer);
  proxy.module.send_to(question.from, hal::bytes_of("answer"));
  EXPECT_EQ(next_text(proxy.caller, 300'000'000), "nothing");
  EXPECT_EQ(proxy.counters().at("back").at("lost"), 1);
}

// nothing for up to 770 ms, then all delayed ones; about ten arrivals a second
TEST(LinkCommand, StopsAndGoesByATrace) {
  Proxy proxy({"--trace", "wifi"});
  const hal::SteadyClock clock;
  const std::int64_t start_ns = clock.now_ns();
  std::map<std::int64_t, int> arrivals;  // by their 10 ms
  for (std::int64_t at_ns = start_ns; at_ns < start_ns + 1'500'000'000; at_ns += 5'000'000) {
    proxy.caller.send_to(proxy.front(), hal::bytes_of("x"));
    while (next_text(proxy.module, at_ns + 5'000'000 - clock.now_ns()) != "nothing")
      ++arrivals[(clock.now_ns() - start_ns) / 10'000'000];
  }
  EXPECT_GT(arrivals.size(), 3u);
  EXPECT_LT(arrivals.size(), 60u) << "of 300 sent";
  EXPECT_EQ(proxy.counters().at("there").at("lost_in_gap"), 0);
}

TEST(LinkCommand, PrintsATableOfWhatBecameOfTheDatagrams) {
  const Desk desk;
  const Program program = desk.start({"link", "--listen", "127.0.0.1:0", "--to", "127.0.0.1:9"});
  while (text_of(desk.here.parent_path() / "err").find('\n') == std::string::npos)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  program.send(SIGTERM);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* word : {"127.0.0.1:9", "there", "back", "sent", "lost_in_burst", "late"})
    EXPECT_NE(ended.out.find(word), std::string::npos) << ended.out;
}

TEST(LinkCommand, AnAddressThatCannotBeUsedIsALinkProblem) {
  const UdpSocket taken(kAnyPort);
  const Desk desk;
  const Ended used = desk.run({"link", "--listen", to_text(taken.local()), "--to", "127.0.0.1:9"});
  EXPECT_EQ(used.exit_code, 5);
  EXPECT_EQ(used.err, "error: address " + to_text(taken.local()) +
                          " is in use: another program listens there\n");
  EXPECT_EQ(used.out, "");
  const Ended foreign = desk.run({"link", "--listen", "192.0.2.1:9", "--to", "127.0.0.1:9"});
  EXPECT_EQ(foreign.exit_code, 5);
  EXPECT_NE(foreign.err.find("not one of this computer's"), std::string::npos) << foreign.err;
}

TEST(LinkCommand, RefusesWhatItCannotDoInOneLine) {
  const Desk desk;
  desk.write("bad.yaml", "kind: hold\ngaps_ms: [0]\n");
  const auto complaint = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"link", "--listen", "127.0.0.1:0", "--to", "127.0.0.1:9"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = desk.run(arguments);
    EXPECT_EQ(ended.exit_code, 2) << more.front();
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    return ended.err;
  };
  const auto expect = [&](const std::vector<std::string>& more, const std::string& words) {
    const std::string text = complaint(more);
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  expect({"--loss", "1.5"}, "--loss: 1.5: must be 0 to 1");
  expect({"--back-loss", "nan"}, "must be 0 to 1");
  expect({"--latency-ms", "-1"}, "--latency-ms");
  expect({"--burst-share", "0.6", "--burst-length", "2"}, "--burst-length");
  expect({"--trace", "nonsense"}, "shipped are: wifi");
  expect({"--trace", "./gone.yaml"}, "gone.yaml");
  expect({"--back-trace", "bad.yaml"}, "bad.yaml:2:11");
  expect({"--listen", "127.0.0.1:0"}, "--to");
  expect({"--from", "127.0.0.1:0", "--from", "127.0.0.1:0"}, "--from");
  expect({"--listen", "localhost:1", "--to", "127.0.0.1:1"}, "localhost:1");
  expect({"--listen", "127.0.0.1:0", "--to", "127.0.0.1:0"}, "above 0");
  expect({"--seed", "-1"}, "-1");
}

TEST(LinkCommand, ShowsAnExampleInItsHelp) {
  const Ended help = Desk().run({"link", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("ventosa link --listen"), std::string::npos) << help.out;
  EXPECT_NE(help.out.find("--back-burst-length"), std::string::npos) << help.out;
}

}  // namespace
}  // namespace ventosa::app::link_command_test
