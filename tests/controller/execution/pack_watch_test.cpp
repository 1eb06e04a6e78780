#include "controller/execution/pack_watch.h"

#include <gtest/gtest.h>

namespace ventosa::controller::pack_watch_test {
namespace {

constexpr double kPeriod_s = 0.01;

/// A module whose pack and bus report everything.
struct Watched {
  Reason after(double time_s) {
    Reason reason = Reason::kNone;
    for (double t = 0; t < time_s; t += kPeriod_s) reason = watch_pack(pack, kPeriod_s, watch);
    return reason;
  }

  PackReading pack{.voltage_V = 16.6, .current_A = 2, .bus_voltage_V = 16.6, .bus_current_A = -1};
  PackWatch watch;
};

TEST(PackWatch, FindsAPackThatGivesNothing) {
  Watched module;
  EXPECT_EQ(module.after(1), Reason::kNone);
  module.pack.voltage_V = 0;
  // a connector being plugged in, a relay that switches
  EXPECT_EQ(module.after(0.25), Reason::kNone);
  EXPECT_EQ(module.after(0.1), Reason::kPackDead);
  module.pack.voltage_V = 12;  // nearly empty
  EXPECT_EQ(module.after(kPeriod_s), Reason::kNone);
}

TEST(PackWatch, MissesNoPackThatIsCutOffByCommand) {
  Watched module;
  module.watch.commanded = Relay::kBusOnly;
  module.pack.voltage_V = module.pack.current_A = 0;
  EXPECT_EQ(module.after(1), Reason::kNone);
}

TEST(PackWatch, FindsACurrentThroughAContactThatIsCommandedOpen) {
  for (const Relay commanded : {Relay::kIsolated, Relay::kBusOnly}) {
    Watched module;
    module.watch.commanded = commanded;
    EXPECT_EQ(module.after(0.4), Reason::kRelayStuck);
    module.pack.current_A = module.pack.bus_current_A = 0.1;  // noise
    EXPECT_EQ(module.after(0.4), Reason::kNone);
  }
  for (const Relay commanded : {Relay::kShare, Relay::kCharge}) {
    Watched module;
    module.watch.commanded = commanded;
    EXPECT_EQ(module.after(1), Reason::kNone);
  }
}

TEST(PackWatch, FindsABusLiveThatWasLeft) {
  Watched module;
  (void)module.after(1);
  EXPECT_FALSE(finds_bus_live(module.watch));
  module.watch.commanded = Relay::kIsolated;
  module.pack.bus_current_A = 0;
  (void)module.after(0.25);
  EXPECT_FALSE(finds_bus_live(module.watch));
  (void)module.after(0.1);
  EXPECT_TRUE(finds_bus_live(module.watch));
  module.pack.bus_voltage_V = 0;
  (void)module.after(kPeriod_s);
  EXPECT_FALSE(finds_bus_live(module.watch));
}

/// A module that has no such sensors.
TEST(PackWatch, BlamesNobodyForWhatIsNotReported) {
  Watched module;
  module.pack = {};
  for (const std::optional<Relay> commanded :
       {std::optional<Relay>(), std::optional(Relay::kIsolated), std::optional(Relay::kBusOnly)}) {
    module.watch.commanded = commanded;
    EXPECT_EQ(module.after(1), Reason::kNone);
    EXPECT_FALSE(finds_bus_live(module.watch));
  }
}

}  // namespace
}  // namespace ventosa::controller::pack_watch_test
