#include "hal/udp/address.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ventosa::hal::address_test {
namespace {

TEST(Address, IsReadAndWritten) {
  const Address address = parse_address("192.168.4.17:12001");
  EXPECT_EQ(address.host, 0xc0a80411u);
  EXPECT_EQ(address.port, 12001);
  EXPECT_EQ(to_text(address), "192.168.4.17:12001");
  EXPECT_EQ(parse_address("0.0.0.0:0"), Address{});
  EXPECT_EQ(to_text(parse_address("255.255.255.255:65535")), "255.255.255.255:65535");
}

TEST(Address, RefusesAllElseAndSaysWhatOneLooksLike) {
  for (const char* text :
       {"", ":", "127.0.0.1", "127.0.0.1:", ":12000", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:+1", "127.0.0.1: 1", "127.0.0.1:12000 ", "127.0.0:1", "127.0.0.256:1",
        "localhost:12000", "::1:12000", "1.2.3.4:5:6", "127.0.0.1:0x10"}) {
    try {
      parse_address(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("such as 127.0.0.1:12000"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace ventosa::hal::address_test
