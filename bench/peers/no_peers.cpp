#include "bench/peers/gravity_peer.h"
#include "bench/peers/sharing_peer.h"

/// Builds without peers skip every comparison, by name.
namespace ventosa::bench {

std::vector<std::unique_ptr<SharingPeer>> sharing_peers(int, int) { return {}; }

std::vector<std::string> missing_sharing_peers() { return {"ProxSuite", "eiquadprog"}; }

std::unique_ptr<GravityPeer> make_pinocchio(const controller::Leg&) { return nullptr; }

std::vector<std::string> missing_gravity_peers() { return {"Pinocchio"}; }

}  // namespace ventosa::bench
