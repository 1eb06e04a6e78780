#pragma once

#include <span>
#include <string>

#include "hal/clock.h"
#include "hal/udp/socket.h"

/// Local sockets for tests.
namespace ventosa::hal {

inline const Address kAnyPort{0x7f000001, 0};

inline std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// Next datagram within this time; "nothing" without one.
inline std::string next_text(UdpSocket& socket, std::int64_t within_ns = 2'000'000'000) {
  const UdpSocket* const waiting[] = {&socket};
  wait_until(SteadyClock().now_ns() + within_ns, waiting);
  std::string text(65'536, ' ');
  const Received received = socket.receive(std::as_writable_bytes(std::span(text)));
  return received.status == SocketStatus::kOk ? text.substr(0, received.size) : "nothing";
}

}  // namespace ventosa::hal
