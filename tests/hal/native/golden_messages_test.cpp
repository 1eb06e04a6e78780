#include <gtest/gtest.h>

#include "tests/hal/native/random_message.h"

/// Messages and their bytes, byte for byte: others have written them down, too
/// (docs/wire-native.md).
namespace ventosa::hal::native::golden_messages_test {
namespace {

using controller::Equipment;

constexpr Layout kCup{1, {Equipment::kCup, Equipment::kPack}};
constexpr Layout kPoint{1, {Equipment::kPointFoot, Equipment::kForceSensor}};
constexpr Layout kBlind{1, {Equipment::kPointFoot}};
constexpr Layout kPlace{0, {Equipment::kFix, Equipment::kHeading}};

template <class Message>
std::string hex(const Message& message, const Layout& layout) {
  constexpr const char* kDigit = "0123456789abcdef";
  std::string text;
  for (const std::byte each : test::payload_of(message, layout)) {
    const auto byte = std::to_integer<std::size_t>(each);
    text += {kDigit[byte / 16], kDigit[byte % 16]};
  }
  return text;
}

Command command() {
  Command command{.sent_ns = 1'000'000'007, .permission = {.armed = true, .grant = 3}, .leg = {}};
  command.leg.joint[0] = {.mode = controller::JointMode::kImpedance,
                          .q_rad = 0.5,
                          .dq_rad_s = -0.25,
                          .tau_ff_Nm = 2,
                          .kp_Nm_rad = 60,
                          .kd_Nms_rad = 3};
  command.leg.cup = {.mode = controller::CupMode::kAttach, .turbine = 0.75, .goal_N = 60};
  command.leg.relay = controller::Relay::kCharge;
  return command;
}

Report report() {
  Report report{.now_ns = 2'000'000'011, .mode = GuardMode::kActive, .rejected = 5, .leg = {}};
  report.leg.sampled_ns = 1'990'000'000;
  report.leg.heard_ns = 1'000'000'007;
  report.leg.joint[0] = {.q_rad = 0.5,
                         .dq_rad_s = 0.125,
                         .tau_Nm = -1.5,
                         .current_A = 0.25,
                         .voltage_V = 12,
                         .temperature_C = 40,
                         .mode = controller::JointMode::kImpedance,
                         .torque = controller::Switch::kOn,
                         .errors = 32};
  report.leg.cup = {.sampled_ns = 1'980'000'000,
                    .vacuum_Pa = 5000,
                    .turbine = 0.5,
                    .distance_m = {0.001, 0.002, 0.255}};
  report.leg.foot = {.sampled_ns = 1'960'000'000, .f_F_N = {0.5, -1, 5}};
  report.leg.pack = {.sampled_ns = 1'970'000'000,
                     .voltage_V = 11.5,
                     .current_A = 2,
                     .bus_voltage_V = 11,
                     .bus_current_A = -0.5};
  report.leg.module = {.power = controller::Switch::kOn, .loop_s = 0.022, .boots = 7};
  return report;
}

Body body() {
  return {.now_ns = 2'000'000'011,
          .imu_ns = 1'999'000'000,
          .specific_force_B = {0.5, -0.25, 9.81},
          .w_WB_B = {0.125, 0, -1},
          .picture_ns = 1'900'000'000,
          .pan_rad = 0.25,
          .tilt_rad = -0.5,
          .n_planes = 3,
          .fix = controller::FixReading{1'800'000'000, {1, -2, 0.5}},
          .heading = controller::HeadingReading{1'850'000'000, -0.25}};
}

// parts of the payloads
const std::string kOrder = "07ca9a3b000000000103000000";
const std::string kJointOrder =
    "02000000000000e03f000000000000d0bf00000000000000400000000000004e400000000000000840"
    "0000000000000000000000000000000000000000000000000000000000000000";
const std::string kState = "0b943577000000000205000000";
const std::string kJointState =
    "80fd9c760000000007ca9a3b00000000000000000000e03f000000000000c03f000000000000f8bf"
    "000000000000d03f00000000000028400000000000004440010201010120000000";
const std::string kModule = "0101ba490c022b87963f0107000000";
const std::string kMotion =
    "0b94357700000000c051267700000000000000000000e03f000000000000d0bf1f85eb51b89e2340"
    "000000000000c03f0000000000000000000000000000f0bf00b33f7100000000000000000000d03f"
    "000000000000e0bf03000000";

TEST(GoldenMessages, AreThoseOfModulesWithCupAndPackSinceVersionOne) {
  EXPECT_EQ(hex(command(), kCup),
            kOrder + kJointOrder + "03000000000000e83f0000000000004e40" + "0102");
  EXPECT_EQ(hex(report(), kCup),
            kState + kJointState +
                "0067047600000000000000000088b340000000000000e03ffca9f1d24d62503ffca9f1d24d62603f"
                "52b81e85eb51d03f"
                "80d06b7500000000000000000000274000000000000000400000000000002640000000000000e0bf" +
                kModule);
  EXPECT_EQ(hex(body(), {}), kMotion);
}

TEST(GoldenMessages, OfPointFeetHaveNothingOfCupsOrPacks) {
  EXPECT_EQ(hex(command(), kPoint), kOrder + kJointOrder);
  EXPECT_EQ(hex(report(), kBlind), kState + kJointState + kModule);
  EXPECT_EQ(hex(report(), kPoint), kState + kJointState +
                                       "003ad37400000000"
                                       "000000000000e03f000000000000f0bf0000000000001440" +
                                       kModule);
}

TEST(GoldenMessages, OfABodyEndWithItsPlaceZerosBeforeTheFirstReading) {
  EXPECT_EQ(hex(body(), kPlace), kMotion +
                                     "0100d2496b00000000000000000000f03f00000000000000c0"
                                     "000000000000e03f"
                                     "0180c2446e00000000000000000000d0bf");
  Body before = body();
  before.fix.reset();
  before.heading.reset();
  EXPECT_EQ(hex(before, kPlace), kMotion + std::string(2 * (33 + 17), '0'));
}

}  // namespace
}  // namespace ventosa::hal::native::golden_messages_test
