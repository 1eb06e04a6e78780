#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "hal/udp/address.h"

/// UDP over POSIX sockets. Construction may throw; sending, receiving and waiting never do. Only
/// functions documented as blocking block.
namespace ventosa::hal {

/// Failure to set up a socket, with its address and the reason.
class SocketError : public std::runtime_error {
 public:
  SocketError(const Address& address, int error_number);
  SocketError(const Address& address, const std::string& why);
  const Address& address() const noexcept { return address_; }

 private:
  Address address_;
};

enum class SocketStatus : std::uint8_t {
  kOk,
  kNothing,  ///< no datagram has arrived; or buffers are full and the datagram was not sent
  kNobody,   ///< the previous datagram was refused as nothing listens there; this one was not sent
  kTooLong,  ///< longer than the buffer, and lost; or too long to be sent
  kFailed,   ///< the network is down, or similar
};

struct Received {
  SocketStatus status = SocketStatus::kNothing;
  std::size_t size = 0;  ///< [bytes]; 0 is a valid length
  Address from{};
};

/// Permission to share an address among our sockets. Each connected socket receives what its own
/// peer sends.
enum class AddressUse : std::uint8_t { kAlone, kShared };

class UdpSocket {
 public:
  /// Listens at this address.  @throws SocketError
  explicit UdpSocket(const Address& local, AddressUse use = AddressUse::kAlone);
  ~UdpSocket();
  UdpSocket(UdpSocket&& other) noexcept;
  UdpSocket& operator=(UdpSocket&&) = delete;
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;

  /// Accepts datagrams only from this peer from now on.  @throws SocketError
  void connect(const Address& peer);
  /// Connects a socket in use to another peer.  @return false: failed, and unchanged
  bool connect_anew(const Address& peer) noexcept;
  /// Receives from any sender again, at the same port.
  void disconnect() noexcept;

  /// Permits sending to broadcast addresses.
  void allow_broadcast() noexcept;

  /// Local address; the port is known, even if any free one was requested.
  const Address& local() const noexcept { return local_; }

  /// Sends to the connected peer. If the peer is absent, the datagram is lost without an error.
  SocketStatus send(std::span<const std::byte> datagram) noexcept;
  SocketStatus send_to(const Address& peer, std::span<const std::byte> datagram) noexcept;

  /// Takes the oldest datagram that has arrived.
  Received receive(std::span<std::byte> buffer) noexcept;

  /// Like receive(), for loops that receive until there is nothing, with fewer system calls: it
  /// relies on the result of the last wait_until(). After a wait it returns at most one datagram,
  /// then kNothing once; further ones are returned after the next wait, or by calls without a wait.
  Received receive_announced(std::span<std::byte> buffer) noexcept;

  int descriptor() const noexcept { return descriptor_; }

 private:
  friend bool wait_until(std::int64_t time_ns, std::span<const UdpSocket* const> sockets) noexcept;

  /// Knowledge of waiting datagrams from the last wait_until().
  enum class Announced : std::uint8_t { kNotAsked, kNothing, kSomething };

  int descriptor_;
  Address local_;
  mutable Announced announced_ = Announced::kNotAsked;
};

/// True if datagrams to this address go to all computers of a network of this computer.
/// @throws SocketError
bool is_broadcast(const Address& address);

inline constexpr std::size_t kMostSockets = 64;

/// Blocks until a datagram has arrived at one of the sockets (at most kMostSockets), a signal
/// arrives, or the steady clock (hal/clock.h) reaches the time.
/// @return true if a datagram has arrived
bool wait_until(std::int64_t time_ns, std::span<const UdpSocket* const> sockets) noexcept;

}  // namespace ventosa::hal
