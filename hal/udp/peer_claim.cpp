#include "hal/udp/peer_claim.h"

#include <pwd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

namespace ventosa::hal {
namespace {

constexpr std::uint32_t kLoopback = 0x7f000001;  // the kernel's destination for 0.0.0.0

/// Abstract socket address: it begins with a zero byte and is in no file system.
struct ClaimAddress {
  explicit ClaimAddress(const Address& peer) {
    const std::string name =
        "ventosa master of " + to_text({peer.host == 0 ? kLoopback : peer.host, peer.port});
    posix.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), posix.sun_path + 1);
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  }
  const sockaddr* generic() const { return reinterpret_cast<const sockaddr*>(&posix); }

  sockaddr_un posix{};
  socklen_t size = 0;
};

int open_local() { return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

std::string user_name(uid_t user) {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> room{};
  getpwuid_r(user, &entry, room.data(), room.size(), &found);
  return found != nullptr ? entry.pw_name : "user " + std::to_string(user);
}

/// Command line of a process; empty if unknown.
std::string command_line(pid_t process) {
  std::ifstream stream("/proc/" + std::to_string(process) + "/cmdline", std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  while (!text.empty() && text.back() == '\0') text.pop_back();
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  std::replace_if(text.begin(), text.end(), is_control, ' ');
  return text;
}

/// Process that owns a claim, by the kernel's information.
std::string holder_of(const ClaimAddress& address) {
  ucred holder{};
  socklen_t size = sizeof holder;
  const int asker = open_local();
  const bool known = asker >= 0 && connect(asker, address.generic(), address.size) == 0 &&
                     getsockopt(asker, SOL_SOCKET, SO_PEERCRED, &holder, &size) == 0;
  if (asker >= 0) close(asker);
  if (!known || holder.pid == 0) return "another program";
  const std::string command = command_line(holder.pid);
  return "process " + std::to_string(holder.pid) + " of " + user_name(holder.uid) +
         (command.empty() ? "" : " (" + command + ")");
}

}  // namespace

PeerClaim::PeerClaim(const Address& peer) : descriptor_(open_local()) {
  if (descriptor_ < 0) throw SocketError(peer, errno);
  const ClaimAddress address(peer);
  const bool claimed = bind(descriptor_, address.generic(), address.size) == 0 &&
                       listen(descriptor_, SOMAXCONN) == 0;
  if (claimed) return;
  const int error_number = errno;
  close(descriptor_);
  if (error_number != EADDRINUSE) throw SocketError(peer, error_number);
  throw SocketError(peer, " already has a master on this computer: " + holder_of(address) +
                              "; stop that process first");
}

PeerClaim::~PeerClaim() {
  if (descriptor_ >= 0) close(descriptor_);
}

PeerClaim::PeerClaim(PeerClaim&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

}  // namespace ventosa::hal
