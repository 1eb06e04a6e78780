#include "hal/native/sequence_window.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

/// Sequence numbers of a session compared with numbers that never wrap.
namespace ventosa::hal::native::sequence_window_test {
namespace {

using Number = std::int64_t;  ///< numbers that do not wrap

/// The documented rules of the protocol, with a set of all received numbers.
class Oracle {
 public:
  Reject judge(Number number) {
    if (heard_.empty() || (number > newest_ && number - newest_ <= SequenceWindow::kAhead)) {
      if (!heard_.empty()) n_missing_ += number - newest_ - 1;
      newest_ = number;
      heard_.insert(number);
      return Reject::kNone;
    }
    if (number > newest_) return Reject::kFuture;
    if (newest_ - number >= SequenceWindow::kBehind || !heard_.insert(number).second)
      return Reject::kReplayed;
    n_missing_ = std::max<Number>(0, n_missing_ - 1);
    return Reject::kLate;
  }
  Number newest() const { return newest_; }
  Number n_missing() const { return n_missing_; }

 private:
  std::set<Number> heard_;
  Number newest_ = 0, n_missing_ = 0;
};

/// The next number: usually the one that follows; now and then an old one, or one far ahead.
Number any_number(std::mt19937& dice, Number newest) {
  const auto below = [&](Number n) { return static_cast<Number>(dice()) % n; };
  switch (below(8)) {
    case 0:
      return newest - below(2 * SequenceWindow::kBehind);
    case 1:
      return newest + SequenceWindow::kAhead - 2 + below(5);
    case 2:
      return newest - 1'000'000 - below(1'000'000'000);
    case 3:
      return newest + SequenceWindow::kAhead + below(1'000'000'000);
    default:
      return newest + 1 + below(3);
  }
}

TEST(SequenceWindow, JudgesAsIfNumbersDidNotWrap) {
  constexpr Number kAll = Number{1} << 32;
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 dice(seed);
    SequenceWindow window;
    Oracle oracle;
    const Number first = 10 * kAll - 1 - static_cast<Number>(dice() % 100'000);
    ASSERT_EQ(window.judge(static_cast<std::uint32_t>(first)), oracle.judge(first));
    for (int k = 0; k < 5000; ++k) {
      const Number number = any_number(dice, oracle.newest());
      ASSERT_EQ(window.judge(static_cast<std::uint32_t>(number)), oracle.judge(number))
          << "seed " << seed << ": " << number - oracle.newest() << " from the newest";
      ASSERT_EQ(window.n_missing(), static_cast<std::uint32_t>(oracle.n_missing()));
    }
    EXPECT_GT(oracle.newest(), 10 * kAll);
  }
}

}  // namespace
}  // namespace ventosa::hal::native::sequence_window_test
