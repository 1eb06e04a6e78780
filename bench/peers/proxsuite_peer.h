#pragma once

#include "bench/peers/sharing_peer.h"

namespace ventosa::bench {

std::unique_ptr<SharingPeer> make_proxsuite(int n_feet, int n_rows);

}  // namespace ventosa::bench
