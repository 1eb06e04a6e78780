#include "sim/ground/clearance.h"

#include "controller/kinematics/clearance.h"
#include "controller/model/ground.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Leg;
using controller::Patch;
using controller::PatchList;

namespace {

constexpr double kSunk_m = 0.01;     // deepest in a surface that a foot may be to land on it
constexpr double kCupFaces = 0.966;  // least cosine between foot and normal: 15 deg
constexpr double kPointFaces = 0.5;  // 60 deg, since a shank leans

/// True if the whole contact area of a foot is over a patch and faces it.
bool faces(const PatchList& patches, int k, const Leg& leg, const Isometry3d& X_WF) {
  const Isometry3d X_SF = patches.patch[k].X_WS.inverse() * X_WF;
  const controller::Vector3d p_SF = X_SF.translation();
  const controller::Cup* const cup = leg.cup();
  if (-X_SF.linear()(2, 2) < (cup ? kCupFaces : kPointFaces) || p_SF.z() < -kSunk_m) return false;
  return covers(patches, k, {p_SF.head<2>(), cup ? cup->lip_radius_m : 0});
}

/// True if two patches are one surface.
bool are_one(const PatchList& patches, int k, int other) {
  return k == other ||
         lie_in_one_plane(patches.patch[k], patches.patch[other], controller::kJoint_m);
}

/// The search for the nearest part.
class Search {
 public:
  Search(const RobotPlace& place, const PatchList& patches) : place_(place), patches_(patches) {}

  void try_body(int k) {
    const double d_m =
        body_distance_m(place_.robot, patches_.patch[k], place_.X_WB, least_.distance_m);
    if (d_m < least_.distance_m) least_ = {d_m, {}, k};
  }
  void try_leg(int k, int i) {
    const Leg& leg = place_.robot.leg[i];
    const int n_parts = is_own(k, i) ? n_arm_links(leg) : leg.n_joints + 1;
    const auto [d_m, link] = nearest_part({leg, place_.pose[i], place_.X_WB}, patches_.patch[k],
                                          n_parts, least_.distance_m);
    if (link >= 0) least_ = {d_m, {i, link}, k};
  }
  const Clearance& least() const { return least_; }

 private:
  bool is_own(int k, int i) const {
    const int under = place_.foot_patch[i];
    if (under >= 0 && are_one(patches_, k, under)) return true;
    return faces(patches_, k, place_.robot.leg[i], place_.X_WB * place_.pose[i].X_BF);
  }

  const RobotPlace& place_;
  const PatchList& patches_;
  Clearance least_;
};

}  // namespace

Clearance clearance_of(const RobotPlace& place, const Ground& ground) noexcept {
  Search search(place, ground.patches());
  for (int k = 0; k < ground.patches().n; ++k) {
    if (ground.relief(k) != nullptr) continue;
    search.try_body(k);
    for (int i = 0; i < place.robot.n_legs(); ++i) search.try_leg(k, i);
  }
  return search.least();
}

}  // namespace ventosa::sim
