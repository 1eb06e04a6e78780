#include <gtest/gtest.h>

#include <algorithm>

#include "controller/load_sharing/load_sharing.h"
#include "tests/controller/random_stance.h"

/// Properties of load sharing on seeded stances: changes that must not affect the answer.
namespace ventosa::controller::load_sharing_property_test {
namespace {

Sharing share_cold(const SharingProblem& problem) {
  SharingWarmStart none;
  return share_load(problem, none);
}

double largest_difference(const Sharing& a, const Sharing& b) {
  double largest = 0;
  for (std::size_t i = 0; i < kMaxLegs; ++i) largest = std::max(largest, (a.F[i] - b.F[i]).norm());
  return largest;
}

/// [N] At the least slack the forces are in a corner, which may be sharp.
double tolerance(const Sharing& answer) {
  return answer.status == SharingStatus::kSoftened ? 1e-3 : 1e-6;
}

TEST(LoadSharing, ChangesItsVerdictWhereTheLeastSlackVanishes) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    const Sharing answer = share_cold(problem);
    if (answer.status != SharingStatus::kSoftened || answer.margin < -10) continue;
    ++tried;
    for (const double beside : {-1e-5, 1e-5}) {
      SharingProblem scaled = problem;
      const double growth = (1 - answer.margin) * (1 + beside);
      for (SharingFoot& foot : scaled.foot) {
        for (SharingRow& row : foot.row) row.scale *= growth;
        for (SharingCone& cone : foot.cone) cone.scale *= growth;
      }
      EXPECT_EQ(share_cold(scaled).status,
                beside < 0 ? SharingStatus::kSoftened : SharingStatus::kOptimal);
    }
  }
  EXPECT_GT(tried, 100);
}

TEST(LoadSharing, CanBeAskedWhetherThereIsAnAnswerAlone) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    SharingWarmStart none;
    EXPECT_EQ(can_share(problem, none), share_cold(problem).status == SharingStatus::kOptimal);
  }
}

TEST(LoadSharing, GivesTheSameAnswerFromAnyWarmStart) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    SharingWarmStart warm;
    const Sharing cold = share_load(problem, warm);
    const SharingWarmStart own = warm;
    const Sharing again = share_load(problem, warm);
    EXPECT_EQ(again.status, cold.status);
    EXPECT_LT(largest_difference(again, cold), tolerance(cold));
    if (cold.status == SharingStatus::kOptimal) {
      EXPECT_EQ(again.iterations, 0);
      EXPECT_EQ(warm.n, own.n);
    }

    // warm starts: of another stance, and with rows that do not exist
    Dice dice(seed);
    warm.n = dice.integer(-1, 200);
    for (ActiveRow& row : warm.row)
      row = {static_cast<std::int8_t>(dice.integer(-1, dice.chance(0.5) ? 12 : 127)),
             static_cast<std::int8_t>(dice.chance(0.5) ? dice.integer(-3, 12)
                                                       : dice.integer(-128, 127)),
             dice.chance(0.1) ? Vector3d::Constant(NAN) : dice.vector(1)};
    const Sharing odd = share_load(problem, warm);
    EXPECT_EQ(odd.status, cold.status);
    EXPECT_LT(largest_difference(odd, cold), tolerance(cold));
    EXPECT_NEAR(odd.margin, cold.margin, 1e-6);
  }
}

TEST(LoadSharing, PermutesTheForcesWithTheFeet) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    const auto n = static_cast<std::size_t>(problem.n_feet);
    SharingProblem turned = problem;
    for (std::size_t i = 0; i < n; ++i) turned.foot[(i + 1) % n] = problem.foot[i];
    const Sharing a = share_cold(problem);
    Sharing b = share_cold(turned);
    std::rotate(b.F.begin(), b.F.begin() + 1, b.F.begin() + problem.n_feet);
    EXPECT_EQ(a.status, b.status);
    EXPECT_LT(largest_difference(a, b), tolerance(a));
    EXPECT_NEAR(a.margin, b.margin, 1e-6);
  }
}

TEST(LoadSharing, TurnsAndShiftsWithTheBodyFrame) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const Matrix3d R = dice.rotation();
    const Vector3d shift = dice.vector(3);
    const SharingProblem problem = random_stance(seed);
    SharingProblem moved = problem;
    for (SharingFoot& foot : moved.foot) {
      foot.p_B = R * foot.p_B + shift;
      foot.H = R * foot.H * R.transpose();
      foot.c = R * foot.c;
      for (SharingRow& row : foot.row) row.a = R * row.a;
      for (SharingCone& cone : foot.cone) {
        cone.n = R * cone.n;
        cone.centre_N = R * cone.centre_N;
      }
    }
    moved.w.head<3>() = R * problem.w.head<3>();
    moved.w.tail<3>() = R * problem.w.tail<3>() + shift.cross(Vector3d(moved.w.head<3>()));
    Sharing a = share_cold(problem);
    const Sharing b = share_cold(moved);
    for (Vector3d& F : a.F) F = R * F;
    EXPECT_EQ(a.status, b.status);
    EXPECT_LT(largest_difference(a, b), tolerance(a));
    EXPECT_NEAR(a.margin, b.margin, 1e-6);
  }
}

TEST(LoadSharing, DoesNotDependOnTheUnitOfARow) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const SharingProblem problem = random_stance(seed);
    SharingProblem scaled = problem;
    for (SharingFoot& foot : scaled.foot)
      for (SharingRow& row : foot.row) {
        const double unit = std::exp2(dice.integer(-12, 12));
        row.a *= unit;
        row.offset *= unit;
        row.scale *= unit;
      }
    const Sharing a = share_cold(problem);
    const Sharing b = share_cold(scaled);
    EXPECT_EQ(a.status, b.status);
    EXPECT_LT(largest_difference(a, b), tolerance(a));
  }
}

}  // namespace
}  // namespace ventosa::controller::load_sharing_property_test
