#include <gtest/gtest.h>

#include "tests/hal/native/attacked_end.h"

/// Messages with invalid numbers from a peer that has the key.
namespace ventosa::hal::native::nonsense_test {
namespace {

using test::End;
using test::kPlaceLine;
using test::kPointLine;
using test::payload_of;

/// Replaces one value by another of its type.
template <class Value>
class Spoiler : public Fields<Spoiler<Value>> {
 public:
  Spoiler(const Layout& layout, int place, Value bad)
      : Fields<Spoiler>(layout), left_(place), bad_(bad) {}

  bool has_found_it() const { return left_ < 0; }
  template <class T>
  void value(T& value) noexcept {
    if constexpr (std::same_as<T, Value>)
      if (left_-- == 0) value = bad_;
  }
  template <class T>
  void optional(std::optional<T>& given) noexcept {
    if (given) (*this)(nullptr, *given);
  }
  template <class Variant>
  void kind(Variant&) noexcept {}
  template <std::size_t Kind, class Variant>
  void content(Variant& held) noexcept {
    if (auto* const given = std::get_if<Kind>(&held)) (*this)(nullptr, *given);
  }

 private:
  int left_;
  const Value bad_;
};

/// The message with one number after the other replaced.
template <class Value, class Message>
std::vector<Message> spoiled(const Layout& layout, const Message& sound, Value bad) {
  std::vector<Message> all;
  for (int place = 0;; ++place) {
    all.push_back(sound);
    Spoiler<Value> spoiler(layout, place, bad);
    describe(spoiler, all.back());
    if (spoiler.has_found_it()) continue;
    all.pop_back();
    return all;
  }
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Invalid numbers: a reading may be unknown, a requested value may not.
template <class Message>
std::vector<double> no_numbers() {
  if constexpr (kMayBeUnknown<Message>) return {kInfinity, -kInfinity};
  return {kInfinity, -kInfinity, controller::kUnknown};
}
constexpr std::int64_t kNoTimes[] = {kMostTime_ns + 1, -kMostTime_ns - 1,
                                     std::numeric_limits<std::int64_t>::max(),
                                     std::numeric_limits<std::int64_t>::min()};

template <class Message>
void expect_undone(End& end, const Message& message, Reject why) {
  const std::string before = end.deeds();
  RejectCounts expected = end.rejects();
  ++expected[static_cast<std::size_t>(why)];
  end.hear(end.next(Message::kKind, payload_of(message, end.layout)));
  EXPECT_EQ(end.rejects(), expected);
  EXPECT_EQ(end.deeds(), before);
}

/// @return number of replaced values
template <class Message>
std::size_t expect_nonsense_undone(End& end, const Message& sound) {
  std::size_t n = 0;
  for (const double bad : no_numbers<Message>())
    for (const Message& message : spoiled(end.layout, sound, bad)) {
      expect_undone(end, message, Reject::kNotFinite);
      ++n;
    }
  for (const std::int64_t bad : kNoTimes)
    for (const Message& message : spoiled(end.layout, sound, bad)) {
      expect_undone(end, message, Reject::kOutOfRange);
      ++n;
    }
  return n;
}

// three invalid values for 9 numbers of each of 3 joints and 2 of the cup, and four for a time
TEST(Nonsense, MovesNoModule) {
  test::ModuleUnderOrders module;
  EXPECT_EQ(expect_nonsense_undone(module, test::first_order()), 3u * 29 + 4);
}

// 9 numbers of each of 3 joints
TEST(Nonsense, MovesNoModuleWithAPointFoot) {
  test::ModuleUnderOrders module(kPointLine);
  EXPECT_EQ(expect_nonsense_undone(module, test::first_order()), 3u * 27 + 4);
}

TEST(Nonsense, MovesNoCamera) {
  test::BodyUnderOrders body;
  EXPECT_EQ(expect_nonsense_undone(body, Gaze{7, {{0.3, 0.4}}}), 3u * 2 + 4);
}

TEST(Nonsense, IsNotReadFromAModule) {
  test::LineToModule line;
  EXPECT_EQ(expect_nonsense_undone(line, test::any<Report>(2)), 2u * (3 * 6 + 5 + 4 + 1) + 4 * 5);
}

TEST(Nonsense, IsNotReadFromAModuleWithAPointFoot) {
  test::LineToModule line(kPointLine);
  EXPECT_EQ(expect_nonsense_undone(line, test::any<Report>(2, kPointLine)),
            2u * (3 * 6 + 3 + 1) + 4 * 4);
}

/// Readings of GPS and compass at time 0.
Body with_place(Body body) {
  body.fix = controller::FixReading{0, {1, 2, 3}};
  body.heading = controller::HeadingReading{0, 0.5};
  return body;
}

TEST(Nonsense, IsNotReadFromGpsAndCompass) {
  test::LineToBody line(kPlaceLine);
  EXPECT_EQ(expect_nonsense_undone(line, with_place(test::any<Body>(2))), 2u * 12 + 4 * 5);
}

TEST(Nonsense, IsNotReadFromTheBody) {
  test::LineToBody line;
  EXPECT_EQ(expect_nonsense_undone(line, test::any<Body>(2)), 2u * 8 + 4 * 3);
  EXPECT_EQ(expect_nonsense_undone(line, test::any<Planes>(2)), 2u * 4 * (3 + 1 + 8 * 4) + 4);
}

TEST(Nonsense, IsNotBelievedOfAnIdentity) {
  const Header header{Kind::kIdentity, test::kModule, 0, 0};
  Identity sound;
  sound.echo = test::nonce_of(1);
  const auto asking = [] {
    MasterSession master(test::master_setup());
    test::Bytes said(kMaxDatagram);
    static_cast<void>(master.say(0, said));
    return master;
  };
  MasterSession believes = asking();
  static_cast<void>(believes.hear(test::sealed(header, payload_of(sound)), 0));
  EXPECT_EQ(believes.phase(), SessionPhase::kKnown);
  for (const double bad : no_numbers<Identity>())
    for (const Identity& identity : spoiled({}, sound, bad)) {
      MasterSession master = asking();
      static_cast<void>(master.hear(test::sealed(header, payload_of(identity)), 0));
      EXPECT_EQ(master.phase(), SessionPhase::kAsking);
      EXPECT_EQ(master.rejects()[static_cast<std::size_t>(Reject::kNotFinite)], 1u);
    }
}

// it would count as fresh until that time, whatever happens to the module meanwhile
TEST(Nonsense, IsAReadingOfATimeStillToCome) {
  test::LineToModule line;
  const Report reported = test::any<Report>(2);
  for (const auto time : {&controller::LegReading::sampled_ns, &controller::LegReading::heard_ns}) {
    Report ahead = reported;
    ahead.leg.*time = 1'000'000'000;
    expect_undone(line, ahead, Reject::kOutOfRange);
  }
  Report cup = reported, pack = reported;
  cup.leg.cup.sampled_ns = pack.leg.pack.sampled_ns = 1;
  expect_undone(line, cup, Reject::kOutOfRange);
  expect_undone(line, pack, Reject::kOutOfRange);

  test::LineToModule to_foot(kPointLine);
  Report foot = test::any<Report>(2, kPointLine);
  foot.leg.foot.sampled_ns = 1;
  expect_undone(to_foot, foot, Reject::kOutOfRange);

  test::LineToBody to_place(kPlaceLine);
  Body fix = with_place(test::any<Body>(2)), heading = fix;
  fix.fix->sampled_ns = heading.heading->sampled_ns = 1;
  expect_undone(to_place, fix, Reject::kOutOfRange);
  expect_undone(to_place, heading, Reject::kOutOfRange);

  test::LineToBody to_body;
  Body imu = test::any<Body>(2), picture = imu;
  imu.imu_ns = picture.picture_ns = 1;
  expect_undone(to_body, imu, Reject::kOutOfRange);
  expect_undone(to_body, picture, Reject::kOutOfRange);
}

}  // namespace
}  // namespace ventosa::hal::native::nonsense_test
