#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "tests/hal/legacy/golden_frames.h"

namespace ventosa::hal::legacy::codec_allocation_test {
namespace {

TEST(Codec, AllocatesNothing) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  const std::vector<Golden> golden = golden_frames();
  std::array<std::byte, 1472> buffer{};
  Datagram datagram(buffer);
  std::size_t n_taken = 0, n_refused = 0;
  const auto count = [&]<class T>(const T&) { ++(std::is_same_v<T, Frame> ? n_taken : n_refused); };
  const bench::AllocationCount allocations;
  for (const Golden& each : golden) n_taken -= datagram.append(each.frame) != Reject::kNone;
  decode(datagram.bytes(), count);
  buffer[3] = std::byte{0x99};
  decode(datagram.bytes(), count);
  decode(datagram.bytes().subspan(1), count);
  EXPECT_EQ(allocations.value(), 0);
  EXPECT_EQ(n_taken, 2 * golden.size() - 1);
  EXPECT_EQ(n_refused, 2u);
}

}  // namespace
}  // namespace ventosa::hal::legacy::codec_allocation_test
