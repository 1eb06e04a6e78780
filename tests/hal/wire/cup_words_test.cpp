#include <gtest/gtest.h>

#include <random>

#include "tests/hal/legacy/legacy_twin.h"
#include "tests/hal/native/native_twin.h"
#include "tests/sim/stands.h"

/// Whatever modules, masters and operators do, no attached cup is released unless an operator has
/// declared it free: random lives of a robot with both protocols.
namespace ventosa::hal::cup_words_test {
namespace {

using controller::Command;
using controller::CupMode;
using controller::Observation;

constexpr std::size_t kLegs = 4;
constexpr std::int64_t kSecond_ns = 1'000'000'000;

/// A closed-form robot: cups stay attached until they are released, joints follow their set-points.
/// After a boot a module may take the present vacuum for zero.
class HoldingCups final : public Robot {
 public:
  HoldingCups(std::int64_t period_ns, bool false_zeros) : has_false_zeros_(false_zeros) {
    can_ = {.cup_modes = {CupMode::kHold, CupMode::kGrip, CupMode::kRelease, CupMode::kAttach},
            .impedance = Impedance::kExact,
            .control_period_ns = period_ns,
            .telemetry = {.joint_velocity = true, .imu = true}};
    for (auto& leg : can_.joint_modes)
      leg.fill({controller::JointMode::kHold, controller::JointMode::kPassive,
                controller::JointMode::kImpedance});
    holds.fill(true);
    percent.fill(100);
    seen_.body.specific_force_B = {0, 0, 9.81};
    sample();
  }

  void boot(std::size_t leg) {
    ++boots_[leg];
    if (has_false_zeros_) zero_Pa_[leg] = true_Pa(leg);
  }

  const Capabilities& capabilities() const noexcept override { return can_; }
  Status start(controller::Start& start) noexcept override {
    start.attached.fill(true);
    start.patches.n = 1;
    start.seen = seen_;
    return Status::kOk;
  }
  Status exchange(const Command& command, Observation& seen) noexcept override {
    seen_.now_ns += can_.control_period_ns;
    for (std::size_t i = 0; i < kLegs; ++i) obey(i, command.leg[i]);
    sample();
    seen = seen_;
    return Status::kOk;
  }

  /// tight: the cup keeps its vacuum without a turbine
  std::array<bool, kLegs> holds{}, is_tight{};
  std::array<double, kLegs> percent{};
  double q_rad(std::size_t leg) const { return seen_.leg[leg].joint[0].q_rad; }

 private:
  double true_Pa(std::size_t leg) const { return holds[leg] ? 5000 : 0; }

  void obey(std::size_t leg, const controller::LegCommand& commanded) {
    for (std::size_t j = 0; j < commanded.joint.size(); ++j)
      if (commanded.joint[j].mode == controller::JointMode::kImpedance)
        seen_.leg[leg].joint[j].q_rad = commanded.joint[j].q_rad;
    const bool is_attached = seen_.leg[leg].cup.vacuum_Pa > 2000;
    if (commanded.cup.mode == CupMode::kRelease) percent[leg] = 0;
    if (commanded.cup.mode == CupMode::kRelease && !is_tight[leg]) holds[leg] = false;
    if (commanded.cup.mode == CupMode::kGrip) percent[leg] = 100 * commanded.cup.turbine;
    if (commanded.cup.mode == CupMode::kAttach) percent[leg] = 50;
    if (commanded.cup.mode == CupMode::kHold && is_attached) percent[leg] = 100;
  }
  void sample() {
    seen_.body.sampled_ns = seen_.now_ns;
    for (std::size_t i = 0; i < kLegs; ++i) {
      controller::LegReading& leg = seen_.leg[i];
      leg.sampled_ns = seen_.now_ns;
      leg.cup = {.sampled_ns = seen_.now_ns,
                 .vacuum_Pa = std::max(0.0, true_Pa(i) - zero_Pa_[i]),
                 .turbine = percent[i] / 100};
      leg.cup.distance_m.fill(holds[i] ? 0.001 : 0.2);
      leg.module = {.power = controller::Switch::kOn, .boots = 1 + boots_[i]};
      for (controller::JointReading& joint : leg.joint)
        joint.errors = 0, joint.torque = controller::Switch::kOn;
    }
  }

  const bool has_false_zeros_;
  Capabilities can_;
  Observation seen_;
  std::array<std::int32_t, kLegs> boots_{};
  std::array<double, kLegs> zero_Pa_{};
};

struct OverLegacy {
  OverLegacy()
      : plant(40'000'000, false),
        ends(test::legacy_ends(sim::romerin4(), started())),
        network(kLegs),
        fleet(ends.fleet, plant, network.device_ports()) {
    network.serve = [this](std::int64_t now_ns) { fleet.serve(now_ns); };
    network.period_ns = 40'000'000;
    network.each_period = [this](std::int64_t now_ns) { static_cast<void>(fleet.advance(now_ns)); };
    take_over();
  }
  controller::Start started() {
    controller::Start start;
    static_cast<void>(plant.start(start));
    return start;
  }
  void take_over() {
    robot.reset();
    robot.emplace(ends.master, network);
    EXPECT_TRUE(robot->claim(network.now_ns() + 12 * kSecond_ns));
  }
  /// The module reboots, which its reading shows, and receives nothing for some seconds.
  void boot(std::size_t leg) {
    plant.is_tight[leg] = true;
    plant.boot(leg);
  }
  /// An operator restarts its turbine.
  void recover(std::size_t leg) {
    constexpr Source kStranger = 99;
    network.throw_at(leg, test::bytes_of(legacy::SuctionCup{100}), kStranger);
  }

  HoldingCups plant;
  test::LegacyEnds ends;
  test::VirtualNetwork network;
  LegacyFleet fleet;
  std::optional<LegacyRobot> robot;
};

struct OverNative {
  OverNative()
      : plant(10'000'000, true),
        ends(test::ends_of(sim::romerin4().nominal, started(), 10'000'000, Pace::kRealTime)),
        network(kLegs + 1),
        fleet(ends.fleet, plant, network.device_ports()) {
    network.serve = [this](std::int64_t now_ns) { fleet.serve(now_ns); };
    network.period_ns = 10'000'000;
    network.each_period = [this](std::int64_t now_ns) {
      fleet.serve(now_ns);
      static_cast<void>(fleet.advance(now_ns));
    };
    take_over();
  }
  controller::Start started() {
    controller::Start start;
    static_cast<void>(plant.start(start));
    return start;
  }
  void take_over() {
    robot.reset();
    ends.master.nonce = test::nonce(static_cast<std::uint8_t>(++n_masters));
    robot.emplace(ends.master, network);
    EXPECT_TRUE(robot->ask(network.now_ns() + 3 * kSecond_ns));
    EXPECT_TRUE(robot->claim(network.now_ns() + 12 * kSecond_ns));
  }
  void boot(std::size_t leg) { plant.boot(leg); }
  void recover(std::size_t) {}

  HoldingCups plant;
  test::Ends ends;
  test::VirtualNetwork network;
  NativeFleet fleet;
  std::optional<NativeRobot> robot;
  int n_masters = 2;
};

/// Counts of events, to detect a run in which nothing happened.
struct Counts {
  int armed = 0, unknown = 0, holds = 0, freed = 0, led_out = 0;
};

/// One robot, its operator and a controller that releases every cup that it does not know to be
/// attached.
template <class Wire>
class Life {
 public:
  Life(std::uint32_t seed, Counts& counts) : dice_(seed), counts_(counts) {
    last_percent_ = wire_.plant.percent;
  }

  void live(int n_events) {
    for (int k = 0; k < n_events && !testing::Test::HasFailure(); ++k) happen();
  }

 private:
  int roll(int n) { return static_cast<int>(dice_() % static_cast<unsigned>(n)); }
  WireRobot& robot() { return *wire_.robot; }

  void happen() {
    const auto leg = static_cast<std::size_t>(roll(kLegs));
    switch (roll(10)) {
      case 0:
        return boot(leg);
      case 1:
        return renew();
      case 2:
        return ask(OperatorAction::kHold);
      case 3:
        return ask(OperatorAction::kDisarm);
      case 4:
      case 5:
        return ask(OperatorAction::kAcknowledge);
      case 6:
      case 7:
        return ask(OperatorAction::kArm);
      default:
        return answer(leg);
    }
  }

  void boot(std::size_t leg) {
    wire_.boot(leg);
    is_freed_[leg] = false;
    is_down_[leg] = true;
    pass(5);
    wire_.recover(leg);
    pass(4);
    is_down_[leg] = wire_.plant.is_tight[leg] = false;
  }
  /// The program quits or is killed, and is started again.
  void renew() {
    if (roll(2) == 0) robot().leave();
    wire_.take_over();
    n_ = 0;
    is_freed_ = {};
    guard_ = {};
    static_cast<void>(robot().set_up());
    pass(2);
  }
  void ask(OperatorAction action) {
    const GuardMode before = guard_.mode;
    tick({action});
    const bool became_active = before != GuardMode::kActive && guard_.mode == GuardMode::kActive;
    counts_.armed += became_active;
    counts_.led_out += became_active && action == OperatorAction::kAcknowledge;
    pass(1 + roll(3));
  }
  /// Mostly the true state; and sometimes twice.
  void answer(std::size_t leg) {
    const bool lies = roll(4) == 0;
    const CupWord word = wire_.plant.holds[leg] != lies ? CupWord::kHolds : CupWord::kFree;
    const bool taken = robot().take({leg, word, roll(2) == 0}) == CupReply::kTaken;
    if (taken) is_freed_[leg] = word == CupWord::kFree;
    counts_.holds += taken && word == CupWord::kHolds;
    counts_.freed += taken && word == CupWord::kFree;
    pass(1.2);
  }

  void pass(double time_s) {
    const std::int64_t end_ns = wire_.network.now_ns() + std::llround(1e9 * time_s);
    while (wire_.network.now_ns() < end_ns) tick({});
  }
  void tick(const OperatorRequest& request) {
    const Health& health = robot().health();
    const GuardInputs inputs{health.session, health.lease, health.robot, health.leg, request};
    guard_ = step(guard_, inputs, wire_.network.now_ns()).state;
    robot().enter(guard_.mode);
    const Command command = guard_.mode == GuardMode::kActive ? decide() : Command{};
    static_cast<void>(robot().exchange(command, seen_));
    ++n_;
    for (std::size_t i = 0; i < kLegs; ++i) check(i);
  }
  bool is_reported_attached(std::size_t leg) const {
    return seen_.holding[leg] == controller::Holding::kByVacuum && n_ > 0 &&
           seen_.leg[leg].cup.vacuum_Pa > 2000;
  }
  Command decide() {
    Command command;
    for (std::size_t i = 0; i < kLegs; ++i) {
      const bool holds =
          is_reported_attached(i) || seen_.holding[i] == controller::Holding::kAttached;
      const double way_rad = holds ? 0 : 0.005;
      for (controller::JointSetpoint& joint : command.leg[i].joint)
        joint = {.mode = controller::JointMode::kImpedance,
                 .q_rad = wire_.plant.q_rad(i) + way_rad};
      command.leg[i].cup = holds ? controller::CupCommand{.mode = CupMode::kAttach, .goal_N = 60}
                                 : controller::CupCommand{.mode = CupMode::kRelease};
    }
    return command;
  }
  void check(std::size_t leg) {
    const double percent = wire_.plant.percent[leg];
    const bool may_go_down =
        !wire_.plant.holds[leg] || is_freed_[leg] || is_down_[leg] || is_reported_attached(leg);
    EXPECT_TRUE(may_go_down || percent >= last_percent_[leg]) << leg;
    last_percent_[leg] = percent;
    const bool is_unknown = robot().knows_cup(leg) == CupKnowledge::kUnknown;
    counts_.unknown += is_unknown;
    if (!is_unknown || !unknown_at_rad_[leg]) unknown_at_rad_[leg] = wire_.plant.q_rad(leg);
    EXPECT_LT(std::abs(wire_.plant.q_rad(leg) - *unknown_at_rad_[leg]), kStill_rad) << leg;
  }

  Wire wire_;
  std::mt19937 dice_;
  Counts& counts_;
  GuardState guard_;
  Observation seen_;
  std::int64_t n_ = 0;  ///< exchanges of this master
  std::array<bool, kLegs> is_freed_{}, is_down_{};
  std::array<double, kLegs> last_percent_{};
  std::array<std::optional<double>, kLegs> unknown_at_rad_{};
};

template <class Wire>
class CupWords : public testing::Test {};
using Wires = testing::Types<OverLegacy, OverNative>;
TYPED_TEST_SUITE(CupWords, Wires);

TYPED_TEST(CupWords, LowerNoCupThatHoldsAndMoveNoLegOfWhichNothingIsKnown) {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Life<TypeParam>(seed, counts).live(24);
    if (this->HasFailure()) return;
  }
  EXPECT_GT(counts.armed, 10);
  EXPECT_GT(counts.unknown, 100);
  EXPECT_GT(counts.holds, 10);
  EXPECT_GT(counts.freed, 3);
  EXPECT_GT(counts.led_out, 3);
}

}  // namespace
}  // namespace ventosa::hal::cup_words_test
