#include "hal/udp/address.h"

#include <arpa/inet.h>

#include <charconv>
#include <stdexcept>

namespace ventosa::hal {
namespace {

bool parse_host(const std::string& text, std::uint32_t& host) {
  in_addr parsed{};
  if (inet_pton(AF_INET, text.c_str(), &parsed) != 1) return false;
  host = ntohl(parsed.s_addr);
  return true;
}

bool parse_port(const std::string& text, std::uint16_t& port) {
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, port);
  return parsed.ec == std::errc{} && parsed.ptr == end;
}

}  // namespace

Address parse_address(const std::string& text) {
  Address address;
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || !parse_host(text.substr(0, colon), address.host) ||
      !parse_port(text.substr(colon + 1), address.port))
    throw std::invalid_argument(
        text + ": must be an IPv4 address and a port of 0 to 65535, such as 127.0.0.1:12000");
  return address;
}

std::string to_text(const Address& address) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8)
    text += std::to_string(address.host >> shift & 0xff) + (shift > 0 ? "." : ":");
  return text + std::to_string(address.port);
}

}  // namespace ventosa::hal
