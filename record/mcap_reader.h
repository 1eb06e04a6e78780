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

/// A file is no MCAP file, or damaged. what() begins with the file's name.
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
  bool is_complete = false;  ///< the file was closed; else it ends where its writer was killed
  std::map<std::string, Text> metadata;
};

/// Calls visit(message) for every message in the order of the file, compressed with zstd or not.
/// Of a file that was not closed, for all up to its last whole chunk.
/// @throws ReadError
Contents read(const std::filesystem::path& file, const std::function<void(const Message&)>& visit);

}  // namespace ventosa::record::mcap
