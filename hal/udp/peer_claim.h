#pragma once

#include "hal/udp/socket.h"

namespace ventosa::hal {

/// Claim of a peer that excludes other masters on this computer: two sockets at one reply port
/// would take each other's datagrams. The kernel keeps the claim (an abstract socket, in the
/// network namespace of the protected ports) and ends it with the process in any case, so no stale
/// file can remain.
class PeerClaim {
 public:
  /// Claims the peer.
  /// @throws SocketError  another claim exists, possibly of this process; names both processes
  explicit PeerClaim(const Address& peer);
  ~PeerClaim();
  PeerClaim(PeerClaim&& other) noexcept;
  PeerClaim& operator=(PeerClaim&&) = delete;
  PeerClaim(const PeerClaim&) = delete;
  PeerClaim& operator=(const PeerClaim&) = delete;

 private:
  int descriptor_;
};

}  // namespace ventosa::hal
