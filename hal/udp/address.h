#pragma once

#include <cstdint>
#include <string>

namespace ventosa::hal {

/// Address of an IPv4 UDP socket. Host names are not supported: their lookup could take seconds and
/// change over time.
struct Address {
  std::uint32_t host = 0;  ///< 127.0.0.1 is 0x7f000001; 0: any address of this computer
  std::uint16_t port = 0;  ///< 0: any free port

  bool operator==(const Address&) const = default;
};

/// 127.255.255.255: reaches every socket of this computer that listens there.
inline constexpr std::uint32_t kLoopbackBroadcast = 0x7fffffff;

/// Parses an address such as "127.0.0.1:12000".
/// @throws std::invalid_argument  naming the expected form
Address parse_address(const std::string& text);

std::string to_text(const Address& address);

}  // namespace ventosa::hal
