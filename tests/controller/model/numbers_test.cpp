#include "controller/model/numbers.h"

#include <gtest/gtest.h>

#include "tests/controller/numbers_of.h"

namespace ventosa::controller::numbers_test {
namespace {

enum class Colour : std::uint8_t { kRed, kGreen };
constexpr auto enumerators(Colour) { return words("red", "green"); }

struct Inner {
  double length_m = 0;
};

void describe(auto& field, Is<Inner> auto& inner) { field("length", inner.length_m, "m"); }

struct Outer {
  bool on = true;
  int n = 3;
  std::int64_t sampled_ns = 1500000000;
  Colour colour = Colour::kGreen;
  Inner inner{2};
  std::optional<Colour> maybe{};
  std::optional<Inner> other{};
  Vector3d p{4, 5, 6};
  Isometry3d X = Isometry3d::Identity();
  std::array<double, 2> pair{7, 8};
  PerLeg<PerJoint<double>> q{};
};

void describe(auto& field, Is<Outer> auto& outer) {
  field("on", outer.on);
  field("n", outer.n);
  field("sampled", outer.sampled_ns, "s");
  field("colour", outer.colour);
  field("inner", outer.inner);
  field("maybe", outer.maybe);
  field("other", outer.other);
  field("p", outer.p, "m");
  field("X", outer.X);
  field.list("pair", outer.pair, "N");
  field.per_leg("leg", [&](auto& leg, int i) {
    leg.per_joint("q", outer.q[static_cast<std::size_t>(i)], "rad");
  });
}

RobotModel legs_of(std::vector<int> joints) {
  RobotModel robot;
  for (const int n : joints) robot.leg.emplace_back().n_joints = n;
  return robot;
}

TEST(Numbers, AreThoseOfTheFieldsInTheirOrder) {
  Outer outer;
  outer.q[0] = {1, 2, 3};
  outer.q[1] = {4, 5, 6};
  const std::vector<double> expected{1, 3, 1.5, 1, 2, -1, 0, 0, 4, 5, 6,  // p
                                     0, 0, 0,   1, 0, 0,  0,              // X
                                     7, 8, 1,   2, 4, 5,  6};
  EXPECT_EQ(numbers_of(Shape(legs_of({2, 3})), outer), expected);
}

TEST(Numbers, OfAPoseAreAQuaternionWithAPositiveRealPart) {
  Outer outer;
  outer.X.linear() = Eigen::AngleAxisd(-3, Vector3d::UnitZ()).toRotationMatrix();
  const std::vector<double> numbers = numbers_of(Shape(legs_of({})), outer);
  EXPECT_NEAR(numbers[14], std::cos(1.5), 1e-15);
  EXPECT_NEAR(numbers[17], -std::sin(1.5), 1e-15);
}

TEST(Numbers, OfAnOptionalAreGivenAndContent) {
  Outer outer;
  outer.maybe = Colour::kRed;
  outer.other = Inner{9};
  const std::vector<double> numbers = numbers_of(Shape(legs_of({})), outer);
  EXPECT_EQ(numbers[5], 0);
  EXPECT_EQ(numbers[6], 1);
  EXPECT_EQ(numbers[7], 9);
}

struct TypeCollector : PathKeeper {
  std::vector<std::string> seen;
  void number(const char* name, const NumberType& type, double) {
    std::string text;
    for (const std::string& step : path) text += step + ".";
    text += std::string(name ? name : "") + " " + type.unit;
    for (const std::string_view word : type.enumerators) text += " " + std::string(word);
    seen.push_back(text);
  }
};

TEST(Numbers, HaveNamesUnitsAndEnumerators) {
  TypeCollector collector;
  visit_numbers(collector, Shape(legs_of({1})), Outer{});
  const std::vector<std::string> expected{"on bool",
                                          "n 1",
                                          "sampled s",
                                          "colour enum red green",
                                          "inner.length m",
                                          "maybe enum red green",
                                          "other.given bool",
                                          "other.length m",
                                          "p.x m",
                                          "p.y m",
                                          "p.z m",
                                          "X.x m",
                                          "X.y m",
                                          "X.z m",
                                          "X.qw 1",
                                          "X.qx 1",
                                          "X.qy 1",
                                          "X.qz 1",
                                          "pair. N",
                                          "pair. N",
                                          "leg..q. rad"};
  EXPECT_EQ(collector.seen, expected);
}

TEST(Name, OfAValueWithoutOneIsUnknown) {
  EXPECT_EQ(name(Colour::kGreen), "green");
  EXPECT_EQ(name(static_cast<Colour>(2)), "unknown");
}

}  // namespace
}  // namespace ventosa::controller::numbers_test
