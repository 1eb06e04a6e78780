#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Datagrams and time, as those who speak a wire need them: over sockets, or over a line in memory
/// whose time is virtual. Nothing here blocks but wait_until(). Who receives until there is
/// nothing, after each wait and once more at the end, has all that had arrived.
namespace ventosa::hal {

/// Room enough for a datagram of any of our wires.
inline constexpr std::size_t kDatagramRoom = 1500;

/// To and from one peer.
class Port {
 public:
  virtual ~Port() = default;
  virtual void send(std::span<const std::byte> datagram) noexcept = 0;
  /// The oldest that waits, as it lies in `buffer`; empty: there is none.
  virtual std::span<const std::byte> receive(std::span<std::byte> buffer) noexcept = 0;

  /// Hears everybody from now on: the peer may answer from another address than before. For wires
  /// on which a key decides who is heard.
  virtual void listen_to_all() noexcept {}
  /// After listen_to_all(): who sent what was received last is the peer, and is heard alone.
  virtual void keep_to_sender() noexcept {}
};

/// A master's ports, one for each module, and their clock.
class Network {
 public:
  virtual ~Network() = default;
  virtual std::int64_t now_ns() const noexcept = 0;
  virtual Port& port(std::size_t module) noexcept = 0;
  /// Until something has arrived, or until that time.
  virtual void wait_until(std::int64_t time_ns) noexcept = 0;
  /// Nothing is asked of it any more: another master may have the peers.
  virtual void leave() noexcept {}
};

/// Who speaks to a module: its port knows what that stands for.
using Source = std::uint64_t;

/// A module's, to and from whoever speaks to it.
class ServerPort {
 public:
  struct Call {
    std::span<const std::byte> datagram;  ///< empty: there is none
    Source source = 0;
  };
  virtual ~ServerPort() = default;
  virtual void send(Source to, std::span<const std::byte> datagram) noexcept = 0;
  virtual Call receive(std::span<std::byte> buffer) noexcept = 0;
};

}  // namespace ventosa::hal
