#include "controller/load_sharing/load_sharing.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "tests/controller/random_stance.h"

namespace ventosa::controller::load_sharing_test {
namespace {

Sharing share_cold(const SharingProblem& problem) {
  SharingWarmStart none;
  return share_load(problem, none);
}

/// Four feet, least norm, no limits.
SharingProblem four_feet() {
  SharingProblem problem;
  problem.n_feet = 4;
  problem.foot[0].p_B = {.4, .3, -.2};
  problem.foot[1].p_B = {-.4, .35, -.18};
  problem.foot[2].p_B = {-.38, -.3, -.2};
  problem.foot[3].p_B = {.42, -.33, -.22};
  problem.w << 70, 0, 0, 0, 0, 0;
  return problem;
}

/// A table of four legs at (+-1, +-1) m with a weight of 40 N, 10 N each by symmetry.
SharingProblem hanging_table(double pull_off_N) {
  SharingProblem problem;
  problem.n_feet = 4;
  for (std::size_t i = 0; i < 4; ++i) {
    problem.foot[i].p_B = {i < 2 ? 1.0 : -1.0, i % 2 == 0 ? 1.0 : -1.0, 0};
    problem.foot[i].add(SharingRow{{0, 0, 1}, 0, pull_off_N, Limit::kPullOff});
  }
  problem.w << 0, 0, 40, 0, 0, 0;
  return problem;
}

TEST(LoadSharing, GivesTheLeastNormWhenNothingLimits) {
  const Sharing answer = share_cold(four_feet());
  ASSERT_EQ(answer.status, SharingStatus::kOptimal);
  const Vector3d F1(17.306705171491, 0.255542315656, -9.300410276928);
  const Vector3d F3(17.699847195577, -0.255542315656, 9.324606055488);
  EXPECT_LT((answer.F[0] - F1).norm(), 1e-11);
  EXPECT_LT((answer.F[2] - F3).norm(), 1e-11);
  EXPECT_EQ(answer.margin, 1);
  EXPECT_EQ(answer.limiting_foot, -1);
  EXPECT_EQ(answer.F[4], Vector3d::Zero());
}

TEST(LoadSharing, SaysHowMuchOfTheLimitIsLeftAndWhere) {
  SharingProblem problem = hanging_table(16);
  problem.foot[2].row[0].scale = 12.5;
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kOptimal);
  EXPECT_NEAR(answer.margin, 1 - 10 / 12.5, 1e-12);
  EXPECT_EQ(answer.limiting_foot, 2);
  EXPECT_EQ(answer.limit, Limit::kPullOff);
}

TEST(LoadSharing, ExceedsEveryLimitByTheLeastCommonShareWhenOverloaded) {
  // the two feet of a diagonal carry the same, so the weaker one limits both: 2 (6 + 10) (1 + t) =
  // 40
  SharingProblem problem = hanging_table(10);
  problem.foot[0].row[0].scale = 6;
  problem.foot[1].row[0].scale = 12;
  problem.foot[2].row[0].limit = Limit::kPeel;
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kSoftened);
  EXPECT_NEAR(answer.margin, -0.25, 1e-12);
  EXPECT_NEAR(answer.F[0].z(), 7.5, 1e-9);
  EXPECT_NEAR(answer.F[1].z(), 12.5, 1e-9);
  // 10 % more on foot 2 gives its diagonal 1 N, 10 % more on foot 0 only 0.6 N
  EXPECT_EQ(answer.limiting_foot, 2);
  EXPECT_EQ(answer.limit, Limit::kPeel);

  std::swap(problem.foot[0].row[0].scale, problem.foot[2].row[0].scale);
  EXPECT_EQ(share_cold(problem).limiting_foot, 0);
  EXPECT_EQ(share_cold(problem).limit, Limit::kPullOff);
}

TEST(LoadSharing, NamesTheOneFootThatIsOverloaded) {
  // the corner opposite a lifted foot carries nothing, its neighbours half each
  SharingProblem problem = hanging_table(100);
  problem.n_feet = 3;
  problem.foot[2].row[0] = {{0, 0, 1}, 0, 15, Limit::kPeel};
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kSoftened);
  EXPECT_NEAR(answer.F[2].z(), 20, 1e-9);
  EXPECT_NEAR(answer.margin, -1.0 / 3, 1e-9);
  EXPECT_EQ(answer.limiting_foot, 2);
  EXPECT_EQ(answer.limit, Limit::kPeel);
}

TEST(LoadSharing, NeverSoftensARowWithoutScale) {
  SharingProblem problem = hanging_table(5);
  problem.foot[0].add(SharingRow{{0, 0, 1}, 3, 0, Limit::kNone});
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kSoftened);
  EXPECT_LT(answer.F[0].z(), 3 + 1e-6);

  for (const double next_to_nothing : {0.0, 1e-8}) {
    for (std::size_t i = 1; i < 4; ++i)
      problem.foot[i].add(SharingRow{{0, 0, 1}, 9, next_to_nothing, Limit::kNone});
    const Sharing none = share_cold(problem);
    EXPECT_EQ(none.status, SharingStatus::kHardInfeasible);
    EXPECT_EQ(none.F[0], Vector3d::Zero());
    for (std::size_t i = 1; i < 4; ++i) --problem.foot[i].n_rows;
  }
}

TEST(LoadSharing, LeavesAFootThatMayCarryNothingWithNothing) {
  SharingProblem problem = four_feet();
  problem.w << 0, 0, 40, 0, 0, 0;
  CupHold cup;
  cup.friction = 0.5;
  cup.lip_radius_m = 0.09;
  cup.wrist_to_lip_m = 0.087;
  cup.weight_B = {0, 0, -5};
  cup.grip_force_N = cup.max_push_N = 60;
  cup.availability = 0;
  add_foot_limits(cup, problem.foot[1]);
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kOptimal);
  EXPECT_LT((answer.F[1] - cup.weight_B).norm(), 1e-6);
}

TEST(LoadSharing, WeighsARowNoForceCanChange) {
  // a joint whose axis passes through the wrist point carries its gravity torque alone: 2 N m of
  // 1.6 N m
  SharingProblem problem = hanging_table(20);
  problem.foot[3].add(SharingRow{{0, 0, 0}, 2, 3, Limit::kTorque});
  EXPECT_EQ(share_cold(problem).status, SharingStatus::kOptimal);
  problem.foot[3].add(SharingRow{{0, 0, 0}, -2, 1.6, Limit::kTorque});
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kSoftened);
  EXPECT_NEAR(answer.margin, -0.25, 1e-9);
  EXPECT_EQ(answer.limiting_foot, 3);
  EXPECT_EQ(answer.limit, Limit::kTorque);
}

TEST(LoadSharing, RefusesFeetThatCannotCarryAnyWrench) {
  for (int n = 0; n <= 2; ++n) {
    SharingProblem problem = four_feet();
    problem.n_feet = n;
    EXPECT_EQ(share_cold(problem).status, SharingStatus::kDegenerate) << n << " feet";
  }
  for (const double size : {1e-3, 1.0, 1e3}) {
    SharingProblem problem = four_feet();
    const Vector3d line(size * 0.3, size * -0.7, size * 0.2);
    for (std::size_t i = 0; i < 4; ++i)
      problem.foot[i].p_B = Vector3d(1, 2, 3) * size + line * (1.3 * static_cast<double>(i) - 1);
    EXPECT_EQ(share_cold(problem).status, SharingStatus::kDegenerate) << size;
    problem.foot[2].p_B.x() += 0.01 * size;
    EXPECT_EQ(share_cold(problem).status, SharingStatus::kOptimal) << size;
  }
}

TEST(LoadSharing, RefusesInputThatIsNotFinite) {
  const SharingProblem sound = random_stance(1);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(), -1e308 * 10}) {
    const auto expect_refused = [&](auto spoil) {
      SharingProblem problem = sound;
      spoil(problem);
      const Sharing answer = share_cold(problem);
      EXPECT_EQ(answer.status, SharingStatus::kBadInput);
      for (const Vector3d& F : answer.F) EXPECT_EQ(F, Vector3d::Zero());
    };
    expect_refused([&](SharingProblem& p) { p.w[4] = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[2].p_B.z() = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[0].H(1, 1) = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[3].c.x() = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].row[5].a.y() = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].row[6].offset = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].row[7].scale = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].cone[0].n.x() = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].cone[1].centre_N.z() = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].cone[0].ratio = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].cone[1].offset = bad; });
    expect_refused([&](SharingProblem& p) { p.foot[1].cone[0].scale = bad; });
  }
}

TEST(LoadSharing, RefusesInputBeyondTheRangeOfNumbers) {
  SharingProblem problem = four_feet();
  for (SharingFoot& foot : problem.foot) {
    foot.H *= 1e-10;
    foot.c.setConstant(1e300);
  }
  const Sharing answer = share_cold(problem);
  EXPECT_EQ(answer.status, SharingStatus::kBadInput);
  EXPECT_EQ(answer.F[0], Vector3d::Zero());
}

TEST(LoadSharing, RefusesAnUnsoundProblem) {
  const auto status_with = [](auto spoil) {
    SharingProblem problem = hanging_table(20);
    spoil(problem);
    return share_cold(problem).status;
  };
  const auto bad = SharingStatus::kBadInput;
  EXPECT_EQ(status_with([](SharingProblem& p) { p.n_feet = -1; }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.n_feet = kMaxLegs + 1; }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.foot[1].n_rows = -1; }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.foot[1].row[0].scale = -1; }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.foot[1].H.setZero(); }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.foot[1].H(0, 0) = -10; }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.foot[1].H(2, 2) = -10; }), bad);
  EXPECT_EQ(status_with([](SharingProblem& p) { p.foot[1].H(0, 0) = p.foot[1].H(1, 1) = -10; }),
            bad);
  EXPECT_EQ(status_with([](SharingProblem& p) {
              p.foot[1].H.setConstant(20);
              p.foot[1].H.diagonal().setConstant(10);
            }),
            bad);
  EXPECT_EQ(status_with([](SharingProblem& p) {
              while (p.foot[1].n_rows <= kMaxRowsPerFoot)
                p.foot[1].add(SharingRow{{0, 0, 0}, 0, 1, Limit::kNone});
            }),
            bad);
  const SharingCone cone{Vector3d::UnitZ(), 0.5, Vector3d::Zero(), 0, 10, Limit::kSlip};
  EXPECT_EQ(status_with([&](SharingProblem& p) {
              while (p.foot[1].n_cones <= kMaxConesPerFoot) p.foot[1].add(cone);
            }),
            bad);
  EXPECT_EQ(status_with([&](SharingProblem& p) { p.foot[1].n_cones = -1; }), bad);
  const auto with_cone = [&](auto spoil) {
    return status_with([&](SharingProblem& p) {
      p.foot[1].add(cone);
      spoil(p.foot[1].cone[0]);
    });
  };
  EXPECT_NE(with_cone([](SharingCone&) {}), bad);
  EXPECT_EQ(with_cone([](SharingCone& c) { c.scale = -1; }), bad);
  EXPECT_EQ(with_cone([](SharingCone& c) { c.ratio = 0; }), bad);
  EXPECT_EQ(with_cone([](SharingCone& c) { c.n *= 2; }), bad);
}

TEST(LoadSharing, LeavesNoWarmStartWithoutAnAnswer) {
  SharingWarmStart warm;
  warm.n = 3;
  SharingProblem problem = four_feet();
  problem.n_feet = 2;
  EXPECT_EQ(share_load(problem, warm).status, SharingStatus::kDegenerate);
  EXPECT_EQ(warm.n, 0);
}

}  // namespace
}  // namespace ventosa::controller::load_sharing_test
