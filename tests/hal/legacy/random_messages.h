#pragma once

#include <bit>
#include <deque>
#include <random>

#include "hal/legacy/layout.h"
#include "tests/hal/legacy/frames.h"

namespace ventosa::hal::legacy {

/// Random valid messages with arbitrary bit patterns in their fields.
class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return std::uniform_int_distribution(0, n - 1)(random_); }

  /// One message of each kind, in the order of the table. Texts are valid until the next call.
  std::vector<Message> one_of_each() {
    texts_.clear();
    std::vector<Message> all;
    const auto add = [&]<class T>(const Row<T>&) {
      T message;
      layout(*this, message);
      all.push_back(message);
    };
    std::apply([&](const auto&... row) { (add(row), ...); }, kTable);
    return all;
  }

  // called by layout()
  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_same_v<T, float>) do
        value = std::bit_cast<float>(static_cast<std::uint32_t>(random_()));
      while (!std::isfinite(value));
    else
      value = static_cast<T>(random_());
  }
  template <class T>
  void operator()(T& value, bool (*rule)(T)) {
    do (*this)(value);
    while (!rule(value));
  }
  void operator()(ServoMode& mode, bool (*rule)(ServoMode)) {
    do mode = static_cast<ServoMode>(below(17));
    while (!rule(mode));
  }
  void text(std::string_view& text, std::size_t max) {
    std::string& drawn = texts_.emplace_back();
    for (int n = below(static_cast<int>(max) + 1); n > 0; --n)
      drawn.push_back(static_cast<char>(1 + below(255)));
    text = drawn;
  }
  void check(std::uint8_t) {}
  void byte_sum() {}

 private:
  std::mt19937_64 random_;
  std::deque<std::string> texts_;
};

}  // namespace ventosa::hal::legacy
