#include "bench/bare_broadcast.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "hal/udp/address.h"

namespace ventosa::bench {
namespace {

using SlaveBuffer = std::array<std::byte, 1500>;

constexpr timespec kSlavePatience{.tv_sec = 0, .tv_nsec = 10'000'000};

int success_of(int result) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), "bare broadcast");
  return result;
}

sockaddr* any_address(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

int open_socket(int option) {
  const int s = success_of(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int on = 1;
  success_of(setsockopt(s, SOL_SOCKET, option, &on, sizeof on));
  return s;
}

/// A socket at the broadcast address.  @param port  0: any
int listening_socket(in_port_t port) {
  const int s = open_socket(SO_REUSEADDR);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(hal::kLoopbackBroadcast);
  address.sin_port = port;
  success_of(bind(s, any_address(address), sizeof address));
  return s;
}

sockaddr_in address_of(int s) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  success_of(getsockname(s, any_address(address), &size));
  return address;
}

}  // namespace

BareBroadcast::BareBroadcast(std::size_t n_slaves, std::size_t n_back)
    : master_(open_socket(SO_BROADCAST)) {
  slaves_.push_back(listening_socket(0));
  sockaddr_in address = address_of(slaves_.front());
  while (slaves_.size() < n_slaves) slaves_.push_back(listening_socket(address.sin_port));
  thread_ = std::thread([this, n_back] { answer(n_back); });
}

BareBroadcast::~BareBroadcast() {
  ends_ = true;
  thread_.join();
  for (const int s : slaves_) close(s);
  close(master_);
}

void BareBroadcast::answer(std::size_t n_back) noexcept {
  SlaveBuffer datagram{};
  std::array<pollfd, 64> waiting{};
  for (std::size_t k = 0; k < slaves_.size(); ++k) waiting[k] = {slaves_[k], POLLIN, 0};
  while (!ends_) {
    ppoll(waiting.data(), slaves_.size(), &kSlavePatience, nullptr);
    for (std::size_t k = 0; k < slaves_.size(); ++k) {
      if (waiting[k].revents == 0) continue;
      sockaddr_in from{};
      socklen_t size = sizeof from;
      if (recvfrom(slaves_[k], datagram.data(), datagram.size(), 0, any_address(from), &size) > 0)
        static_cast<void>(sendto(slaves_[k], datagram.data(), n_back, 0, any_address(from), size));
    }
  }
}

void BareBroadcast::exchange(std::size_t n_there) noexcept {
  SlaveBuffer datagram{};
  sockaddr_in to = address_of(slaves_.front());
  static_cast<void>(sendto(master_, datagram.data(), n_there, 0, any_address(to), sizeof to));
  for (std::size_t n = 0; n < slaves_.size();) {
    pollfd waiting{master_, POLLIN, 0};
    ppoll(&waiting, 1, &kSlavePatience, nullptr);
    n += recv(master_, datagram.data(), datagram.size(), 0) > 0 ? 1 : 0;
  }
}

}  // namespace ventosa::bench
