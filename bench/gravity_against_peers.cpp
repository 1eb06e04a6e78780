#include <algorithm>
#include <random>

#include "bench/against_peers.h"
#include "bench/bare_gravity.h"
#include "bench/peers/gravity_peer.h"
#include "controller/dynamics/leg_statics.h"

namespace ventosa::bench {

using controller::Vector3d;

namespace {

constexpr int kCalls = 20000;   // p99 is determined by 200 of them
constexpr int kPeerBlock = 50;  // calls between two alternations

/// A random pose within the limits, random force and random direction of gravity.
GravityQuestion ask(const controller::Leg& leg, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> any(-1, 1);
  const auto direction = [&] { return Vector3d(any(rng), any(rng), any(rng)); };
  GravityQuestion question;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const controller::Joint& joint = leg.joint[j];
    question.q_rad[j] = std::uniform_real_distribution(joint.q_min_rad, joint.q_max_rad)(rng);
  }
  question.g_B = 9.81 * direction().normalized();
  question.p_B = leg_pose(leg, question.q_rad).p_BW;
  question.f_B = 50 * direction();
  return question;
}

controller::PerJoint<double> our_torque(const controller::Leg& leg,
                                        const GravityQuestion& requested) {
  const controller::LegPose pose = leg_pose(leg, requested.q_rad);
  return static_torque(leg, pose, leg.n_joints, requested.g_B, requested.p_B, requested.f_B,
                       Vector3d::Zero());
}

class MujocoGravity final : public GravityPeer {
 public:
  explicit MujocoGravity(const controller::Leg& leg) : gravity_(leg) {}

  std::string name() const override { return "MuJoCo"; }
  void pose(const GravityQuestion& question) override {
    gravity_.pose(question.q_rad, question.g_B, question.p_B, question.f_B);
  }
  void solve() override { gravity_.solve(); }
  controller::PerJoint<double> torque() const override { return gravity_.torque(); }

 private:
  BareGravity gravity_;
};

struct GravityTurn {
  std::unique_ptr<GravityPeer> peer;
  Samples samples{kCalls};
};

bool same_torque(const controller::PerJoint<double>& a, const controller::PerJoint<double>& b) {
  constexpr double kSame_Nm = 1e-9;
  return std::equal(a.begin(), a.end(), b.begin(),
                    [](double x, double y) { return std::abs(x - y) < kSame_Nm; });
}

void measure_peer(const controller::Leg& leg, const GravityQuestion& requested, GravityTurn& turn) {
  turn.peer->pose(requested);
  turn.samples.measure([&] { turn.peer->solve(); });
  if (!same_torque(turn.peer->torque(), our_torque(leg, requested))) turn.samples.count_failure();
}

}  // namespace

Benchmark measure_gravity(const controller::Leg& leg) {
  std::vector<GravityTurn> peers;
  if (auto pinocchio = make_pinocchio(leg)) peers.push_back({.peer = std::move(pinocchio)});
  peers.push_back({.peer = std::make_unique<MujocoGravity>(leg)});

  std::mt19937_64 rng(1);
  Samples ours(kCalls);
  std::vector<GravityQuestion> block(kPeerBlock);
  for (int n = 0; n < kCalls; n += kPeerBlock) {
    std::generate(block.begin(), block.end(), [&] { return ask(leg, rng); });
    controller::PerJoint<double> tau;
    for (const GravityQuestion& requested : block)
      ours.measure([&] { tau = our_torque(leg, requested); });
    for (GravityTurn& turn : peers)
      for (const GravityQuestion& requested : block) measure_peer(leg, requested, turn);
  }
  Benchmark result = ours.summary("gravity/6_joints");
  for (const GravityTurn& turn : peers) result.add(turn.samples.peer(turn.peer->name()));
  result.skipped_peers = missing_gravity_peers();
  return result;
}

}  // namespace ventosa::bench
