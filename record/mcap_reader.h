#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "record/mcap_format.h"

namespace ventosa::record::mcap {

/// The file is not in MCAP format, or damaged. what() begins with the file's name.
class ReadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Channel {
  std::uint16_t id = 0;
  std::string topic, encoding;
  std::string schema_encoding, definition;
};

struct Message {
  const Channel& channel;
  std::uint32_t sequence;
  std::uint64_t time_ns;
  std::span<const std::byte> data;
};

struct Contents {
  bool is_complete = false;  ///< the file was closed; otherwise it is cut off
  std::map<std::string, Text> metadata;
};

/// Calls visit(message) for every message in the order of the file, uncompressed or compressed with
/// zstd. If the file was not closed, up to the last complete chunk.
/// @throws ReadError
Contents read(const std::filesystem::path& file, const std::function<void(const Message&)>& visit);

}  // namespace ventosa::record::mcap
