#include <gtest/gtest.h>

#include "bench/peers/gravity_peer.h"
#include "controller/dynamics/leg_statics.h"
#include "tests/controller/romerin.h"

namespace ventosa::bench::gravity_peers_test {
namespace {

TEST(GravityPeers, PinocchioGivesTheSameStaticTorque) {
  std::mt19937_64 rng(1);
  for (const char* name : {"romerin4", "romerin6"})
    for (const controller::Leg& leg : test::robot(name).leg) {
      const auto peer = make_pinocchio(leg);
      for (int k = 0; k < 100; ++k) {
        GravityQuestion requested{.q_rad = test::random_pose(leg, rng),
                                  .g_B = test::random_vector(10, rng),
                                  .f_B = test::random_vector(50, rng)};
        const controller::LegPose pose = leg_pose(leg, requested.q_rad);
        requested.p_B = pose.p_BW;
        peer->pose(requested);
        peer->solve();
        const auto ours = static_torque(leg, pose, leg.n_joints, requested.g_B, requested.p_B,
                                        requested.f_B, controller::Vector3d::Zero());
        for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(peer->torque()[j], ours[j], 1e-12);
      }
    }
}

}  // namespace
}  // namespace ventosa::bench::gravity_peers_test
