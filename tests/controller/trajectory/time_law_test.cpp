#include "controller/trajectory/time_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ventosa::controller::time_law_test {
namespace {

constexpr int kMoves = 20000;
constexpr double kRounding = 1e-9;  // relative to a limit or a distance

double log_uniform(double low, double high, std::mt19937_64& rng) {
  return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(rng));
}

MotionLimits random_limits(std::mt19937_64& rng) {
  return {log_uniform(1e-2, 10, rng), log_uniform(1e-2, 100, rng), log_uniform(1e-2, 1000, rng)};
}

double random_distance(std::mt19937_64& rng) {
  return log_uniform(1e-6, 100, rng) * (rng() % 2 == 0 ? 1 : -1);
}

/// A state that can be brought to acceleration zero within the limits.
Moving random_state(const MotionLimits& limits, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> u(-1, 1);
  Moving m{.x = u(rng), .v = u(rng) * limits.speed, .a = u(rng) * limits.acceleration};
  while (std::abs(m.v + m.a * std::abs(m.a) / (2 * limits.jerk)) > limits.speed) m.a /= 2, m.v /= 2;
  return m;
}

/// Largest |v| of a piece: at its ends, or where its acceleration passes zero.
double top_speed(const TimeLaw::Piece& piece) {
  const auto v = [&](double t) { return piece.from.v + t * (piece.from.a + t * piece.jerk / 2); };
  double top = std::max(std::abs(v(0)), std::abs(v(piece.duration_s)));
  const double t = piece.jerk != 0 ? -piece.from.a / piece.jerk : -1;
  return t > 0 && t < piece.duration_s ? std::max(top, std::abs(v(t))) : top;
}

void expect_extremes_within(const TimeLaw& law, const MotionLimits& limits) {
  for (int k = 0; k < law.n_pieces(); ++k) {
    const TimeLaw::Piece& piece = law.piece(k);
    const double a_end = piece.from.a + piece.duration_s * piece.jerk;
    ASSERT_LE(top_speed(piece), limits.speed * (1 + kRounding));
    ASSERT_LE(std::max(std::abs(piece.from.a), std::abs(a_end)),
              limits.acceleration * (1 + kRounding));
    ASSERT_LE(std::abs(piece.jerk), limits.jerk * (1 + kRounding));
  }
}

void expect_samples_within(const TimeLaw& law, const MotionLimits& limits) {
  constexpr int kSamples = 200;
  for (int n = 0; n <= kSamples; ++n) {
    const Moving m = law.at(n * law.duration_s() / kSamples);
    ASSERT_LE(std::abs(m.v), limits.speed * (1 + kRounding));
    ASSERT_LE(std::abs(m.a), limits.acceleration * (1 + kRounding));
  }
}

/// Each piece ends where the next one begins, the last one at the end.
void expect_continuous(const TimeLaw& law, double scale) {
  for (int k = 0; k < law.n_pieces(); ++k) {
    const auto& [from, jerk, t] = law.piece(k);
    const Moving end{from.x + t * (from.v + t * (from.a / 2 + t * jerk / 6)),
                     from.v + t * (from.a + t * jerk / 2), from.a + t * jerk};
    const Moving next = k + 1 < law.n_pieces() ? law.piece(k + 1).from : law.end();
    ASSERT_NEAR(end.x, next.x, kRounding * scale);
    ASSERT_NEAR(end.v, next.v, kRounding * scale);
    ASSERT_NEAR(end.a, next.a, 1e-7 * scale);
  }
}

/// Biagiotti and Melchiorri 2008, section 3.4: double S from rest to rest, case by case.
double closed_form_duration(double d, const MotionLimits& l) {
  d = std::abs(d);
  const double v = l.speed, a = l.acceleration, j = l.jerk;
  const bool reaches_a = v * j >= a * a;
  const double t_j = reaches_a ? a / j : std::sqrt(v / j);
  const double t_up = reaches_a ? t_j + v / a : 2 * t_j;
  if (d >= v * t_up) return 2 * t_up + d / v - t_up;  // reaches the speed limit
  if (d < 2 * a * a * a / (j * j)) return 4 * std::cbrt(d / (2 * j));
  return a / j + std::sqrt(a * a / (j * j) + 4 * d / a);
}

TEST(RestToRest, KeepsEveryLimitEndsExactlyAndIsContinuous) {
  std::mt19937_64 rng(1);
  for (int n = 0; n < kMoves; ++n) {
    const MotionLimits limits = random_limits(rng);
    const double d = random_distance(rng);
    const TimeLaw law = rest_to_rest(d, limits);
    expect_extremes_within(law, limits);
    if (n % 20 == 0) expect_samples_within(law, limits);
    expect_continuous(law, std::abs(d) + limits.speed + limits.acceleration);
    const Moving end = law.at(law.duration_s());
    ASSERT_EQ(end.x, d);
    ASSERT_EQ(end.v, 0);
    ASSERT_EQ(end.a, 0);
  }
}

TEST(RestToRest, TakesTheTimeOfTheClosedFormAndNotMore) {
  std::mt19937_64 rng(2);
  for (int n = 0; n < kMoves; ++n) {
    const MotionLimits limits = random_limits(rng);
    const double d = random_distance(rng);
    const double expected_s = closed_form_duration(d, limits);
    ASSERT_NEAR(rest_to_rest(d, limits).duration_s(), expected_s, 1e-9 * expected_s)
        << d << " " << limits.speed << " " << limits.acceleration << " " << limits.jerk;
  }
}

TEST(RestToRest, GoesOneWayOnly) {
  std::mt19937_64 rng(3);
  for (int n = 0; n < 1000; ++n) {
    const double d = random_distance(rng);
    const TimeLaw law = rest_to_rest(d, random_limits(rng));
    for (double s = 0; s <= 1; s += 0.01)
      ASSERT_GE(std::copysign(1, d) * law.at(s * law.duration_s()).v, -1e-12);
  }
}

TEST(RestToRest, StretchedKeepsItsWayAndItsLimits) {
  std::mt19937_64 rng(4);
  for (int n = 0; n < 1000; ++n) {
    const MotionLimits limits = random_limits(rng);
    TimeLaw law = rest_to_rest(random_distance(rng), limits);
    const TimeLaw fast = law;
    const double slower = 1 + log_uniform(1e-3, 10, rng);
    law.stretch(slower * fast.duration_s());
    ASSERT_NEAR(law.duration_s(), slower * fast.duration_s(), 1e-12 * law.duration_s());
    expect_extremes_within(law, limits);
    for (double s = 0; s <= 1; s += 0.05) {
      const double scale = std::abs(fast.end().x);
      ASSERT_NEAR(law.at(s * law.duration_s()).x, fast.at(s * fast.duration_s()).x, 1e-9 * scale);
    }
    ASSERT_EQ(law.at(law.duration_s()).x, fast.end().x);
  }
}

TEST(RestToRest, IsFineWithDegenerateDistances) {
  const MotionLimits limits{1, 2, 3};
  EXPECT_EQ(rest_to_rest(0, limits).duration_s(), 0);
  for (const double d : {1e-300, -1e-300, 5e-324, 1e-12, 1e12, 1e300, -1e300}) {
    const TimeLaw law = rest_to_rest(d, limits);
    EXPECT_TRUE(std::isfinite(law.duration_s())) << d;
    EXPECT_EQ(law.at(law.duration_s()).x, d);
    for (double s = 0; s <= 1; s += 0.1) {
      const Moving m = law.at(s * law.duration_s());
      EXPECT_TRUE(std::isfinite(m.x + m.v + m.a)) << d << " at " << s;
      EXPECT_LE(std::abs(m.x), std::abs(d) * (1 + 1e-9)) << d;
      EXPECT_LE(std::abs(m.v), 1 + 1e-9) << d;
    }
  }
}

TEST(RestToRest, StaysWhereItIsWithoutSoundInput) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const MotionLimits good{1, 2, 3};
  for (const double d : {nan, inf, -inf}) EXPECT_EQ(rest_to_rest(d, good).at(1).x, 0);
  for (const double bad : {0.0, -1.0, nan, inf})
    for (const MotionLimits& limits :
         {MotionLimits{bad, 2, 3}, MotionLimits{1, bad, 3}, MotionLimits{1, 2, bad}}) {
      EXPECT_FALSE(is_sound(limits));
      EXPECT_EQ(rest_to_rest(1, limits).duration_s(), 0);
      EXPECT_EQ(rest_to_rest(1, limits).at(1).x, 0);
      EXPECT_EQ(to_rest({.x = 0.5}, 1, limits).at(1).x, 0.5);
    }
  EXPECT_EQ(to_rest({.x = 0.5, .v = nan}, 1, good).at(1).x, 0.5);
  EXPECT_EQ(to_rest({.x = nan}, 1, good).at(1).x, 0);
  EXPECT_EQ(to_rest({.x = 0.5}, nan, good).at(1).v, 0);
}

TEST(ToRest, KeepsEveryLimitEndsExactlyAndIsContinuousFromAnyState) {
  std::mt19937_64 rng(5);
  for (int n = 0; n < kMoves; ++n) {
    const MotionLimits limits = random_limits(rng);
    const Moving start = random_state(limits, rng);
    const double x_to = random_distance(rng);
    const TimeLaw law = to_rest(start, x_to, limits);
    expect_extremes_within(law, limits);
    if (n % 20 == 0) expect_samples_within(law, limits);
    const double span = std::abs(start.x) + std::abs(x_to) + law.duration_s() * limits.speed;
    expect_continuous(law, span + limits.speed + limits.acceleration);
    ASSERT_EQ(law.at(0).x, start.x);
    ASSERT_EQ(law.at(0).v, start.v);
    ASSERT_EQ(law.at(0).a, start.a);
    ASSERT_EQ(law.at(law.duration_s()).x, x_to);
    ASSERT_EQ(law.at(law.duration_s()).v, 0);
  }
}

TEST(ToRest, IsTheLeastTimeFromRest) {
  std::mt19937_64 rng(6);
  for (int n = 0; n < kMoves; ++n) {
    const MotionLimits limits = random_limits(rng);
    const double d = random_distance(rng), expected_s = closed_form_duration(d, limits);
    ASSERT_NEAR(to_rest({}, d, limits).duration_s(), expected_s, 1e-7 * expected_s);
  }
}

/// Every part of a fastest motion is itself a fastest motion: from each state on a closed form the
/// remaining duration is the least time, while speeding up, cruising and braking.
TEST(ToRest, IsTheLeastTimeFromEveryStateOnTheWay) {
  std::mt19937_64 rng(7);
  for (int n = 0; n < kMoves; ++n) {
    const MotionLimits limits = random_limits(rng);
    const double d = random_distance(rng);
    const TimeLaw law = rest_to_rest(d, limits);
    const double t = std::uniform_real_distribution<double>(0, 0.95)(rng) * law.duration_s();
    const TimeLaw rest = to_rest(law.at(t), d, limits);
    ASSERT_NEAR(t + rest.duration_s(), law.duration_s(), 1e-4 * law.duration_s())
        << d << " " << limits.speed << " " << limits.acceleration << " " << limits.jerk << " " << t;
  }
}

/// From any state: a motion that is replanned by to_rest() on its way does not end later.
TEST(ToRest, PlansTheSameAgainOnItsWay) {
  std::mt19937_64 rng(8);
  for (int n = 0; n < kMoves; ++n) {
    const MotionLimits limits = random_limits(rng);
    const double x_to = random_distance(rng);
    const TimeLaw law = to_rest(random_state(limits, rng), x_to, limits);
    const double t = std::uniform_real_distribution<double>(0, 0.95)(rng) * law.duration_s();
    const TimeLaw rest = to_rest(law.at(t), x_to, limits);
    ASSERT_LE(t + rest.duration_s(), law.duration_s() * (1 + 1e-4));
  }
}

TEST(SpeedChange, IsTheLeastTimeOfAJerkLimitedRamp) {
  // v / a + a / j where the acceleration limit is reached, else 2 sqrt(v / j)
  const MotionLimits limits{1, 2, 8};
  for (const double v : {0.1, 0.4, 0.5, 0.6, 1.0}) {
    TimeLaw law(Moving{});
    law.add_speed_change(v, limits);
    EXPECT_NEAR(law.duration_s(), v >= 0.5 ? v / 2 + 2.0 / 8 : 2 * std::sqrt(v / 8), 1e-12) << v;
    EXPECT_EQ(law.end().v, v);
  }
}

}  // namespace
}  // namespace ventosa::controller::time_law_test
