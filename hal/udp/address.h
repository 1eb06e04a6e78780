#pragma once

#include <cstdint>
#include <string>

namespace ventosa::hal {

/// Of an IPv4 UDP socket. Names are not looked up: that could take seconds, and be another one
/// tomorrow.
struct Address {
  std::uint32_t host = 0;  ///< 127.0.0.1 is 0x7f000001; 0: any of this computer
  std::uint16_t port = 0;  ///< 0: one that is free

  bool operator==(const Address&) const = default;
};

/// "127.0.0.1:12000"  @throws std::invalid_argument  that says what an address looks like
Address parse_address(const std::string& text);

std::string to_text(const Address& address);

}  // namespace ventosa::hal
