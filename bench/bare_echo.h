#pragma once

#include <cstddef>
#include <thread>

/// Nothing but datagrams between two sockets of this computer, the other one on a thread of its
/// own: what any wire over UDP takes at least.
namespace ventosa::bench {

/// How both ends wait for a datagram.
enum class Waiting {
  kInReceive,
  kWithDeadline,  ///< by ppoll first, as who keeps a period has to
};

class BareEcho {
 public:
  /// @param n_back  bytes of each answer
  /// @throws std::system_error
  BareEcho(std::size_t n_back, Waiting waiting);
  ~BareEcho();
  BareEcho(const BareEcho&) = delete;
  BareEcho& operator=(const BareEcho&) = delete;

  /// A datagram of so many bytes there, at least one, and an answer back.
  void exchange(std::size_t n_there) noexcept;

 private:
  void answer(std::size_t n_back) noexcept;
  std::size_t receive(int socket) const noexcept;

  const Waiting waiting_;
  int near_, far_;
  std::thread thread_;
};

}  // namespace ventosa::bench
