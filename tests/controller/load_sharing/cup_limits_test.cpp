#include "controller/load_sharing/cup_limits.h"

#include <gtest/gtest.h>

#include "tests/controller/random_stance.h"

namespace ventosa::controller::cup_limits_test {
namespace {

/// A cup of the quadruped on a surface of any attitude, with the weights of its hanging links.
CupHold some_cup(Dice& dice) {
  CupHold cup;
  cup.R_BS = dice.rotation();
  cup.grip_force_N = dice.uniform(20, 120);
  cup.friction = dice.uniform(0.2, 1);
  cup.lip_radius_m = 0.09;
  cup.wrist_to_lip_m = 0.087;
  const Vector3d g_B = dice.rotation().col(2) * 9.81;
  cup.weight_B = 0.617 * g_B;
  cup.peel_weight_B = 0.471 * g_B;
  cup.max_push_N = dice.uniform(30, 100);
  cup.wrist_moment_Nm = dice.uniform(0, 0.5);
  return cup;
}

SharingFoot limited_by(const CupHold& cup) {
  SharingFoot foot;
  add_foot_limits(cup, foot);
  return foot;
}

bool allows(const SharingRow& row, const Vector3d& F) {
  return row.a.dot(F) <= row.offset + row.scale + 1e-9;
}

bool allows(const SharingCone& cone, const Vector3d& F) {
  return cone.used(F) <= cone.scale + 1e-9;
}

bool allows(const SharingFoot& foot, const Vector3d& F, Limit limit) {
  for (int k = 0; k < foot.n_cones; ++k) {
    const SharingCone& cone = foot.cone[static_cast<std::size_t>(k)];
    if (cone.limit == limit && !allows(cone, F)) return false;
  }
  for (int r = 0; r < foot.n_rows; ++r) {
    const SharingRow& row = foot.row[static_cast<std::size_t>(r)];
    if (row.limit == limit && !allows(row, F)) return false;
  }
  return true;
}

bool allows(const SharingFoot& foot, const Vector3d& F) {
  return allows(foot, F, Limit::kSlip) && allows(foot, F, Limit::kPeel) &&
         allows(foot, F, Limit::kPullOff) && allows(foot, F, Limit::kPush);
}

double normal(const CupHold& cup, const Vector3d& F) { return cup.R_BS.col(2).dot(F); }
double shear(const CupHold& cup, const Vector3d& F) {
  return (F - cup.R_BS.col(2) * normal(cup, F)).norm();
}

struct Load {
  double used;  ///< shear or moment
  double hold;  ///< limit of the true cone
};

Load slip_load(const CupHold& cup, const Vector3d& F) {
  const Vector3d F_c = F - cup.weight_B;
  return {shear(cup, F_c), cup.friction * (normal(cup, F_c) + cup.grip_force_N)};
}

/// Moment at the lip about any axis in the surface, and the one that unloads half of the lip.
Load peel_load(const CupHold& cup, const Vector3d& F) {
  const Vector3d F_c = F - cup.weight_B;
  return {cup.wrist_to_lip_m * shear(cup, F - cup.peel_weight_B) + cup.wrist_moment_Nm,
          cup.lip_radius_m / 2 * (normal(cup, F_c) + cup.grip_force_N)};
}

template <class Check>
void for_random_forces(Check check) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const CupHold cup = some_cup(dice);
    check(cup, limited_by(cup), dice.vector(100));
  }
}

/// Allowed exactly inside the cone.
void expect_cone(const Load& load, bool allowed) {
  EXPECT_TRUE(!allowed || load.used <= load.hold + 1e-6);
  EXPECT_TRUE(allowed || load.used >= load.hold - 1e-6);
}

TEST(CupLimits, HoldTheShearOfTheCupInsideTheFrictionCone) {
  for_random_forces([](const CupHold& cup, const SharingFoot& foot, const Vector3d& F) {
    expect_cone(slip_load(cup, F), allows(foot, F, Limit::kSlip));
  });
}

TEST(CupLimits, HoldTheMomentOfTheLipBelowWhatUnloadsHalfOfIt) {
  for_random_forces([](const CupHold& cup, const SharingFoot& foot, const Vector3d& F) {
    expect_cone(peel_load(cup, F), allows(foot, F, Limit::kPeel));
  });
}

TEST(CupLimits, HoldThePullBelowItsShareOfTheGrip) {
  for_random_forces([](const CupHold& cup, const SharingFoot& foot, const Vector3d& F) {
    const double pull = -normal(cup, F - cup.weight_B);
    EXPECT_EQ(allows(foot, F, Limit::kPullOff), pull <= 0.8 * cup.grip_force_N);
    EXPECT_EQ(allows(foot, F, Limit::kPush), -pull <= cup.max_push_N);
  });
}

TEST(CupLimits, ScaleByTheGripAndThePushAlone) {
  // terms without scale are gravity and wrist friction: without these nothing is left
  for_random_forces([](CupHold cup, const SharingFoot&, const Vector3d&) {
    cup.wrist_moment_Nm = 0;
    cup.weight_B = cup.peel_weight_B = Vector3d::Zero();
    const SharingFoot whole = limited_by(cup);
    cup.grip_force_N /= 2;
    cup.max_push_N /= 2;
    const SharingFoot half = limited_by(cup);
    ASSERT_EQ(whole.n_rows, kFootRows);
    ASSERT_EQ(whole.n_cones, 2);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(whole.row[k].offset, 0);
      EXPECT_EQ(whole.cone[k].offset, 0);
      EXPECT_NEAR(half.row[k].scale, whole.row[k].scale / 2, 1e-12);
      EXPECT_NEAR(half.cone[k].scale, whole.cone[k].scale / 2, 1e-12);
    }
  });
}

TEST(CupLimits, ShrinkTowardsTheHangingLinksWithTheAvailability) {
  for_random_forces([](CupHold cup, const SharingFoot& whole, const Vector3d& F) {
    // F_c is allowed at availability a exactly when F_c / a is allowed at 1
    cup.availability = 0.3;
    EXPECT_EQ(allows(limited_by(cup), cup.weight_B + 0.3 * (F - cup.weight_B)), allows(whole, F));
  });
}

TEST(CupLimits, LeaveOnlyTheHangingLinksWithoutAvailability) {
  for_random_forces([](CupHold cup, const SharingFoot&, const Vector3d& F) {
    cup.availability = 0;
    const SharingFoot nothing = limited_by(cup);
    EXPECT_TRUE(allows(nothing, cup.weight_B));
    EXPECT_FALSE(allows(nothing, cup.weight_B + 1e-3 * F));
  });
}

TEST(CupLimits, KeepTheSafetyFactorOnEveryLimit) {
  for_random_forces([](CupHold cup, const SharingFoot&, const Vector3d& F) {
    cup.safety_factor = 1.5;
    const SharingFoot safe = limited_by(cup);
    const Load slip = slip_load(cup, F);
    const Load peel = peel_load(cup, F);
    expect_cone({1.5 * slip.used, slip.hold}, allows(safe, F, Limit::kSlip));
    expect_cone({1.5 * peel.used, peel.hold}, allows(safe, F, Limit::kPeel));
    const double pull = -normal(cup, F - cup.weight_B);
    EXPECT_EQ(allows(safe, F, Limit::kPullOff), 1.5 * pull <= 0.8 * cup.grip_force_N);
    EXPECT_EQ(allows(safe, F, Limit::kPush), -1.5 * pull <= cup.max_push_N);
  });
}

TEST(CupLimits, HoldTheSameShearInEveryDirection) {
  CupHold cup;
  cup.grip_force_N = 100;
  cup.friction = 0.5;
  cup.lip_radius_m = 1;  // never peels
  cup.wrist_to_lip_m = 0.1;
  for (int degree = 0; degree < 360; ++degree) {
    const double angle = degree * M_PI / 180;
    const Vector3d shear(50 * std::cos(angle), 50 * std::sin(angle), 0);
    EXPECT_TRUE(allows(limited_by(cup), (1 - 1e-9) * shear, Limit::kSlip));
    EXPECT_FALSE(allows(limited_by(cup), (1 + 1e-9) * shear, Limit::kSlip));
  }
}

/// The rows of all directions envelop the cone.
TEST(Tangents, TouchTheConeWhereTheForceIs) {
  for_random_forces([](const CupHold& cup, const SharingFoot& foot, const Vector3d& F) {
    for (const SharingCone& cone : foot.cone) {
      const Vector3d across = cone.across(F), other = cup.R_BS.col(0);
      const SharingRow there = cone.tangent(across.normalized()), beside = cone.tangent(other);
      EXPECT_NEAR(there.a.dot(F) - there.offset, cone.used(F), 1e-9);
      EXPECT_LE(beside.a.dot(F) - beside.offset, cone.used(F) + 1e-9);
      EXPECT_NEAR(there.a.norm(), cone.norm(), 1e-12);
    }
  });
}

TEST(TorqueRows, HoldEveryJointTorqueWithinItsLimit) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    ArmJacobian J(3, 4);
    ArmVector tau_g(4);
    ArmVector limit(4);
    for (int j = 0; j < 4; ++j) {
      J.col(j) = dice.vector(0.3);
      tau_g[j] = dice.uniform(-2, 2);
      limit[j] = dice.uniform(2, 8);
    }
    SharingFoot foot;
    add_torque_rows(J, tau_g, limit, foot);
    ASSERT_EQ(foot.n_rows, 8);

    const Vector3d F = dice.vector(25);
    const ArmVector tau = tau_g - J.transpose() * F;
    EXPECT_EQ(allows(foot, F, Limit::kTorque), (tau.array().abs() <= limit.array()).all());
    for (std::size_t r = 0; r < 8; ++r)
      EXPECT_EQ(foot.row[r].scale, limit[static_cast<Eigen::Index>(r / 2)]);
  }
}

TEST(TorqueRows, AreNeverLostUnnoticed) {
  SharingProblem problem = random_stance(1);
  ASSERT_EQ(problem.foot[0].n_rows, 8);
  const ArmVector two = ArmVector::Constant(2, 1e3);
  add_torque_rows(ArmJacobian::Random(3, 2), two, two, problem.foot[0]);
  SharingWarmStart warm;
  EXPECT_EQ(share_load(problem, warm).status, SharingStatus::kBadInput);
}

}  // namespace
}  // namespace ventosa::controller::cup_limits_test
