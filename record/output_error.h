#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace ventosa::record {

/// Results could not be written. what() reads: file: what failed: the system's reason
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::filesystem::path& file, const std::string& problem)
      : std::runtime_error(file.string() + ": " + problem) {}
};

}  // namespace ventosa::record
