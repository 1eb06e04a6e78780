#include <cstdlib>

#include "tests/hal/broadcast/codec_property.h"

/// libFuzzer's entry: one datagram of any bytes (docs/testing.md).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  int n_taken = 0;
  if (!ventosa::hal::broadcast::holds_for(std::as_bytes(std::span(data, size)), n_taken))
    std::abort();
  return 0;
}
