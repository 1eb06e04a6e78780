#pragma once

#include "hal/udp/socket.h"

namespace ventosa::hal {

/// Keeps other masters on this computer from speaking to a peer that one speaks to already: two
/// sockets at one reply port would take each other's datagrams. The kernel holds the claim (an
/// abstract socket, in the network namespace of the ports that it protects) and ends it with the
/// process, however that ends: there is no file that could be left behind.
class PeerClaim {
 public:
  /// @throws SocketError  another process, or this one, has the peer: says which and whose
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
