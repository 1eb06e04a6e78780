#include <cstdlib>

#include "tests/hal/native/line_property.h"

/// libFuzzer's entry (docs/testing.md).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ventosa::hal::native::test;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  for (const LineOutcome& outcome : judge_lines(bytes))
    if (!outcome.holds) std::abort();
  return 0;
}
