#include <gtest/gtest.h>

#include <vector>

#include "hal/native/codec.h"
#include "tests/hal/native/random_message.h"

namespace ventosa::hal::native::native_codec_test {
namespace {

using test::datagram_of;
using test::kCupModule;
using test::key;
using test::kLayouts;
using test::payload_of;
using test::random_message;

template <class Message>
class NativeMessage : public testing::Test {};
using All = testing::Types<Ask, Identity, Claim, Claimed, Refused, Release, Command, Report, Gaze,
                           Body, Planes>;
TYPED_TEST_SUITE(NativeMessage, All);

TYPED_TEST(NativeMessage, ArrivesBitForBit) {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    const Layout& layout = kLayouts[seed % std::size(kLayouts)];
    const auto sent = random_message<TypeParam>(seed, layout);
    const Header header{TypeParam::kKind, 3, 0x1122334455667788, seed * 7919};
    const std::vector<std::byte> datagram = datagram_of(sent, header, layout);
    Opened opened;
    ASSERT_EQ(open(datagram, 3, key(), opened), Reject::kNone);
    EXPECT_EQ(opened.header, header);
    TypeParam heard;
    ASSERT_EQ(decode(opened.payload, layout, heard), Reject::kNone);
    EXPECT_EQ(payload_of(heard, layout), payload_of(sent, layout));
  }
}

TYPED_TEST(NativeMessage, FitsIntoADatagramForEveryLeg) {
  for (Layout layout : kLayouts) {
    layout.n_joints = controller::kMaxJoints;
    EXPECT_LE(datagram_bytes<TypeParam>(layout), kMaxDatagram);
  }
}

TYPED_TEST(NativeMessage, IsRefusedWithAnyBitChanged) {
  const std::vector<std::byte> sent = datagram_of(random_message<TypeParam>(5));
  for (std::size_t bit = 0; bit < 8 * sent.size(); ++bit) {
    std::vector<std::byte> changed = sent;
    changed[bit / 8] ^= std::byte{1} << (bit % 8);
    Opened opened;
    EXPECT_NE(open(changed, 0, key(), opened), Reject::kNone) << bit;
  }
}

TYPED_TEST(NativeMessage, IsRefusedCutShortOrWithMoreBehind) {
  const std::vector<std::byte> sent = datagram_of(random_message<TypeParam>(6));
  for (std::size_t n = 0; n <= sent.size() + 1; ++n) {
    std::vector<std::byte> cut = sent;
    cut.resize(n);
    Opened opened;
    EXPECT_EQ(open(cut, 0, key(), opened) == Reject::kNone, n == sent.size()) << n;
  }
}

TYPED_TEST(NativeMessage, HasItsOwnLength) {
  for (const Layout& of_sender : kLayouts) {
    const auto payload = payload_of(random_message<TypeParam>(7, of_sender), of_sender);
    for (const Layout& of_reader : kLayouts) {
      TypeParam message;
      const bool same = payload_bytes<TypeParam>(of_reader) == payload.size();
      EXPECT_EQ(decode(std::span(payload), of_reader, message),
                same ? Reject::kNone : Reject::kLength);
    }
  }
}

TYPED_TEST(NativeMessage, IsTotalOverItsBytes) {
  std::mt19937 dice(11);
  for (int n = 0; n < 5000; ++n) {
    const Layout& layout = kLayouts[static_cast<std::size_t>(n) % std::size(kLayouts)];
    std::vector<std::byte> bytes(payload_bytes<TypeParam>(layout));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(dice() & 0xFF);
    TypeParam message;
    const Reject reject = decode(std::span<const std::byte>(bytes), layout, message);
    EXPECT_TRUE(reject == Reject::kNone || reject == Reject::kNotFinite ||
                reject == Reject::kOutOfRange);
  }
}

// place and size of the foot in an identity: its kind, a cup, a point foot with a sensor
constexpr std::size_t kFootAt = 160, kFootBytes = 1 + 12 + 17;

Reject opening(std::span<const std::byte> datagram, std::uint8_t module = 0,
               const Key& with = key()) {
  Opened opened;
  return open(datagram, module, with, opened);
}

TEST(NativeDatagram, NamesWhyItIsRefused) {
  std::vector<std::byte> sent = datagram_of(Command{}, {Kind::kCommand, 4, 1, 2});
  EXPECT_EQ(opening(sent, 4), Reject::kNone);
  EXPECT_EQ(opening(std::span(sent).first(20), 4), Reject::kShort);
  EXPECT_EQ(opening(std::vector<std::byte>(kMaxDatagram + 1), 4), Reject::kShort);
  EXPECT_EQ(opening(sent, 5), Reject::kModule);
  EXPECT_EQ(opening(sent, 4, key(2)), Reject::kTag);
  sent[0] = std::byte{'X'};
  EXPECT_EQ(opening(sent, 4), Reject::kForeign);
}

TEST(NativeDatagram, NamesTheVersionThatItIsOf) {
  std::vector<std::byte> sent = datagram_of(Release{});
  sent[4] = std::byte{1};
  Opened opened;
  EXPECT_EQ(open(sent, 0, key(), opened), Reject::kVersion);
  EXPECT_EQ(opened.version, 1);
}

TEST(NativeDatagram, HasAKind) {
  std::vector<std::byte> sent = datagram_of(Release{});
  sent[5] = std::byte{controller::kEnumerators<Kind>.size()};
  write_tag(key(), sent);
  EXPECT_EQ(opening(sent), Reject::kKind);
  sent = datagram_of(Release{});
  sent[7] = std::byte{1};  // the kind has no second byte
  write_tag(key(), sent);
  EXPECT_EQ(opening(sent), Reject::kKind);
}

TEST(NativeCommand, IsNotSentWithoutNumbers) {
  std::vector<std::byte> buffer(kMaxDatagram);
  for (const double bad : {controller::kUnknown, std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
    Command command;
    command.leg.joint[5].tau_ff_Nm = bad;
    EXPECT_EQ(encode({}, command, kCupModule, key(), buffer).reject, Reject::kNotFinite);
    EXPECT_EQ(encode({}, command, {5, {}}, key(), buffer).reject, Reject::kNone);  // no such joint
  }
}

TEST(NativeCommand, IsNotTakenWithoutNumbers) {
  for (const double bad : {controller::kUnknown, std::numeric_limits<double>::infinity()}) {
    Command command;
    command.leg.cup.turbine = bad;
    const std::vector<std::byte> payload = payload_of(command);
    EXPECT_EQ(decode(std::span(payload), kCupModule, command), Reject::kNotFinite);
  }
}

TEST(NativeReport, MayBeUnknownButNotInfinite) {
  Report report;
  report.leg.joint[1].tau_Nm = controller::kUnknown;
  std::vector<std::byte> payload = payload_of(report);
  EXPECT_EQ(decode(std::span<const std::byte>(payload), kCupModule, report), Reject::kNone);
  report.leg.joint[1].tau_Nm = std::numeric_limits<double>::infinity();
  payload = payload_of(report);
  EXPECT_EQ(decode(std::span<const std::byte>(payload), kCupModule, report), Reject::kNotFinite);
}

TEST(NativeCommand, HasOnlyModesThatThereAre) {
  Command command;
  command.leg.joint[0].mode = static_cast<controller::JointMode>(200);
  const std::vector<std::byte> payload = payload_of(command);
  EXPECT_EQ(decode(std::span(payload), kCupModule, command), Reject::kOutOfRange);
}

TEST(NativeGaze, HasOnlyTimesWhoseDifferencesAreTimes) {
  std::vector<std::byte> buffer(kMaxDatagram);
  for (const std::int64_t sign : {1, -1}) {
    Gaze gaze{sign * kMostTime_ns, {}};
    EXPECT_EQ(encode({}, gaze, {}, key(), buffer).reject, Reject::kNone);
    gaze.sent_ns += sign;
    EXPECT_EQ(encode({}, gaze, {}, key(), buffer).reject, Reject::kOutOfRange);
    const std::vector<std::byte> payload = payload_of(gaze);
    EXPECT_EQ(decode(std::span(payload), {}, gaze), Reject::kOutOfRange);
  }
}

TEST(NativeGaze, SaysNothingWhereItHasNone) {
  std::vector<std::byte> payload = payload_of(Gaze{});
  payload.back() = std::byte{1};
  Gaze gaze;
  EXPECT_EQ(decode(std::span<const std::byte>(payload), kCupModule, gaze), Reject::kOutOfRange);
}

TEST(NativeIdentity, HasOneEncodingOfEachFoot) {
  for (const FootIdentity& foot :
       {FootIdentity{}, FootIdentity{CupIdentity{0.1, 3}}, FootIdentity{PointIdentity{}},
        FootIdentity{PointIdentity{ForceSensorIdentity{500, 50}}}}) {
    Identity identity;
    identity.foot = foot;
    const std::vector<std::byte> sound = payload_of(identity);
    for (std::size_t place = kFootAt; place < kFootAt + kFootBytes; ++place) {
      std::vector<std::byte> changed = sound;
      changed[place] ^= std::byte{1};
      const Reject reject = decode(std::span<const std::byte>(changed), {}, identity);
      if (reject == Reject::kNone)
        EXPECT_EQ(payload_of(identity), changed) << place;
      else
        EXPECT_EQ(reject, Reject::kOutOfRange) << place;
    }
  }
}

TEST(NativeIdentity, NamesNoFootThatThereIsNot) {
  std::vector<std::byte> payload = payload_of(Identity{});
  payload[kFootAt] = std::byte{kFootKinds.size()};
  Identity identity;
  EXPECT_EQ(decode(std::span<const std::byte>(payload), {}, identity), Reject::kOutOfRange);
}

TEST(NativeIdentity, LaysOutTheMessagesOfItsDeviceAsTheRobotFileDoes) {
  controller::RobotModel model;
  model.leg.resize(3);
  for (controller::Leg& leg : model.leg) leg.n_joints = 3;
  model.leg[1].foot.hold = controller::PointFoot{};
  model.leg[2].foot.hold = controller::PointFoot{.sensor = controller::ForceSensing{500, 0.1, 50}};
  for (const bool has_packs : {true, false})
    for (std::size_t i = 0; i < model.leg.size(); ++i) {
      model.has_packs = has_packs;
      Identity identity;
      identity.n_joints = 3;
      identity.foot = identity_of(model.leg[i].foot);
      identity.pack = has_packs;
      EXPECT_EQ(payload_bytes<Command>(layout_of(identity)),
                payload_bytes<Command>(layout_of(model, i)));
      EXPECT_EQ(payload_bytes<Report>(layout_of(identity)),
                payload_bytes<Report>(layout_of(model, i)));
    }
}

TEST(NativeReport, HasTheForceOfAPointFootAndNothingOfACupOrAPack) {
  constexpr std::size_t kCupBytes = 48, kPackBytes = 40, kForceBytes = 32;
  const Layout feet = test::kPointModule, blind = test::kBlindModule;
  const Layout cups{3, kCupModule.parts};
  EXPECT_EQ(payload_bytes<Report>(feet), payload_bytes<Report>(blind) + kForceBytes);
  EXPECT_EQ(payload_bytes<Report>(cups), payload_bytes<Report>(blind) + kCupBytes + kPackBytes);
  EXPECT_EQ(payload_bytes<Command>(feet), payload_bytes<Command>(blind));
}

TEST(NativeDatagram, IsNotWrittenWhereThereIsNoRoom) {
  std::vector<std::byte> buffer(datagram_bytes<Command>(kCupModule));
  EXPECT_EQ(encode({}, Command{}, kCupModule, key(), buffer).n_bytes, buffer.size());
  buffer.pop_back();
  EXPECT_EQ(encode({}, Command{}, kCupModule, key(), buffer).reject, Reject::kShort);
}

TEST(NativeLabel, KeepsWhatFits) {
  EXPECT_EQ(Label("front_left").view(), "front_left");
  const std::string long_name(40, 'x');
  EXPECT_EQ(Label(long_name).view(), long_name.substr(0, 32));
  EXPECT_TRUE(Label{}.empty());
}

}  // namespace
}  // namespace ventosa::hal::native::native_codec_test
