#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

/// One datagram to several sockets of this computer, which answer on a thread of their own: the
/// lower bound of any broadcast protocol over UDP.
namespace ventosa::bench {

class BareBroadcast {
 public:
  /// @param n_slaves  number of sockets that listen at the broadcast address
  /// @param n_back    bytes per answer
  /// @throws std::system_error
  BareBroadcast(std::size_t n_slaves, std::size_t n_back);
  ~BareBroadcast();
  BareBroadcast(const BareBroadcast&) = delete;
  BareBroadcast& operator=(const BareBroadcast&) = delete;

  /// Sends a datagram of `n_there` bytes and receives an answer of each socket.
  void exchange(std::size_t n_there) noexcept;

 private:
  void answer(std::size_t n_back) noexcept;

  int master_;
  std::vector<int> slaves_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace ventosa::bench
