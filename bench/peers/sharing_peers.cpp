#include "bench/peers/eiquadprog_peer.h"
#include "bench/peers/proxsuite_peer.h"

namespace ventosa::bench {

std::vector<std::unique_ptr<SharingPeer>> sharing_peers(int n_feet, int n_rows) {
  std::vector<std::unique_ptr<SharingPeer>> peers;
  peers.push_back(make_proxsuite(n_feet, n_rows));
  peers.push_back(make_eiquadprog_fast(n_feet, n_rows));
  if (auto fixed = make_eiquadprog_rt(n_feet, n_rows)) peers.push_back(std::move(fixed));
  return peers;
}

std::vector<std::string> missing_sharing_peers() { return {}; }

}  // namespace ventosa::bench
