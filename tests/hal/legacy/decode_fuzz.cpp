#include <cstdlib>

#include "tests/hal/legacy/decode_property.h"

/// libFuzzer's entry: one datagram of any bytes (docs/testing.md).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!ventosa::hal::legacy::decode_anything(std::as_bytes(std::span(data, size))).holds)
    std::abort();
  return 0;
}
