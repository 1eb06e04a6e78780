#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <random>

#include "hal/native/master_session.h"
#include "hal/native/module_session.h"
#include "tests/hal/native/random_message.h"

/// Masters and a module that talk to each other; the test is the network between them.
namespace ventosa::hal::native::native_session_test {
namespace {

using test::kCupModule;
using test::key;
using Bytes = std::vector<std::byte>;

constexpr std::int64_t kTick_ns = 10'000'000;
constexpr std::int64_t kSecond_ns = 1'000'000'000;

Nonce nonce(std::uint8_t seed) {
  Nonce nonce;
  nonce.fill(std::byte{seed});
  return nonce;
}

struct Module {
  explicit Module(std::uint8_t boot = 1, std::uint32_t first_sequence = 0)
      : session(
            {.module = 2, .key = key(), .secret = nonce(boot), .first_sequence = first_sequence}) {
    identity.module = Label("rear_left");
    identity.boots = boot;
  }

  /// The module's reply; an accepted command counts as an actuation.
  Bytes hear(const Bytes& datagram, ModuleSession::Source from, std::int64_t now_ns) {
    Bytes reply(kMaxDatagram);
    const auto heard = session.hear(datagram, from, now_ns, identity, reply);
    if (heard.command != nullptr) ++actuations;
    reply.resize(heard.n_reply_bytes);
    return reply;
  }
  Bytes report() {
    Bytes bytes(kMaxDatagram);
    bytes.resize(session.seal(Report{}, kCupModule, bytes).n_bytes);
    return bytes;
  }
  std::uint32_t rejected(Reject reject) const {
    return session.rejects()[static_cast<std::size_t>(reject)];
  }

  Identity identity;
  ModuleSession session;
  int actuations = 0;
};

struct Master {
  explicit Master(const char* owner, std::uint8_t seed, std::uint32_t first_sequence = 0)
      : session({.module = 2,
                 .key = key(),
                 .owner = Label(owner),
                 .nonce = nonce(seed),
                 .first_sequence = first_sequence}) {
    session.claim();
  }
  Bytes say(std::int64_t now_ns) {
    Bytes bytes(kMaxDatagram);
    bytes.resize(session.say(now_ns, bytes));
    return bytes;
  }
  Bytes command() {
    Bytes bytes(kMaxDatagram);
    bytes.resize(session.seal(Command{}, kCupModule, bytes).n_bytes);
    return bytes;
  }
  bool hear(const Bytes& datagram, std::int64_t now_ns) {
    return session.hear(datagram, now_ns) != nullptr;
  }
  std::uint32_t rejected(Reject reject) const {
    return session.rejects()[static_cast<std::size_t>(reject)];
  }
  MasterSession session;
};

/// One instant in which each side sends what it has to and gets its reply at once.
void talk(
    Master& master, Module& module, ModuleSession::Source from, std::int64_t now_ns,
    const std::function<bool()>& arrives = [] { return true; }) {
  const Bytes said = master.session.is_open() ? master.command() : master.say(now_ns);
  if (said.empty() || !arrives()) return;
  const Bytes reply = module.hear(said, from, now_ns);
  if (!reply.empty() && arrives()) master.hear(reply, now_ns);
}

std::int64_t open_session(Master& master, Module& module, ModuleSession::Source from,
                          std::int64_t now_ns = 0) {
  for (int k = 0; k < 1000 && !master.session.is_open(); ++k, now_ns += kTick_ns)
    talk(master, module, from, now_ns);
  EXPECT_TRUE(master.session.is_open());
  return now_ns;
}

TEST(NativeSession, OpensByQuestionAndClaim) {
  Master master("anna", 1);
  Module module;
  open_session(master, module, 7);
  EXPECT_EQ(master.session.identity()->module.view(), "rear_left");
  EXPECT_EQ(module.session.holder(), "anna");
  EXPECT_EQ(module.actuations, 0);
  talk(master, module, 7, kTick_ns);
  EXPECT_EQ(module.actuations, 1);
  EXPECT_TRUE(master.hear(module.report(), kTick_ns));
}

TEST(NativeSession, AsksNothingButQuestionsUntilItIsToClaim) {
  MasterSession master({.module = 2, .key = key(), .nonce = nonce(1)});
  Module module;
  Bytes bytes(kMaxDatagram);
  for (std::int64_t now_ns = 0; now_ns < 2'000'000'000; now_ns += kTick_ns) {
    Bytes said = bytes;
    said.resize(master.say(now_ns, said));
    if (!said.empty()) {
      Opened opened;
      ASSERT_EQ(open(said, 2, key(), opened), Reject::kNone);
      EXPECT_EQ(opened.header.kind, Kind::kAsk);
      master.hear(module.hear(said, 7, now_ns), now_ns);
    }
  }
  EXPECT_EQ(master.phase(), SessionPhase::kKnown);
  EXPECT_EQ(module.session.holder(), "");
}

TEST(NativeSession, OpensOverALineThatLosesMost) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 dice(seed);
    Master master("anna", 1);
    Module module;
    for (std::int64_t t = 0; t < 60'000'000'000 && !master.session.is_open(); t += kTick_ns)
      talk(master, module, 7, t, [&] { return dice() % 10 < 4; });
    EXPECT_TRUE(master.session.is_open()) << seed;
  }
}

TEST(NativeSession, TellsTheSecondMasterWhoHoldsTheLease) {
  Master anna("anna", 1), ben("ben", 2);
  Module module;
  std::int64_t t = open_session(anna, module, 7);
  for (int k = 0; k < 800; ++k, t += kTick_ns) {
    talk(anna, module, 7, t);
    talk(ben, module, 8, t);
  }
  EXPECT_EQ(ben.session.phase(), SessionPhase::kRefused);
  EXPECT_EQ(ben.session.holder(), "anna");
  EXPECT_EQ(module.session.holder(), "anna");
  EXPECT_EQ(module.actuations, 800);
}

TEST(NativeSession, IsSilentForLongerThanALeaseWhenRefused) {
  Master anna("anna", 1), ben("ben", 2);
  Module module;
  std::int64_t t = open_session(anna, module, 7);
  std::vector<std::int64_t> said_ns;
  for (int k = 0; k < 3000; ++k, t += kTick_ns) {
    talk(anna, module, 7, t);
    const Bytes said = ben.say(t);
    if (said.empty()) continue;
    said_ns.push_back(t);
    const Bytes reply = module.hear(said, 8, t);
    ben.hear(reply, t);
  }
  ASSERT_GE(said_ns.size(), 6u);  // query and claim, then silence
  EXPECT_GT(said_ns[2] - said_ns[1], 5'000'000'000);
  EXPECT_GT(said_ns[4] - said_ns[3], 5'000'000'000);
}

TEST(NativeSession, TakesAnotherMasterWhenTheFirstHasBeenSilent) {
  Master anna("anna", 1), ben("ben", 2);
  Module module;
  std::int64_t t = open_session(anna, module, 7);
  const std::int64_t died_ns = t;
  while (!ben.session.is_open() && t < died_ns + 20'000'000'000) {
    talk(ben, module, 8, t);
    t += kTick_ns;
  }
  EXPECT_TRUE(ben.session.is_open());
  EXPECT_GE(t - died_ns, kLease_ns - kTick_ns);
  const int before = module.actuations;
  const Bytes reply = module.hear(anna.command(), 7, t);  // she wakes
  EXPECT_EQ(module.actuations, before);
  anna.hear(reply, t);
  EXPECT_EQ(anna.session.phase(), SessionPhase::kAsking);
}

TEST(NativeSession, IsTakenAgainByItsMasterAtAnotherAddressAndByNobodyElse) {
  Master anna("anna", 1), ben("ben", 2);
  Module module;
  std::int64_t t = open_session(anna, module, 7);
  EXPECT_TRUE(module.hear(anna.command(), 9, t).empty());  // a command from another address
  EXPECT_EQ(module.actuations, 0);
  anna.session.resume();
  Bytes claim;
  for (const std::int64_t until_ns = t + kSecond_ns; !anna.session.is_open() && t < until_ns;
       t += kTick_ns) {
    const Bytes said = anna.say(t);
    if (said.empty()) continue;
    anna.hear(module.hear(said, 9, t), t);
    claim = said;
    talk(ben, module, 8, t);
  }
  EXPECT_TRUE(anna.session.is_open());
  EXPECT_FALSE(ben.session.is_open());
  EXPECT_EQ(module.session.master(), 9u);
  module.hear(claim, 7, t);  // recorded, and sent from another address
  EXPECT_EQ(module.session.master(), 9u);
  module.hear(anna.command(), 9, t);
  EXPECT_EQ(module.actuations, 1);
}

TEST(NativeSession, IsGivenBackByItsMasterAlone) {
  Master anna("anna", 1), ben("ben", 2);
  Module module;
  const std::int64_t t = open_session(anna, module, 7);
  Bytes release(kMaxDatagram);
  release.resize(anna.session.seal(Release{}, kCupModule, release).n_bytes);
  module.hear(release, 8, t);
  EXPECT_EQ(module.session.holder(), "anna");
  module.hear(release, 7, t);
  EXPECT_EQ(module.session.holder(), "");
  open_session(ben, module, 8, t);
}

TEST(NativeSession, ActsOnNoCommandTwice) {
  Master master("anna", 1);
  Module module;
  const std::int64_t t = open_session(master, module, 7);
  std::vector<Bytes> sent;
  for (int k = 0; k < 200; ++k) sent.push_back(master.command());
  for (const Bytes& each : sent) module.hear(each, 7, t);
  EXPECT_EQ(module.actuations, 200);
  for (const Bytes& each : sent) module.hear(each, 7, t);
  EXPECT_EQ(module.actuations, 200);
  EXPECT_EQ(module.rejected(Reject::kReplayed), 200u);
}

TEST(NativeSession, ActsOnNoCommandOfYesterday) {
  Master yesterday("anna", 1);
  Module before(1);
  std::int64_t t = open_session(yesterday, before, 7);
  const Bytes old = yesterday.command();
  Master today("anna", 3);
  Module module(2);
  t = open_session(today, module, 7, t);
  module.hear(old, 7, t);
  EXPECT_EQ(module.actuations, 0);
  EXPECT_EQ(module.rejected(Reject::kSession), 1u);
}

TEST(NativeSession, OpensNothingForAClaimOfYesterday) {
  Master master("anna", 1);
  Module module;
  const Bytes ask = master.say(0);
  master.hear(module.hear(ask, 7, 0), 0);
  const Bytes claim = master.say(kTick_ns);
  master.hear(module.hear(claim, 7, kTick_ns), kTick_ns);
  ASSERT_TRUE(master.session.is_open());
  const Bytes command = master.command();
  const std::int64_t later_ns = 60'000'000'000;
  module.hear(ask, 9, later_ns);
  module.hear(claim, 9, later_ns);
  module.hear(command, 9, later_ns);
  EXPECT_EQ(module.actuations, 0);
  EXPECT_EQ(module.rejected(Reject::kReplayed), 1u);
}

TEST(NativeSession, ActsOnNothingFromElsewhere) {
  Master master("anna", 1);
  Module module;
  const std::int64_t t = open_session(master, module, 7);
  module.hear(master.command(), 8, t);
  EXPECT_EQ(module.actuations, 0);
}

TEST(NativeSession, ActsOnNothingThatComesTooLateOrFromTheFuture) {
  Master master("anna", 1);
  Module module;
  const std::int64_t t = open_session(master, module, 7);
  const Bytes first = master.command(), second = master.command();
  module.hear(second, 7, t);
  module.hear(first, 7, t);
  EXPECT_EQ(module.rejected(Reject::kLate), 1u);
  for (std::uint32_t k = 0; k <= SequenceWindow::kAhead; ++k) static_cast<void>(master.command());
  module.hear(master.command(), 7, t);
  EXPECT_EQ(module.rejected(Reject::kFuture), 1u);
  EXPECT_EQ(module.actuations, 1);
}

TEST(NativeSession, BeginsAnewWhenMoreWasLostThanTheWindowBears) {
  Master master("anna", 1);
  Module module;
  std::int64_t t = open_session(master, module, 7);
  talk(master, module, 7, t);
  for (std::uint32_t k = 0; k <= SequenceWindow::kAhead; ++k) static_cast<void>(master.command());
  talk(master, module, 7, t);
  EXPECT_FALSE(master.session.is_open());
  t = open_session(master, module, 7, t);
  talk(master, module, 7, t);
  EXPECT_EQ(module.actuations, 2);

  EXPECT_TRUE(master.hear(module.report(), t));
  for (std::uint32_t k = 0; k <= SequenceWindow::kAhead; ++k) static_cast<void>(module.report());
  EXPECT_FALSE(master.hear(module.report(), t));
  t = open_session(master, module, 7, t);
  EXPECT_TRUE(master.hear(module.report(), t));
}

TEST(NativeSession, GoesOnWhereNumbersWrap) {
  Master master("anna", 1, 0xFFFFFFF0);
  Module module(1, 0xFFFFFFF0);
  const std::int64_t t = open_session(master, module, 7);
  for (int k = 0; k < 100; ++k) {
    module.hear(master.command(), 7, t);
    EXPECT_TRUE(master.hear(module.report(), t)) << k;
  }
  EXPECT_EQ(module.actuations, 100);
  EXPECT_EQ(master.session.n_missing(), 0u);
}

TEST(NativeSession, CountsWhatIsMissing) {
  Master master("anna", 1);
  Module module;
  const std::int64_t t = open_session(master, module, 7);
  std::vector<Bytes> reports;
  for (int k = 0; k < 10; ++k) reports.push_back(module.report());
  master.hear(reports[0], t);
  master.hear(reports[4], t);
  EXPECT_EQ(master.session.n_missing(), 3u);
  EXPECT_FALSE(master.hear(reports[2], t));  // late: it no longer counts as missing
  EXPECT_EQ(master.session.n_missing(), 2u);
  EXPECT_FALSE(master.hear(reports[2], t));
  EXPECT_EQ(master.rejected(Reject::kReplayed), 1u);
}

/// A message in another version of the protocol.
Bytes of_version(std::uint8_t version, Bytes datagram) {
  datagram[4] = std::byte{version};
  return datagram;
}

TEST(NativeSession, TellsItsVersionToOneWhoAsksInAnother) {
  Master master("anna", 1);
  Module module;
  const Bytes reply = module.hear(of_version(1, master.say(0)), 7, 0);
  EXPECT_EQ(module.rejected(Reject::kVersion), 1u);
  Opened opened;
  ASSERT_EQ(open(reply, 2, key(), opened), Reject::kNone);  // valid in its own version
  EXPECT_EQ(opened.version, kWireVersion);
  master.hear(of_version(3, reply), 0);  // as a device of another version reads it
  EXPECT_EQ(master.session.foreign_version(), 3);
  EXPECT_FALSE(master.session.identity());
}

// or two devices would answer each other for ever
TEST(NativeSession, AnswersNothingElseOfAnotherVersion) {
  Master master("anna", 1);
  Module module;
  const Bytes ask = master.say(0);
  const Bytes refusal = module.hear(of_version(1, ask), 7, 0);
  EXPECT_TRUE(module.hear(of_version(1, refusal), 7, 0).empty());
  open_session(master, module, 7);
  EXPECT_TRUE(module.hear(of_version(1, master.command()), 7, 0).empty());
  Bytes to_another = of_version(1, ask);
  to_another[6] = std::byte{3};
  EXPECT_TRUE(module.hear(to_another, 7, 0).empty());
}

TEST(NativeSession, KnowsAModuleThatHasRebooted) {
  Master master("anna", 1);
  Module module(1);
  std::int64_t t = open_session(master, module, 7);
  Module rebooted(2);
  master.hear(rebooted.hear(master.command(), 7, t), t);
  EXPECT_FALSE(master.session.is_open());
  EXPECT_EQ(rebooted.actuations, 0);
  open_session(master, rebooted, 7, t);
  EXPECT_EQ(master.session.identity()->boots, 2);
}

TEST(NativeSession, TakesNoReadingFromElsewhere) {
  Master master("anna", 1);
  Module module, impostor(9);
  const std::int64_t t = open_session(master, module, 7);
  EXPECT_FALSE(master.hear(impostor.report(), t));
  EXPECT_EQ(master.rejected(Reject::kSession), 1u);
  EXPECT_FALSE(master.hear(master.command(), t));  // its own message, sent back to it
  EXPECT_EQ(master.rejected(Reject::kKind), 1u);
}

TEST(NativeSession, StaysOpenWhateverIsThrownAtIt) {
  std::mt19937 dice(3);
  Master master("anna", 1);
  Module module;
  std::int64_t t = open_session(master, module, 7);
  std::vector<Bytes> overheard;
  for (int k = 0; k < 20000; ++k, t += 1'000'000) {
    Bytes said = k % 10 == 0 ? master.command() : Bytes{};
    if (!said.empty()) {
      module.hear(said, 7, t);
      overheard.push_back(said);
      overheard.push_back(module.report());
      master.hear(overheard.back(), t);
    }
    Bytes thrown = overheard[dice() % overheard.size()];
    if (dice() % 2 == 0) thrown[dice() % thrown.size()] ^= std::byte{1};
    if (dice() % 8 == 0) thrown.resize(dice() % (thrown.size() + 40));
    module.hear(thrown, 7 + dice() % 2, t);
    master.hear(thrown, t);
  }
  EXPECT_TRUE(master.session.is_open());
  EXPECT_EQ(module.actuations, 2000);
  EXPECT_EQ(module.session.holder(), "anna");
}

}  // namespace
}  // namespace ventosa::hal::native::native_session_test
