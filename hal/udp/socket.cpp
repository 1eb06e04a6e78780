#include "hal/udp/socket.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "hal/clock.h"

namespace ventosa::hal {
namespace {

sockaddr_in to_posix(const Address& address) {
  sockaddr_in posix{};
  posix.sin_family = AF_INET;
  posix.sin_addr.s_addr = htonl(address.host);
  posix.sin_port = htons(address.port);
  return posix;
}

Address from_posix(const sockaddr_in& posix) {
  return {ntohl(posix.sin_addr.s_addr), ntohs(posix.sin_port)};
}

/// Casts to the generic address type of the socket interface.
sockaddr* generic(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

std::string reason(int error_number) {
  switch (error_number) {
    case EADDRINUSE:
      return " is in use: another program listens there";
    case EADDRNOTAVAIL:
      return " is not one of this computer's addresses";
    case EACCES:
      return " may not be used: " + std::string(std::strerror(error_number));
    case ENETUNREACH:
      return " cannot be reached: no route to it";
    default:
      return ": " + std::string(std::strerror(error_number));
  }
}

SocketStatus status_of(int error_number) {
  switch (error_number) {
    case EAGAIN:
    case ENOBUFS:
    case ENOMEM:
      return SocketStatus::kNothing;
    case ECONNREFUSED:
      return SocketStatus::kNobody;
    case EMSGSIZE:
      return SocketStatus::kTooLong;
    default:
      return SocketStatus::kFailed;
  }
}

/// Repeats a call that failed only because an earlier datagram was refused.
template <class Call>
ssize_t without_old_refusal(Call call) {
  const ssize_t done = call();
  return done < 0 && errno == ECONNREFUSED ? call() : done;
}

timespec time_left(std::int64_t time_ns) {
  const std::int64_t left_ns = std::max<std::int64_t>(0, time_ns - SteadyClock().now_ns());
  return {left_ns / 1'000'000'000, left_ns % 1'000'000'000};
}

}  // namespace

SocketError::SocketError(const Address& address, int error_number)
    : SocketError(address, reason(error_number)) {}

SocketError::SocketError(const Address& address, const std::string& why)
    : std::runtime_error("address " + to_text(address) + why), address_(address) {}

UdpSocket::UdpSocket(const Address& local, AddressUse use)
    : descriptor_(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)), local_(local) {
  if (descriptor_ < 0) throw SocketError(local, errno);
  sockaddr_in posix = to_posix(local);
  socklen_t size = sizeof posix;
  const int shared = use == AddressUse::kShared ? 1 : 0;
  if (setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &shared, sizeof shared) != 0 ||
      bind(descriptor_, generic(posix), size) != 0 ||
      getsockname(descriptor_, generic(posix), &size) != 0) {
    const int error_number = errno;
    close(descriptor_);
    throw SocketError(local, error_number);
  }
  local_ = from_posix(posix);
}

UdpSocket::~UdpSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

UdpSocket::UdpSocket(UdpSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      local_(other.local_),
      announced_(other.announced_) {}

void UdpSocket::connect(const Address& peer) {
  if (!connect_anew(peer)) throw SocketError(peer, errno);
}

bool UdpSocket::connect_anew(const Address& peer) noexcept {
  sockaddr_in posix = to_posix(peer);
  return ::connect(descriptor_, generic(posix), sizeof posix) == 0;
}

/// Disconnects. The kernel then releases an automatically chosen port, so the socket is bound to it
/// again.
void UdpSocket::disconnect() noexcept {
  sockaddr none{};
  none.sa_family = AF_UNSPEC;
  static_cast<void>(::connect(descriptor_, &none, sizeof none));
  sockaddr_in posix = to_posix(local_);
  static_cast<void>(bind(descriptor_, generic(posix), sizeof posix));
}

void UdpSocket::allow_broadcast() noexcept {
  const int on = 1;
  static_cast<void>(setsockopt(descriptor_, SOL_SOCKET, SO_BROADCAST, &on, sizeof on));
}

SocketStatus UdpSocket::send(std::span<const std::byte> datagram) noexcept {
  const ssize_t sent = without_old_refusal(
      [&] { return ::send(descriptor_, datagram.data(), datagram.size(), MSG_NOSIGNAL); });
  return sent < 0 ? status_of(errno) : SocketStatus::kOk;
}

SocketStatus UdpSocket::send_to(const Address& peer, std::span<const std::byte> datagram) noexcept {
  sockaddr_in posix = to_posix(peer);
  const ssize_t sent = without_old_refusal([&] {
    return sendto(descriptor_, datagram.data(), datagram.size(), MSG_NOSIGNAL, generic(posix),
                  sizeof posix);
  });
  return sent < 0 ? status_of(errno) : SocketStatus::kOk;
}

Received UdpSocket::receive(std::span<std::byte> buffer) noexcept {
  sockaddr_in from{};
  socklen_t size = sizeof from;
  const ssize_t length = without_old_refusal([&] {
    return recvfrom(descriptor_, buffer.data(), buffer.size(), MSG_TRUNC, generic(from), &size);
  });
  if (length < 0) return {status_of(errno)};
  const auto n = static_cast<std::size_t>(length);
  if (n > buffer.size()) return {SocketStatus::kTooLong, n, from_posix(from)};
  return {SocketStatus::kOk, n, from_posix(from)};
}

Received UdpSocket::receive_announced(std::span<std::byte> buffer) noexcept {
  switch (announced_) {
    case Announced::kNotAsked:
      return receive(buffer);
    case Announced::kNothing:
      announced_ = Announced::kNotAsked;
      return {};
    case Announced::kSomething:
      announced_ = Announced::kNothing;
      return receive(buffer);
  }
  return {};
}

/// Only a socket that may not send to all is refused a connection to a broadcast address.
bool is_broadcast(const Address& address) {
  UdpSocket socket(Address{});
  if (socket.connect_anew(address)) return false;
  socket.allow_broadcast();
  return socket.connect_anew(address);
}

bool wait_until(std::int64_t time_ns, std::span<const UdpSocket* const> sockets) noexcept {
  std::array<pollfd, kMostSockets> polled;
  const std::size_t n = std::min(sockets.size(), polled.size());
  for (std::size_t i = 0; i < n; ++i) polled[i] = {sockets[i]->descriptor(), POLLIN, 0};
  const timespec left = time_left(time_ns);
  const bool arrived = ppoll(polled.data(), n, &left, nullptr) > 0;
  using Announced = UdpSocket::Announced;
  for (std::size_t i = 0; i < n; ++i)  // an error counts too: it stays until it is received
    sockets[i]->announced_ = polled[i].revents != 0 ? Announced::kSomething : Announced::kNothing;
  return arrived;
}

}  // namespace ventosa::hal
