#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "hal/udp/address.h"

/// UDP over POSIX sockets. Setting up may throw; sending, receiving and waiting never do, and never
/// block but where they say so.
namespace ventosa::hal {

/// A socket that cannot be set up; says of which address, and why.
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
  kNothing,  ///< nothing has arrived; or what was to be sent was not, as buffers are full
  kNobody,   ///< the datagram before was told that nothing listens there; this one is not sent
  kTooLong,  ///< the datagram is longer than the buffer, and lost; or too long to be sent
  kFailed,   ///< the network is down, or the like
};

struct Received {
  SocketStatus status = SocketStatus::kNothing;
  std::size_t size = 0;  ///< [bytes]; 0 is a length, too
  Address from{};
};

/// Whether others of ours wait at the same address: connected, each gets what its peer sends.
enum class AddressUse : std::uint8_t { kAlone, kShared };

class UdpSocket {
 public:
  /// Waits for datagrams at this address.  @throws SocketError
  explicit UdpSocket(const Address& local, AddressUse use = AddressUse::kAlone);
  ~UdpSocket();
  UdpSocket(UdpSocket&& other) noexcept;
  UdpSocket& operator=(UdpSocket&&) = delete;
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;

  /// From now on the kernel drops what comes from anywhere else.  @throws SocketError
  void connect(const Address& peer);
  /// The same of a socket in use.  @return whether it is so; if not, it is as it was
  bool connect_anew(const Address& peer) noexcept;
  /// It hears everybody again, at the port that it had.
  void disconnect() noexcept;

  /// Where it waits: the port is known, even if any free one was asked for.
  const Address& local() const noexcept { return local_; }

  /// To the peer it is connected to. A peer that is not there yet is no error: what is sent is
  /// gone.
  SocketStatus send(std::span<const std::byte> datagram) noexcept;
  SocketStatus send_to(const Address& peer, std::span<const std::byte> datagram) noexcept;

  /// The oldest datagram that waits.
  Received receive(std::span<std::byte> buffer) noexcept;

  /// As receive(), for who receives until there is nothing: the kernel is not asked what
  /// wait_until() has just told. After it there is one datagram or none, then nothing, once;
  /// whatever else waits is for the next wait, or for who receives again without one.
  Received receive_told(std::span<std::byte> buffer) noexcept;

  int descriptor() const noexcept { return descriptor_; }

 private:
  friend bool wait_until(std::int64_t time_ns, std::span<const UdpSocket* const> sockets) noexcept;

  /// What the kernel has told of what waits here.
  enum class Told : std::uint8_t { kNotAsked, kNothing, kSomething };

  int descriptor_;
  Address local_;
  mutable Told told_ = Told::kNotAsked;
};

inline constexpr std::size_t kMostSockets = 64;

/// Blocks until something has arrived at one of the sockets (at most kMostSockets), a signal comes,
/// or the steady clock (hal/clock.h) shows this time.
/// @return whether something has arrived
bool wait_until(std::int64_t time_ns, std::span<const UdpSocket* const> sockets) noexcept;

}  // namespace ventosa::hal
