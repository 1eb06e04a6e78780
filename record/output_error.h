#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace ventosa::record {

/// Results could not be written. what() reads "file: what failed: reason given by the system".
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::filesystem::path& file, const std::string& problem)
      : std::runtime_error(file.string() + ": " + problem), problem_(problem) {}
  /// Copy of an error, extended by what happened to the results.
  OutputError(const OutputError& error, const std::string& outcome)
      : std::runtime_error(error.what() + ("; " + outcome)), problem_(error.problem_) {}

  const std::string& problem() const { return problem_; }  ///< message without the file

 private:
  std::string problem_;
};

}  // namespace ventosa::record
