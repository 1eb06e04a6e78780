#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/hal/native/line_property.h"
#include "tests/hal/native/payload_property.h"
#include "tests/hal/native/session_property.h"

/// Inputs that the fuzzers found to reach new code, and those that once failed.
namespace ventosa::hal::native::test::fuzz_corpus_test {
namespace {

/// judge(script) of each file.
template <class Judge>
void each_of(const std::string& corpus, Judge judge) {
  const std::string folder = VENTOSA_SOURCE_DIR "/tests/hal/native/corpus/" + corpus;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    EXPECT_TRUE(judge(std::as_bytes(std::span(content)))) << entry.path();
  }
}

TEST(PayloadCorpus, HoldsWhatMustHoldForAnyBytes) {
  std::set<Kind> accepted;
  int n_refused = 0;
  each_of("payload", [&](std::span<const std::byte> bytes) {
    const PayloadOutcome outcome = judge_anything(bytes);
    if (outcome.accepted) accepted.insert(*outcome.accepted);
    n_refused += !outcome.accepted;
    return outcome.holds;
  });
  EXPECT_EQ(accepted.size(), controller::kEnumerators<Kind>.size());
  EXPECT_GT(n_refused, 0);
}

TEST(SessionCorpus, HoldsWhatMustHoldInAnyConversation) {
  ConversationOutcome sum;
  each_of("session", [&](std::span<const std::byte> bytes) {
    const ConversationOutcome outcome = Conversation(Script(bytes)).run();
    sum.n_opened += outcome.n_opened;
    sum.n_actuated += outcome.n_actuated;
    sum.n_heard += outcome.n_heard;
    return outcome.holds;
  });
  EXPECT_GT(sum.n_opened, 0);
  EXPECT_GT(sum.n_actuated, 0);
  EXPECT_GT(sum.n_heard, 0);
}

TEST(LineCorpus, HoldsWhatMustHoldForAnyMessages) {
  std::array<int, 2> n_taken{};
  each_of("line", [&](std::span<const std::byte> bytes) {
    const auto outcomes = judge_lines(bytes);
    for (std::size_t k = 0; k < outcomes.size(); ++k) n_taken[k] += outcomes[k].n_taken;
    return std::all_of(outcomes.begin(), outcomes.end(),
                       [](const LineOutcome& outcome) { return outcome.holds && outcome.is_open; });
  });
  for (const int n : n_taken) EXPECT_GT(n, 0);
}

}  // namespace
}  // namespace ventosa::hal::native::test::fuzz_corpus_test
