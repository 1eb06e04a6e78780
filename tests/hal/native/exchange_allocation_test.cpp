#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "bench/allocations.h"
#include "tests/hal/fake_robot.h"
#include "tests/hal/native/native_twin.h"

namespace ventosa::hal::exchange_allocation_test {
namespace {

constexpr std::int64_t kPeriod_ns = 10'000'000;

/// Waiting datagrams, in memory that is allocated at the start.
class Queue {
 public:
  void put(std::span<const std::byte> datagram) noexcept {
    Slot& slot = slots_[(first_ + n_++) % slots_.size()];
    slot.size = datagram.size();
    std::copy(datagram.begin(), datagram.end(), slot.bytes.begin());
  }
  std::span<const std::byte> take(std::span<std::byte> buffer) noexcept {
    if (n_ == 0) return {};
    const Slot& slot = slots_[first_++ % slots_.size()];
    --n_;
    std::copy_n(slot.bytes.begin(), slot.size, buffer.begin());
    return buffer.first(slot.size);
  }

 private:
  struct Slot {
    std::size_t size = 0;
    std::array<std::byte, kDatagramRoom> bytes;
  };
  std::array<Slot, 16> slots_;
  std::size_t first_ = 0, n_ = 0;
};

struct Wire {
  Queue to_module, to_master;
};
struct MasterEnd final : Port {
  explicit MasterEnd(Wire& both) : wire(both) {}
  void send(std::span<const std::byte> datagram) noexcept override { wire.to_module.put(datagram); }
  std::span<const std::byte> receive(std::span<std::byte> buffer) noexcept override {
    return wire.to_master.take(buffer);
  }
  Wire& wire;
};
struct ModuleEnd final : ServerPort {
  explicit ModuleEnd(Wire& both) : wire(both) {}
  void send(Source, std::span<const std::byte> datagram) noexcept override {
    wire.to_master.put(datagram);
  }
  Call receive(std::span<std::byte> buffer) noexcept override {
    return {wire.to_module.take(buffer), 7};
  }
  Wire& wire;
};

/// Both ends of a robot; its time passes while the master waits.
class WiredFake final : public Network {
 public:
  explicit WiredFake(Pace pace) : WiredFake(ends(pace)) {}

  std::int64_t now_ns() const noexcept override { return now_ns_; }
  Port& port(std::size_t device) noexcept override { return master_end_[device]; }
  void wait_until(std::int64_t time_ns) noexcept override {
    now_ns_ = time_ns;
    fleet_.serve(now_ns_);
    if (pace_ == Pace::kRealTime || fleet_.is_commanded())
      static_cast<void>(fleet_.advance(now_ns_));
  }

 private:
  static test::Ends ends(Pace pace) {
    FakeRobot robot;
    controller::Start start;
    EXPECT_EQ(robot.start(start), Status::kOk);
    return test::ends_of(fake_model(), start, kPeriod_ns, pace);
  }
  explicit WiredFake(const test::Ends& ends)
      : pace_(ends.fleet.pace), fleet_(ends.fleet, plant_, ports()), robot(ends.master, *this) {}
  std::vector<ServerPort*> ports() {
    std::vector<ServerPort*> all;
    for (ModuleEnd& end : module_end_) all.push_back(&end);
    return all;
  }

  const Pace pace_;
  std::int64_t now_ns_ = 0;
  std::array<Wire, 3> wire_;
  std::array<MasterEnd, 3> master_end_{MasterEnd(wire_[0]), MasterEnd(wire_[1]),
                                       MasterEnd(wire_[2])};
  std::array<ModuleEnd, 3> module_end_{ModuleEnd(wire_[0]), ModuleEnd(wire_[1]),
                                       ModuleEnd(wire_[2])};
  FakeRobot plant_;
  NativeFleet fleet_;

 public:
  NativeRobot robot;
};

class ExchangeAllocation : public testing::TestWithParam<Pace> {};

TEST_P(ExchangeAllocation, IsNoneAtBothEnds) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  const auto wired = std::make_unique<WiredFake>(GetParam());
  ASSERT_TRUE(wired->robot.ask(1'000'000'000));
  ASSERT_TRUE(wired->robot.claim(2'000'000'000));
  wired->robot.enter(GuardMode::kActive);
  controller::Command command;
  command.leg[1].joint[2] = {.mode = controller::JointMode::kImpedance, .q_rad = 0.5};
  controller::Observation seen;
  Status status = Status::kLost;
  const bench::AllocationCount allocations;
  for (int k = 0; k < 300; ++k) status = wired->robot.exchange(command, seen);
  EXPECT_EQ(allocations.value(), 0);
  EXPECT_EQ(status, Status::kOk);
  EXPECT_EQ(seen.leg[1].joint[2].q_rad, 0.5);
}

INSTANTIATE_TEST_SUITE_P(Paces, ExchangeAllocation,
                         testing::Values(Pace::kRealTime, Pace::kLockStep));

}  // namespace
}  // namespace ventosa::hal::exchange_allocation_test
