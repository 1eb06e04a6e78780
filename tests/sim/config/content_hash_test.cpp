#include "sim/config/content_hash.h"

#include <gtest/gtest.h>

#include "controller/model/frames.h"
#include "tests/sim/config/fields.h"

namespace ventosa::sim::content_hash_test {
namespace {

struct Empty {};
struct Padded {
  bool first = false;  // followed by seven bytes of padding
  double second = 0;
};
struct Nested {
  Padded padded;
  std::array<double, 3> numbers{};
  controller::Vector3d vector = controller::Vector3d::Zero();
  std::vector<Padded> list;
  std::string name;
  std::int8_t small = 0;
};

void describe(auto& field, controller::Is<Padded> auto& padded) {
  field("first", padded.first);
  field("second", padded.second);
}

static_assert(count_fields<Empty>() == 0);
static_assert(count_fields<Padded>() == 2);
static_assert(count_fields<Nested>() == 6);

template <class Value>
std::uint64_t hash_of(const Value& value) {
  ContentHash hash;
  hash.add(value);
  return hash.value();
}

TEST(ContentHash, DoesNotSeePadding) {
  alignas(Padded) std::array<unsigned char, sizeof(Padded)> zeros{}, ones{};
  ones.fill(0xff);
  const auto* a = new (zeros.data()) Padded{true, 1.5};
  const auto* b = new (ones.data()) Padded{true, 1.5};
  EXPECT_EQ(hash_of(*a), hash_of(*b));
}

TEST(ContentHash, TellsWhereOneFieldEndsAndTheNextBegins) {
  EXPECT_NE(hash_of(std::vector<std::string>{"ab", "c"}),
            hash_of(std::vector<std::string>{"a", "bc"}));
  EXPECT_NE(hash_of(std::vector<Padded>(1)), hash_of(std::vector<Padded>(2)));
  EXPECT_NE(hash_of(std::optional<int>()), hash_of(std::optional<int>(0)));
}

}  // namespace
}  // namespace ventosa::sim::content_hash_test
