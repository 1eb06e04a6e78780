#pragma once

#include "bench/peers/sharing_peer.h"

namespace ventosa::bench {

std::unique_ptr<SharingPeer> make_eiquadprog_fast(int n_feet, int n_rows);
/// @return null unless 4, 6 or 10 feet with 24 rows each
std::unique_ptr<SharingPeer> make_eiquadprog_rt(int n_feet, int n_rows);

}  // namespace ventosa::bench
