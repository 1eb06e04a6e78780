#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>

#include "controller/load_sharing/load_sharing.h"
#include "tests/controller/random_stance.h"

/// Loads move as smoothly as the availability of a foot does, through release and seal, on seeded
/// stances.
namespace ventosa::controller::load_sharing_continuity_test {
namespace {

constexpr std::uint64_t kStances = 60;
constexpr int kRamp = 40;         // ticks of a ramp: 0.4 s at 100 Hz
constexpr int kHalvings = 24;     // of one tick: 6e-8 of it are left
constexpr double kJump_N = 1e-3;  // beyond rounding; limit of the change of forces in such a step

/// A stance whose first foot is unloaded and loaded again.
class Ramp {
 public:
  explicit Ramp(std::uint64_t seed) : seed_(seed) {}

  SharingProblem at(double availability) const { return random_stance(seed_, availability); }
  Sharing share(double availability) const {
    SharingWarmStart none;
    return share_load(at(availability), none);
  }

 private:
  std::uint64_t seed_;
};

double jump(const Sharing& a, const Sharing& b) {
  double largest = 0;
  for (std::size_t i = 0; i < kMaxLegs; ++i) largest = std::max(largest, (a.F[i] - b.F[i]).norm());
  return largest;
}

bool has_forces(const Sharing& answer) {
  return answer.status == SharingStatus::kOptimal ||
         (answer.status == SharingStatus::kSoftened && answer.margin > -10);
}

/// Bisects towards the larger jump.
double jump_at_a_point(const Ramp& ramp, double low, double high) {
  Sharing at_low = ramp.share(low);
  Sharing at_high = ramp.share(high);
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    const Sharing at_middle = ramp.share(middle);
    const bool lower = jump(at_low, at_middle) > jump(at_middle, at_high);
    (lower ? high : low) = middle;
    (lower ? at_high : at_low) = at_middle;
  }
  return jump(at_low, at_high);
}

TEST(LoadSharingContinuity, LetsNoForceJumpWhileACupComesOrGoes) {
  int optimal = 0;
  int softened = 0;
  for (std::uint64_t seed = 0; seed < kStances; ++seed) {
    SCOPED_TRACE(seed);
    const Ramp ramp(seed);
    for (int k = 0; k < kRamp; ++k) {
      const double low = static_cast<double>(k) / kRamp;
      const double high = static_cast<double>(k + 1) / kRamp;
      const Sharing at_low = ramp.share(low);
      const Sharing at_high = ramp.share(high);
      if (!has_forces(at_low) || !has_forces(at_high)) continue;
      ++(at_low.margin < 0 ? softened : optimal);
      EXPECT_LT(jump_at_a_point(ramp, low, high), kJump_N);
    }
  }
  EXPECT_GT(optimal, 1000);
  EXPECT_GT(softened, 100);
}

/// Force of a foot without grip, that of the links on its cup: the apex of its slip cone.
Vector3d only_force(const SharingFoot& foot) {
  const SharingCone& slip = foot.cone[0];
  return slip.centre_N - (slip.offset / slip.ratio + slip.n.dot(slip.centre_N)) * slip.n;
}

/// The stance without its first foot, whose force is given as `F`.
SharingProblem without_first(const SharingProblem& problem, const Vector3d& F) {
  SharingProblem rest = problem;
  std::rotate(rest.foot.begin(), rest.foot.begin() + 1, rest.foot.begin() + problem.n_feet);
  --rest.n_feet;
  rest.w.head<3>() -= F;
  rest.w.tail<3>() -= problem.foot[0].p_B.cross(F);
  return rest;
}

TEST(LoadSharingContinuity, LetsNoForceJumpWhenAFootThatCarriesNothingLeaves) {
  int left = 0;
  for (std::uint64_t seed = 0; seed < kStances; ++seed) {
    SCOPED_TRACE(seed);
    const Ramp ramp(seed);
    const Sharing with = ramp.share(0);
    const SharingProblem all = ramp.at(0);
    const SharingProblem rest = without_first(all, only_force(all.foot[0]));
    SharingWarmStart none;
    const Sharing without = share_load(rest, none);
    if (with.status != SharingStatus::kOptimal) continue;
    ++left;
    EXPECT_LT((with.F[0] - only_force(all.foot[0])).norm(), 1e-6);
    EXPECT_EQ(without.status, SharingStatus::kOptimal);
    for (std::size_t i = 0; i < static_cast<std::size_t>(rest.n_feet); ++i)
      EXPECT_LT((without.F[i] - with.F[i + 1]).norm(), 1e-6);
  }
  EXPECT_GT(left, 20);
}

}  // namespace
}  // namespace ventosa::controller::load_sharing_continuity_test
