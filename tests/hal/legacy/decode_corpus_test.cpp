#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/hal/legacy/decode_property.h"

namespace ventosa::hal::legacy::decode_corpus_test {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Inputs that the fuzzer found to reach new code, and those that once failed.
TEST(DecodeCorpus, HoldsWhatMustHoldForAnyBytes) {
  int n_files = 0, n_taken = 0, n_refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(VENTOSA_SOURCE_DIR "/tests/hal/legacy/corpus")) {
    const std::string content = content_of(entry.path());
    const Outcome outcome = decode_anything(std::as_bytes(std::span(content)));
    EXPECT_TRUE(outcome.holds) << entry.path();
    n_taken += outcome.n_taken;
    n_refused += outcome.n_refused;
    ++n_files;
  }
  EXPECT_GT(n_files, 31) << "a file of each message at least";
  EXPECT_GT(n_taken, 31);
  EXPECT_GT(n_refused, 0);
}

}  // namespace
}  // namespace ventosa::hal::legacy::decode_corpus_test
