#include <gtest/gtest.h>

#include "tests/hal/native/attacked_end.h"

/// Every kind of message, with every kind of mistake, to devices that obey their master and to the
/// lines of a master: nothing moves, mode and lease stay, and the cause is counted.
namespace ventosa::hal::native::adversary_test {
namespace {

using test::any_messages;
using test::Bytes;
using test::End;
using test::kMasterSource;
using test::kModule;
using test::line_of;
using test::Payload;
using test::sealed;

constexpr Source kStranger = 99;
const std::vector<Kind> kOrders{Kind::kCommand, Kind::kGaze, Kind::kRelease};
const std::vector<Kind> kReadings{Kind::kTelemetry, Kind::kBody, Kind::kPlanes};

/// A datagram from a sender with the key: its effects stay the same.
void expect_undone(End& end, const Bytes& datagram, Reject why, const std::string& what,
                   Source from = kMasterSource) {
  const std::string before = end.deeds();
  RejectCounts expected = end.rejects();
  ++expected[static_cast<std::size_t>(why)];
  end.hear(datagram, from);
  EXPECT_EQ(end.rejects(), expected) << what << ": " << controller::name(why);
  EXPECT_EQ(end.deeds(), before) << what;
}

/// Only the counter of this cause changes.
void expect_refused(End& end, const Bytes& datagram, Reject why, const std::string& what,
                    Source from = kMasterSource) {
  const std::string before = end.relation();
  expect_undone(end, datagram, why, what, from);
  EXPECT_EQ(end.relation(), before) << what;
}

template <class Attacked, const Layout& layout>
std::unique_ptr<End> make() {
  return std::make_unique<Attacked>(layout);
}

using test::kCupLine;
using test::kPlaceLine;
using test::kPointLine;
constexpr Layout kPlainBody;

class Adversary : public testing::TestWithParam<std::unique_ptr<End> (*)()> {
 protected:
  /// visit(kind and payload, name) for every kind of message
  void each_kind(auto visit) const {
    for (const Payload& payload : any_messages(3, end->layout))
      visit(payload, std::string(controller::name(payload.kind)));
  }
  /// visit(kind and payload, name) for every kind that is accepted in an open session
  void each_in_session(auto visit) const {
    for (const Kind kind : end->in_session())
      visit(any(kind, 3), std::string(controller::name(kind)));
  }
  Payload any(Kind kind, std::uint32_t seed) const {
    return any_messages(seed, end->layout)[static_cast<std::size_t>(kind)];
  }
  Bytes next(const Payload& payload) const { return end->next(payload.kind, payload.bytes); }
  bool is_at_device() const { return end->in_session().back() == Kind::kRelease; }

  const std::unique_ptr<End> end = GetParam()();
};

/// Expected rejection of a datagram with a changed byte.
Reject reject_of_change(std::size_t place, std::byte found) {
  const bool is_kind = std::to_integer<std::size_t>(found) < controller::kEnumerators<Kind>.size();
  if (place < kMagic.size()) return Reject::kForeign;
  if (place == 4) return Reject::kVersion;
  if (place == 5) return is_kind ? Reject::kTag : Reject::kKind;
  if (place == 6) return Reject::kModule;
  return place == 7 ? Reject::kKind : Reject::kTag;
}

TEST_P(Adversary, ChangesNothingByAnyByteThatIsChanged) {
  std::mt19937 dice(7);
  each_kind([&](const Payload& payload, const std::string& name) {
    const Bytes sent = next(payload);
    for (std::size_t place = 0; place < sent.size(); ++place) {
      Bytes changed = sent;
      changed[place] ^= static_cast<std::byte>(1 + dice() % 255);
      expect_refused(*end, changed, reject_of_change(place, changed[place]),
                     line_of(name, "byte", place));
    }
  });
}

TEST_P(Adversary, ChangesNothingByWhatIsCutToAnyLengthOrIsTooLong) {
  each_kind([&](const Payload& payload, const std::string& name) {
    const Bytes sent = next(payload);
    for (std::size_t n = 1; n <= kMaxDatagram + 1; ++n) {
      if (n == sent.size()) continue;
      Bytes other = sent;
      other.resize(n);
      const bool is_short = n < kHeaderBytes + kTagBytes || n > kMaxDatagram;
      expect_refused(*end, other, is_short ? Reject::kShort : Reject::kTag,
                     line_of(name, "of", n, "bytes"));
    }
  });
}

TEST_P(Adversary, ChangesNothingByWhatIsOfAnotherKeyModuleOrRobot) {
  each_kind([&](const Payload& payload, const std::string& name) {
    const Key other = test::key(9);
    const Header header = end->next_header(payload.kind);
    Header neighbour = header, robot = header;
    neighbour.module = kModule + 1;
    robot.session += 1;
    expect_refused(*end, sealed(header, payload.bytes, other), Reject::kTag, name);
    expect_refused(*end, sealed(neighbour, payload.bytes, other), Reject::kModule, name);
    expect_refused(*end, sealed(neighbour, payload.bytes), Reject::kModule, name);
    expect_refused(*end, sealed(robot, payload.bytes, other), Reject::kTag, name);
  });
}

TEST_P(Adversary, ChangesNothingByWhatGoesTheOtherWay) {
  const auto goes_to_device = [](Kind kind) {
    return kind == Kind::kAsk || kind == Kind::kClaim || kind == Kind::kRelease ||
           kind == Kind::kCommand || kind == Kind::kGaze;
  };
  each_kind([&](const Payload& payload, const std::string& name) {
    if (goes_to_device(payload.kind) != is_at_device())
      expect_refused(*end, next(payload), Reject::kKind, name);
  });
}

TEST_P(Adversary, DoesNothingByWhatIsForAnotherKindOfDevice) {
  const std::vector<Kind> mine = end->in_session();
  const auto is_mine = [&](Kind kind) {
    return std::find(mine.begin(), mine.end(), kind) != mine.end();
  };
  for (const Kind kind : is_at_device() ? kOrders : kReadings)
    if (!is_mine(kind))
      expect_undone(*end, next(any(kind, 3)), Reject::kKind, std::string(controller::name(kind)));
}

TEST_P(Adversary, ChangesNothingInAnotherSession) {
  each_in_session([&](const Payload& payload, const std::string& name) {
    for (const std::uint64_t session :
         {std::uint64_t{0}, ~end->next_header(payload.kind).session}) {
      Header header = end->next_header(payload.kind);
      header.session = session;
      expect_refused(*end, sealed(header, payload.bytes), Reject::kSession, name);
    }
  });
}

TEST_P(Adversary, ChangesNothingByAnythingASecondTime) {
  const Kind kind = end->in_session().front();
  const RejectCounts none = end->rejects();
  std::vector<Bytes> heard;
  for (std::uint32_t k = 0; k < 200; ++k) {
    heard.push_back(next(any(kind, k)));
    end->hear(heard.back());
  }
  ASSERT_EQ(end->rejects(), none);
  for (std::size_t k = 0; k < heard.size(); ++k)
    expect_refused(*end, heard[k], Reject::kReplayed, line_of("number", k));
}

TEST_P(Adversary, DoesNothingByWhatComesLate) {
  const Kind kind = end->in_session().front();
  const Bytes first = next(any(kind, 1));
  end->hear(next(any(kind, 2)));
  expect_undone(*end, first, Reject::kLate, "once");
  expect_refused(*end, first, Reject::kReplayed, "twice");
}

// it is the peer's own, but more was lost than the window allows: the session has to be opened anew
TEST_P(Adversary, DoesNothingByANumberTooFarAhead) {
  constexpr std::uint32_t kMost = 0x7FFF'FFFF;  // a number farther behind than the window
  each_in_session([&](const Payload& payload, const std::string& name) {
    for (const std::uint32_t ahead : {SequenceWindow::kAhead + 1, kMost}) {
      const std::unique_ptr<End> fresh = GetParam()();
      Header header = fresh->next_header(payload.kind);
      header.sequence += ahead - 1;
      expect_undone(*fresh, sealed(header, payload.bytes), Reject::kFuture, name);
    }
  });
}

TEST_P(Adversary, DoesNothingByAPayloadOfAnotherLength) {
  each_in_session([&](const Payload& payload, const std::string& name) {
    for (std::size_t n = 0; n <= kMaxDatagram - kHeaderBytes - kTagBytes; ++n) {
      if (n == payload.bytes.size()) continue;
      Bytes other = payload.bytes;
      other.resize(n);
      expect_undone(*end, end->next(payload.kind, other), Reject::kLength,
                    line_of(name, "of", n, "bytes"));
    }
  });
}

std::string name_of(const testing::TestParamInfo<std::unique_ptr<End> (*)()>& end) {
  const char* const names[] = {
      "module",       "walking_module",         "body", "line_to_module", "line_to_walking_module",
      "line_to_body", "line_to_body_with_place"};
  return names[end.index];
}
INSTANTIATE_TEST_SUITE_P(Ends, Adversary,
                         testing::Values(make<test::ModuleUnderOrders, kCupLine>,
                                         make<test::ModuleUnderOrders, kPointLine>,
                                         make<test::BodyUnderOrders, kPlainBody>,
                                         make<test::LineToModule, kCupLine>,
                                         make<test::LineToModule, kPointLine>,
                                         make<test::LineToBody, kPlainBody>,
                                         make<test::LineToBody, kPlaceLine>),
                         name_of);

// checks for one of the two ends

TEST(AdversaryAtDevice, ChangesNothingFromAnotherAddress) {
  for (const auto& end :
       {make<test::ModuleUnderOrders, kCupLine>(), make<test::BodyUnderOrders, kPlainBody>()})
    for (const Kind kind : end->in_session()) {
      const Payload payload = any_messages(3, end->layout)[static_cast<std::size_t>(kind)];
      expect_refused(*end, end->next(kind, payload.bytes), Reject::kSession,
                     std::string(controller::name(kind)), kStranger);
    }
}

TEST(AdversaryAtDevice, ChangesNothingByQuestionsAndClaimsThatAnswerNothing) {
  for (const Source from : {kMasterSource, kStranger}) {
    test::ModuleUnderOrders module;
    const std::string before = module.deeds() + module.relation();
    for (std::uint32_t seed = 0; seed < 100; ++seed)
      for (const Kind kind : {Kind::kAsk, Kind::kClaim})
        module.hear(
            module.next(kind, any_messages(seed, kCupLine)[static_cast<std::size_t>(kind)].bytes),
            from);
    EXPECT_EQ(module.deeds() + module.relation(), before);
    const auto replayed = static_cast<std::size_t>(Reject::kReplayed);
    EXPECT_EQ(module.rejects()[replayed],
              // other masters get the name of the lease's owner
              from == kMasterSource ? 100u : 0u);
  }
}

// sent from the address of a master that has ended
TEST(AdversaryAtDevice, KeepsNoOrderAndNoLeaseAliveByWhatWasRecorded) {
  test::ModuleUnderOrders module;
  const Bytes order = module.next(Kind::kCommand, test::payload_of(test::first_order(), kCupLine));
  module.hear(order);
  const std::int64_t died_ns = module.now_ns();
  const auto flood_until = [&](std::int64_t time_ns) {
    for (; module.now_ns() < died_ns + time_ns; module.pass(9'999'998)) {
      module.hear(order);
      module.hear(module.claim());
      static_cast<void>(module.deeds());
    }
  };
  flood_until(kLeftAlone_ns);
  EXPECT_EQ(module.device().mode(), GuardMode::kActive);
  flood_until(kLeftAlone_ns + 20'000'000);
  EXPECT_EQ(module.device().mode(), GuardMode::kHold);
  flood_until(kLease_ns - 20'000'000);
  EXPECT_FALSE(module.is_free(kStranger));
  flood_until(kLease_ns);
  EXPECT_TRUE(module.is_free(kStranger));
}

TEST(AdversaryAtLine, ChangesNothingByAnswersToOtherQuestions) {
  test::LineToModule line;
  for (std::uint32_t seed = 0; seed < 100; ++seed)
    for (const Kind kind : {Kind::kIdentity, Kind::kClaimed})
      expect_refused(
          line, line.next(kind, any_messages(seed, kCupLine)[static_cast<std::size_t>(kind)].bytes),
          Reject::kReplayed, std::string(controller::name(kind)));
  for (const Refusal reason :
       {Refusal::kHeld, Refusal::kChallenge, Refusal::kNoSession, Refusal::kVersion})
    expect_refused(
        line, sealed({Kind::kRefused, kModule, 0, 0}, test::payload_of(Refused{{}, reason, {}})),
        reason == Refusal::kNoSession ? Reject::kSession : Reject::kReplayed,
        std::string(controller::name(reason)));
}

TEST(AdversaryAtLine, ChangesNothingByTheAnswersThatOpenedIt) {
  test::LineToModule line;
  for (const Bytes& answer : line.answers()) expect_refused(line, answer, Reject::kLate, "again");
}

}  // namespace
}  // namespace ventosa::hal::native::adversary_test
