#include "bench/bare_echo.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace ventosa::bench {
namespace {

using EchoBuffer = std::array<std::byte, 1500>;

int or_throw(int result) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), "bare echo");
  return result;
}

int loopback_socket() {
  const int s = or_throw(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  or_throw(bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address));
  return s;
}

void connect_to(int s, int other) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  or_throw(getsockname(other, reinterpret_cast<sockaddr*>(&address), &size));
  or_throw(connect(s, reinterpret_cast<sockaddr*>(&address), size));
}

}  // namespace

BareEcho::BareEcho(std::size_t n_back, Waiting waiting)
    : waiting_(waiting), near_(loopback_socket()), far_(loopback_socket()) {
  connect_to(near_, far_);
  connect_to(far_, near_);
  thread_ = std::thread([this, n_back] { answer(n_back); });
}

BareEcho::~BareEcho() {
  static_cast<void>(send(near_, nullptr, 0, 0));  // ends the answers
  thread_.join();
  close(near_);
  close(far_);
}

std::size_t BareEcho::receive(int socket) const noexcept {
  EchoBuffer datagram;
  pollfd waiting{socket, POLLIN, 0};
  constexpr timespec kPatience{.tv_sec = 10, .tv_nsec = 0};
  if (waiting_ == Waiting::kWithDeadline) ppoll(&waiting, 1, &kPatience, nullptr);
  return static_cast<std::size_t>(
      std::max<ssize_t>(0, recv(socket, datagram.data(), datagram.size(), 0)));
}

void BareEcho::answer(std::size_t n_back) noexcept {
  const EchoBuffer datagram{};
  while (receive(far_) > 0) static_cast<void>(send(far_, datagram.data(), n_back, 0));
}

void BareEcho::exchange(std::size_t n_there) noexcept {
  const EchoBuffer datagram{};
  static_cast<void>(send(near_, datagram.data(), n_there, 0));
  receive(near_);
}

}  // namespace ventosa::bench
