#pragma once

#include <cstddef>
#include <thread>

/// Datagrams between two sockets of this computer, the other one on its own thread: the lower bound
/// of any protocol over UDP.
namespace ventosa::bench {

/// Method of waiting for a datagram, at both ends.
enum class Waiting {
  kInReceive,
  kWithDeadline,  ///< waits by ppoll first, as is necessary for a fixed period
};

class BareEcho {
 public:
  /// @param n_back  bytes per answer
  /// @throws std::system_error
  BareEcho(std::size_t n_back, Waiting waiting);
  ~BareEcho();
  BareEcho(const BareEcho&) = delete;
  BareEcho& operator=(const BareEcho&) = delete;

  /// Sends a datagram of `n_there` bytes, at least one, and receives an answer.
  void exchange(std::size_t n_there) noexcept;

 private:
  void answer(std::size_t n_back) noexcept;
  std::size_t receive(int socket) const noexcept;

  const Waiting waiting_;
  int near_, far_;
  std::thread thread_;
};

}  // namespace ventosa::bench
