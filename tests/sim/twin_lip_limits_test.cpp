#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "sim/mujoco/snapshot.h"
#include "sim/mujoco/world.h"
#include "tests/sim/stands.h"

/// Random wrenches on a cup with elastic lip and turbine, compared with its limits in closed form:
/// it stays attached, slips or detaches as the formulas predict, except within 2 % of a limit.
namespace ventosa::sim::twin_lip_limits_test {
namespace {

using controller::Vector3d;
using controller::Vector6d;

constexpr int kWrenches = 600;
constexpr double kMargin = 0.02;
constexpr double kFriction = 0.6;
constexpr double kRoughness_m = 5e-5;

enum class Fate { kHolds, kSlips, kDetaches };

// oracle

/// Vacuum force and normal force on the lip, under a pull and a moment.
struct Hold {
  double vacuum_N = 0;
  double pressed_N = 0;
  bool tipped = false;
};

/// Half the angle over which a tilted ring is in contact, from M / (N r) = (a - sin a cos a) /
/// (2 (sin a - a cos a)): pi at 1/2, 0 at 1.
double touching_half_angle(double moment_ratio) {
  const auto ratio = [](double a) {
    return (a - std::sin(a) * std::cos(a)) / (2 * (std::sin(a) - a * std::cos(a)));
  };
  double low = 1e-3, high = std::numbers::pi;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (ratio(middle) > moment_ratio ? low : high) = middle;
  }
  return low;
}

/// Area under the lifted side of a continuous ring.
double lifted_m2(const models::Lip& lip, double r, double pressed_N, double moment_ratio) {
  const double a = touching_half_angle(moment_ratio);
  const double per_angle_N_m = lip.stiffness_N_m / (2 * std::numbers::pi);
  const double tilt_rad = pressed_N / (2 * per_angle_N_m * r * (std::sin(a) - a * std::cos(a)));
  return 2 * r * r * tilt_rad * ((std::numbers::pi - a) * std::cos(a) + std::sin(a));
}

/// Steady state of vacuum and leak, approached from the seated lip as under a growing load.
Hold balance(const models::Robot& robot, double pull_N, double moment_Nm) {
  const double r = robot.nominal.cup()->lip_radius_m;
  const FanConfig fan = fan_config(*robot.cup, 0.002);
  Hold hold;
  double leak_m2 = 2 * std::numbers::pi * r * kRoughness_m;
  const double rough_m2 = leak_m2;
  for (int k = 0; k < 2000; ++k) {
    hold.vacuum_N = balanced_vacuum_Pa(fan, 1, leak_m2) * robot.nominal.cup()->area_m2;
    hold.pressed_N = hold.vacuum_N - pull_N;
    const double ratio = moment_Nm / (hold.pressed_N * r);
    hold.tipped = hold.pressed_N <= 0 || ratio >= 0.999;
    if (hold.tipped || ratio <= 0.5) return hold;
    leak_m2 = rough_m2 + lifted_m2(robot.cup->lip, r, hold.pressed_N, ratio);
  }
  return hold;
}

/// @param load_S  wrench on the cup, about the lip's centre; Fz > 0 pulls off
Fate fate_of(const models::Robot& robot, const Vector6d& load_S) {
  const Hold hold = balance(robot, load_S[2], load_S.segment<2>(3).norm());
  if (hold.tipped) return Fate::kDetaches;
  const double r = robot.nominal.cup()->lip_radius_m;
  const double shear_N = std::hypot(load_S[0], load_S[1], load_S[5] / r);
  return shear_N > kFriction * hold.pressed_N ? Fate::kSlips : Fate::kHolds;
}

// experiment

/// A weightless block whose centre of mass is the lip's centre, attached by its cup to the ground.
const Block kBlock{.mass_kg = 3, .p_BC = {0, 0, -0.05}, .height_m = 0.05};

TwinConfig weightless() {
  TwinConfig config = stuck(kBlock, 0, 118, kFriction);
  config.gravity_W.setZero();
  config.patches.patch[0].half_extent_m.setConstant(1000);  // far from the edges
  config.roughness_m.fill(kRoughness_m);
  config.cup = {CupModel::kLip, TurbineModel::kFan, CupSensing::kIdeal};
  return config;
}

/// its joint's axis is z, so that its deflection does not move the lip
models::Robot block_with_cup() {
  models::Robot robot = one_cup(kBlock);
  robot.nominal.leg[0].joint[0].axis = Vector3d::UnitZ();
  return robot;
}

struct Bench {
  const models::Robot robot = block_with_cup();
  World world{robot, weightless()};
  std::vector<std::byte> seated;

  Bench() {
    accept(world.cup, {controller::CupMode::kGrip, 1}, world.state.cup[0]);
    load_for(2, Vector6d::Zero(), Vector6d::Zero());
    write_snapshot(world, seated);
  }
  /// Viscous drag along the surface and about its normal: keeps a slipping block quasi-static.
  Vector6d drag() const {
    constexpr double kSlide_Ns_m = 200, kSpin_Nms_rad = 1;
    const LipTwist& twist = world.state.cup[0].lip.twist;
    Vector6d drag_W = Vector6d::Zero();
    drag_W.head<2>() = -kSlide_Ns_m * as_vector(twist.v_WF).head<2>();
    drag_W[5] = -kSpin_Nms_rad * twist.w_WF[2];
    return drag_W;
  }
  /// Ramps the load over `span_s`; a free joint takes forces at B in W, and moments in B.
  void load_for(double span_s, const Vector6d& from_W, const Vector6d& to_W) {
    const int n = static_cast<int>(span_s / world.config.step_s);
    for (int k = 1; k <= n; ++k) {
      const Vector6d load_W = from_W + (to_W - from_W) * k / n + drag();
      const controller::Matrix3d R_WB = orientation(world).toRotationMatrix();
      const Vector3d f_B = R_WB.transpose() * load_W.head<3>();
      Vector3d::Map(world.data->qfrc_applied) = load_W.head<3>();
      Vector3d::Map(world.data->qfrc_applied + 3) =
          R_WB.transpose() * load_W.tail<3>() + kBlock.p_BC.cross(f_B);
      step(world);
    }
  }
  Fate pull(const Vector6d& load_W) {
    read_snapshot(seated, world);
    load_for(0.3, Vector6d::Zero(), load_W);
    load_for(0.3, load_W, load_W);
    const CupState& cup = world.state.cup[0];
    const double slid_m = cup.slip_m;
    load_for(0.1, load_W, load_W);
    if (!cup.held() || cup.lip.pressed_N == 0) return Fate::kDetaches;
    return cup.slip_m > slid_m + 1e-7 ? Fate::kSlips : Fate::kHolds;
  }
};

/// random directions; magnitudes up to beyond each limit of a cup with 118 N
Vector6d random_load(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  std::normal_distribution<double> side;
  const auto across = [&](double most) {
    const controller::Vector2d v(side(random), side(random));
    return controller::Vector2d(most * std::sqrt(unit(random)) * v.normalized());
  };
  Vector6d load;
  load << across(90), -40 + 150 * unit(random), across(6), 6 * (2 * unit(random) - 1);
  return load;
}

TEST(LipLimits, RandomWrenchesHoldSlipOrDetachAsTheFormulasSay) {
  Bench bench;
  std::mt19937 random(1);
  std::map<Fate, int> count;
  int near = 0, wrong = 0;
  for (int n = 0; n < kWrenches; ++n) {
    const Vector6d load = random_load(random);
    const Fate expected = fate_of(bench.robot, load);
    const auto scaled = [&](double by) { return fate_of(bench.robot, by * load); };
    if (scaled(1 - kMargin) != expected || scaled(1 + kMargin) != expected) {
      ++near;
      continue;
    }
    const Fate found = bench.pull(load);
    ++count[found];
    wrong += found != expected;
    EXPECT_EQ(found, expected) << load.transpose();
  }
  std::printf("%d hold, %d slip, %d detach, %d near a limit, %d wrong\n", count[Fate::kHolds],
              count[Fate::kSlips], count[Fate::kDetaches], near, wrong);
  EXPECT_GT(count[Fate::kHolds], kWrenches / 20);
  EXPECT_GT(count[Fate::kSlips], kWrenches / 20);
  EXPECT_GT(count[Fate::kDetaches], kWrenches / 20);
  EXPECT_LT(near, kWrenches / 8);
}

// the moment at which peel becomes unstable, from the closed form, confirmed by the twin
TEST(LipLimits, PeelRunsAwayBetweenLiftAndTipOver) {
  const models::Robot robot = romerin4();
  const double r = robot.nominal.cup()->lip_radius_m;
  double low = 0, high = 2 * 118 * r;
  for (int k = 0; k < 40; ++k) {
    const double middle = (low + high) / 2;
    (balance(robot, 0, middle).tipped ? high : low) = middle;
  }
  const double V_N = balance(robot, 0, 0).vacuum_N;
  std::printf("unstable from M = %.3f V r\n", low / (V_N * r));
  EXPECT_GT(low / (V_N * r), 0.5);
  EXPECT_LT(low / (V_N * r), 1);

  Bench bench;
  const auto tilt = [&](double moment_Nm) {
    Vector6d load = Vector6d::Zero();
    load[3] = moment_Nm;
    return bench.pull(load);
  };
  EXPECT_EQ(tilt((1 - kMargin) * low), Fate::kHolds);
  EXPECT_EQ(tilt((1 + kMargin) * low), Fate::kDetaches);
}

}  // namespace
}  // namespace ventosa::sim::twin_lip_limits_test
