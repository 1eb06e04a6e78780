#include "hal/native/master_line.h"

#include <gtest/gtest.h>

#include "tests/hal/native/attacked_end.h"

namespace ventosa::hal::native::master_line_test {
namespace {

using test::Bytes;
using test::kCupLine;

constexpr std::int64_t kSecond_ns = 1'000'000'000;

/// A line whose far end is a module's session, one after the other.
class Line {
 public:
  Line() { line.claim(); }

  /// Exchanges the master's messages and the module's replies until the session is open.
  void open(ModuleSession& module, std::int64_t now_ns) {
    for (int k = 0; k < 5; ++k) {
      line.command({}, {}, port_, now_ns);
      Bytes reply(kMaxDatagram);
      const Identity identity;
      reply.resize(
          module.hear(port_.box.sent, test::kMasterSource, now_ns, identity, reply).n_reply_bytes);
      hear(reply, now_ns);
    }
    ASSERT_TRUE(line.is_open());
  }
  /// Time in the master's clock of a reading that is sampled, sent and received at once.
  std::int64_t sampled_ns(ModuleSession& module, std::int64_t reported_ns, std::int64_t now_ns) {
    Report report = test::any<Report>(1);
    report.now_ns = report.leg.sampled_ns = reported_ns;
    Bytes bytes(kMaxDatagram);
    bytes.resize(module.seal(report, kCupLine, bytes).n_bytes);
    hear(bytes, now_ns);
    return line.reading().sampled_ns;
  }

  ModuleLine line{test::master_setup(), kCupLine};

 private:
  void hear(const Bytes& datagram, std::int64_t now_ns) {
    if (!datagram.empty()) port_.box.arrived.push_back(datagram);
    line.hear(port_, now_ns);
  }
  test::MasterEnd port_;
};

// its clock starts at 0 again: with the old clock offset its readings would be an hour old
TEST(MasterLine, ReadsTheClockOfAModuleThatHasRebootedAnew) {
  Line line;
  ModuleSession before(test::module_setup());
  line.open(before, 0);
  EXPECT_EQ(line.sampled_ns(before, 3600 * kSecond_ns, kSecond_ns), kSecond_ns);
  ModuleSession after({.module = test::kModule, .key = test::key(), .secret = test::nonce_of(9)});
  line.open(after, 2 * kSecond_ns);
  EXPECT_EQ(line.sampled_ns(after, kSecond_ns / 2, 3 * kSecond_ns), 3 * kSecond_ns);
}

}  // namespace
}  // namespace ventosa::hal::native::master_line_test
