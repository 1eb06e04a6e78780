#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Datagrams and time for both ends of a connection: over sockets, or over a line in memory with
/// virtual time. Only wait_until() blocks. A receiver that empties its port after each wait, and
/// once more at the end, has received everything that had arrived.
namespace ventosa::hal {

/// Largest size of a datagram in any protocol [bytes].
inline constexpr std::size_t kDatagramRoom = 1500;

/// Connection to one peer.
class Port {
 public:
  virtual ~Port() = default;
  virtual void send(std::span<const std::byte> datagram) noexcept = 0;
  /// The oldest waiting datagram, in `buffer`; empty: none.
  virtual std::span<const std::byte> receive(std::span<std::byte> buffer) noexcept = 0;

  /// Receives from any sender from now on, because the peer may answer from another address. For
  /// protocols that identify senders by a key.
  virtual void listen_to_all() noexcept {}
  /// After listen_to_all(): makes the sender of the last datagram the only peer.
  virtual void keep_to_sender() noexcept {}
};

/// Time of a master, and waiting for its datagrams.
class NetworkTime {
 public:
  virtual ~NetworkTime() = default;
  virtual std::int64_t now_ns() const noexcept = 0;
  /// Waits until a datagram has arrived or until the given time.
  virtual void wait_until(std::int64_t time_ns) noexcept = 0;
  /// Ends the use of the network: another master may take the peers.
  virtual void leave() noexcept {}
};

/// Ports of a master, one per module.
class Network : public NetworkTime {
 public:
  virtual Port& port(std::size_t module) noexcept = 0;
};

/// Sender of a datagram, as encoded by the port.
using Source = std::uint64_t;

/// A received datagram.
struct Call {
  std::span<const std::byte> datagram;  ///< empty: none
  Source source = 0;
};

/// Port of a master that sends to all its slaves at once and receives from any sender.
class BroadcastNetwork : public NetworkTime {
 public:
  virtual void send(std::span<const std::byte> datagram) noexcept = 0;
  /// The oldest waiting datagram, in `buffer`.
  virtual Call receive(std::span<std::byte> buffer) noexcept = 0;
  virtual std::string text_of(Source source) const = 0;  ///< for messages
};

/// Port of a module, to and from any sender.
class ServerPort {
 public:
  using Call = hal::Call;
  virtual ~ServerPort() = default;
  virtual void send(Source to, std::span<const std::byte> datagram) noexcept = 0;
  virtual Call receive(std::span<std::byte> buffer) noexcept = 0;
};

}  // namespace ventosa::hal
