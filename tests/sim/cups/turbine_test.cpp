#include "sim/cups/turbine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/sim/stands.h"

namespace ventosa::sim::turbine_test {
namespace {

constexpr double kRim_m = 2 * std::numbers::pi * 0.09;

FanConfig config() {
  static const FanConfig fan = fan_config(*romerin4().cup, 0.002);
  return fan;
}

/// Q_fan(dP) - Q_leak(dP), straight from the laws of the parts file: falls with the vacuum
double net_flow_m3_s(const models::CupPlant& cup, double speed, double leak_m2, double vacuum_Pa) {
  const double drive_Pa = cup.max_vacuum_Pa * speed * speed - vacuum_Pa;
  const double fan_m3_s = cup.fan.max_flow_m3_s * std::sqrt(std::abs(drive_Pa) / cup.max_vacuum_Pa);
  const double leak_m3_s =
      cup.fan.discharge * leak_m2 * std::sqrt(2 * vacuum_Pa / cup.fan.air_density_kg_m3);
  return std::copysign(fan_m3_s, drive_Pa) - leak_m3_s;
}

double vacuum_by_bisection(const models::CupPlant& cup, double speed, double leak_m2) {
  double low_Pa = 0, high_Pa = cup.max_vacuum_Pa;
  for (int k = 0; k < 100; ++k) {
    const double middle_Pa = (low_Pa + high_Pa) / 2;
    (net_flow_m3_s(cup, speed, leak_m2, middle_Pa) > 0 ? low_Pa : high_Pa) = middle_Pa;
  }
  return low_Pa;
}

double after(const FanConfig& config, double span_s, double leak_m2, double vacuum_Pa,
             FanState fan) {
  for (double t = 0; t < span_s; t += config.step_s) {
    step_rotor(config, fan);
    vacuum_Pa = step_cavity(config, leak_m2, vacuum_Pa, fan);
  }
  return vacuum_Pa;
}

TEST(Turbine, LeakIsThatOfTheOrificeUnderTheLip) {
  // m: L/s at 2.4 kPa
  for (const auto& [gap_m, flow_L_s] :
       {std::pair(5e-5, 1.07), std::pair(1e-4, 2.15), std::pair(2e-4, 4.29), std::pair(5e-4, 10.7)})
    EXPECT_NEAR(config().leak_m_s_Pa * kRim_m * gap_m * std::sqrt(2400) * 1e3, flow_L_s,
                0.01 * flow_L_s);
}

TEST(Turbine, SettlesAtTheBalanceOfFanAndLeak) {
  const models::CupPlant cup = *romerin4().cup;
  for (const double gap_m : {0.0, 1e-5, 5e-5, 1e-4, 2e-4, 5e-4, 2e-3, 2e-2})
    for (const double speed : {0.05, 0.3, 0.7, 1.0})
      for (const double start_Pa : {0.0, 1000.0, 4700.0}) {
        const double expected_Pa = vacuum_by_bisection(cup, speed, gap_m * kRim_m);
        const FanState fan{.duty = speed, .speed = speed};
        EXPECT_NEAR(balanced_vacuum_Pa(config(), speed, gap_m * kRim_m), expected_Pa, 1e-6);
        EXPECT_NEAR(after(config(), 2, gap_m * kRim_m, start_Pa, fan), expected_Pa,
                    1e-6 * cup.max_vacuum_Pa)
            << gap_m << " " << speed << " " << start_Pa;
      }
}

TEST(Turbine, CavityFollowsTheFlowsWhateverTheStep) {
  // against the differential equation, integrated a thousand times finer
  const models::CupPlant cup = *romerin4().cup;
  for (const double gap_m : {5e-5, 2e-4, 1e-3})
    for (const double start_Pa : {0.0, 4000.0}) {
      double exact_Pa = start_Pa;
      FanState fan{.duty = 0.8, .speed = 0.8};
      double vacuum_Pa = start_Pa;
      for (int k = 0; k < 20; ++k) {
        for (int fine = 0; fine < 1000; ++fine)
          exact_Pa += 2e-6 * net_flow_m3_s(cup, 0.8, gap_m * kRim_m, std::max(0.0, exact_Pa)) *
                      cup.fan.ambient_Pa / cup.fan.cavity_m3;
        vacuum_Pa = step_cavity(config(), gap_m * kRim_m, vacuum_Pa, fan);
        EXPECT_NEAR(vacuum_Pa, exact_Pa, 0.06 * cup.max_vacuum_Pa) << gap_m << " " << k;
      }
      EXPECT_NEAR(vacuum_Pa, exact_Pa, 0.001 * cup.max_vacuum_Pa) << gap_m;
    }
  // also stable with a step of a second
  FanConfig coarse = fan_config(cup, 1);
  FanState fan{.duty = 1, .speed = 1};
  double vacuum_Pa = 0;
  for (int k = 0; k < 50; ++k) vacuum_Pa = step_cavity(coarse, 5e-5 * kRim_m, vacuum_Pa, fan);
  EXPECT_NEAR(vacuum_Pa, balanced_vacuum_Pa(coarse, 1, 5e-5 * kRim_m), 1e-6);
}

TEST(Turbine, RotorFollowsAtItsTwoTimeConstants) {
  const models::Fan fan_of = romerin4().cup->fan;
  FanState fan{.duty = 1};
  const auto steps = [](double span_s) { return static_cast<int>(std::lround(span_s / 0.002)); };
  for (int k = 0; k < steps(fan_of.spin_up_s); ++k) step_rotor(config(), fan);
  EXPECT_NEAR(fan.speed, 1 - std::exp(-1), 1e-9);
  const double before = fan.speed;
  fan.duty = 0;
  for (int k = 0; k < steps(fan_of.spin_down_s); ++k) step_rotor(config(), fan);
  EXPECT_NEAR(fan.speed, before * std::exp(-1), 1e-9);
}

TEST(Turbine, HoldsWhatRobotsMdSaysOfItsGaps) {
  const models::Robot robot = romerin4();
  const auto force_N = [&](double gap_m) {
    return balanced_vacuum_Pa(config(), 1, gap_m * kRim_m) * robot.nominal.cup()->area_m2;
  };
  EXPECT_NEAR(force_N(0), 120, 0.1);
  EXPECT_NEAR(force_N(1e-4), 112.5, 2.5);
  EXPECT_NEAR(force_N(2e-4), 95.5, 7.5);
  EXPECT_NEAR(force_N(3e-4), 77, 11);
}

TEST(Turbine, BalancingSpeedKeepsTheVacuumUp) {
  for (const double gap_m : {0.0, 5e-5, 2e-4})
    for (const double vacuum_Pa : {500.0, 2000.0}) {
      const double speed = balancing_speed(config(), vacuum_Pa, gap_m * kRim_m);
      EXPECT_NEAR(balanced_vacuum_Pa(config(), speed, gap_m * kRim_m), vacuum_Pa, 1e-9);
    }
  EXPECT_EQ(balancing_speed(config(), 4000, 0.001), 1);
}

TEST(Turbine, DrawsPowerForTheAirItMovesAndForItsRotor) {
  const models::CupPlant cup = *romerin4().cup;
  FanState fan{.duty = 1, .speed = 1};
  const double leak_m2 = 5e-5 * kRim_m;
  const double vacuum_Pa = after(config(), 1, leak_m2, 0, fan);
  step_cavity(config(), leak_m2, vacuum_Pa, fan);
  // steady state: the fan moves what flows in through the orifice
  const double leak_m3_s =
      cup.fan.discharge * leak_m2 * std::sqrt(2 * vacuum_Pa / cup.fan.air_density_kg_m3);
  const double power_W = fan_power_W(config(), vacuum_Pa, fan);
  EXPECT_NEAR(power_W, vacuum_Pa * leak_m3_s / 0.35 + cup.fan.rotor_loss_W, 1e-6);
  EXPECT_GT(power_W, 25);
  EXPECT_LT(power_W, 40);
}

}  // namespace
}  // namespace ventosa::sim::turbine_test
