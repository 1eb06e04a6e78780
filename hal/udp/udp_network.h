#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hal/clock.h"
#include "hal/network.h"
#include "hal/udp/peer_claim.h"

/// Network ports by real sockets.
namespace ventosa::hal {

/// Port to one peer. The kernel drops datagrams from others, unless it listens to all.
class UdpPort final : public Port {
 public:
  /// Opens a socket at any free port.  @throws SocketError
  explicit UdpPort(const Address& peer) : socket_(Address{}), peer_(peer) { socket_.connect(peer); }
  /// Opens a socket at an address shared with other ports of this network.  @throws SocketError
  UdpPort(const Address& peer, const Address& local)
      : socket_(local, AddressUse::kShared), peer_(peer) {
    socket_.connect(peer);
  }

  void send(std::span<const std::byte> datagram) noexcept override;
  std::span<const std::byte> receive(std::span<std::byte> buffer) noexcept override;
  void listen_to_all() noexcept override;
  void keep_to_sender() noexcept override;
  const UdpSocket& socket() const noexcept { return socket_; }

 private:
  UdpSocket socket_;
  const Address peer_;  ///< address of the peer until it answers from another one
  Address sender_{};    ///< sender of the last received datagram
  bool listens_to_all_ = false;
};

/// Network that excludes other masters of these peers on this computer.
class UdpNetwork final : public Network {
 public:
  /// One port per peer.  @throws SocketError  also if a peer has a master on this computer
  explicit UdpNetwork(const std::vector<Address>& peers);
  /// All ports at one address, for modules that answer to a fixed port.
  /// @throws SocketError
  UdpNetwork(const std::vector<Address>& peers, const Address& local);

  std::int64_t now_ns() const noexcept override { return clock_.now_ns(); }
  Port& port(std::size_t module) noexcept override { return *ports_[module]; }
  void wait_until(std::int64_t time_ns) noexcept override {
    static_cast<void>(hal::wait_until(time_ns, sockets_));
  }
  void leave() noexcept override { claims_.clear(); }

 private:
  SteadyClock clock_;
  std::vector<PeerClaim> claims_;  ///< claimed before any socket could take the peers' datagrams
  std::vector<std::unique_ptr<UdpPort>> ports_;
  std::vector<const UdpSocket*> sockets_;
};

/// Address of a source of UdpServerPort and UdpBroadcast.
Address address_of(Source source);

/// Network that excludes other masters with this broadcast address on this computer.
class UdpBroadcast final : public BroadcastNetwork {
 public:
  /// @throws SocketError  also if the address is no broadcast
  explicit UdpBroadcast(const Address& slaves);

  std::int64_t now_ns() const noexcept override { return clock_.now_ns(); }
  void wait_until(std::int64_t time_ns) noexcept override;
  void leave() noexcept override { claim_.reset(); }
  void send(std::span<const std::byte> datagram) noexcept override;
  Call receive(std::span<std::byte> buffer) noexcept override;
  std::string text_of(Source source) const override { return to_text(address_of(source)); }

 private:
  SteadyClock clock_;
  std::optional<PeerClaim> claim_;  ///< before the socket could take the slaves' datagrams
  const Address slaves_;
  UdpSocket socket_;
};

class UdpServerPort final : public ServerPort {
 public:
  /// @throws SocketError
  explicit UdpServerPort(const Address& local) : socket_(local) {}

  void send(Source to, std::span<const std::byte> datagram) noexcept override;
  Call receive(std::span<std::byte> buffer) noexcept override;
  const UdpSocket& socket() const noexcept { return socket_; }

 private:
  UdpSocket socket_;
};

/// Port of a slave: it listens at a broadcast address, shared with other slaves of this computer,
/// and sends from an address of its own.
class UdpSlavePort final : public ServerPort {
 public:
  /// @throws SocketError
  UdpSlavePort(const Address& broadcast, const Address& own)
      : listens_(broadcast, AddressUse::kShared), socket_(own) {}

  void send(Source to, std::span<const std::byte> datagram) noexcept override;
  Call receive(std::span<std::byte> buffer) noexcept override;
  const UdpSocket& listens() const noexcept { return listens_; }
  const UdpSocket& socket() const noexcept { return socket_; }

 private:
  UdpSocket listens_, socket_;
};

}  // namespace ventosa::hal
