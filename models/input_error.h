#pragma once

#include <stdexcept>
#include <string>
#include <vector>

/// Bad input, found while loading. what() reads: [file:line:column: ]key = value: rule (hint)
namespace ventosa::models {

class InputError : public std::runtime_error {
 public:
  /// @param key_path  "body.mass_kg", "surfaces[1].friction"
  /// @param value     the value as written; empty if it is missing
  /// @param rule      the violated rule      @param hint  how to fix it; may be empty
  InputError(std::string key_path, std::string value, std::string rule, std::string hint);
  /// Several mistakes, one line each, sorted by their place in the file.
  explicit InputError(const std::vector<InputError>& several, bool all_else_read = false);

  /// A copy of the error, prefixed with its place; line 0: the whole file. An error that has a
  /// place keeps it.
  InputError at(const std::string& file, int line, int column) const;

  const std::string& key_path() const { return key_path_; }
  bool has_place() const { return has_place_; }
  /// True if the reader has read everything except the mistakes.
  bool all_else_read() const { return all_else_read_; }

 private:
  struct Place {
    std::string file;
    int line = 0, column = 0;
  };
  InputError(const InputError& error, const Place& place);
  static std::vector<InputError> sorted(const std::vector<InputError>& several);
  static std::string lines(const std::vector<InputError>& errors);

  std::string key_path_;
  Place place_{};
  bool has_place_ = false, all_else_read_ = false;
  std::vector<InputError> several_{};  ///< collected errors; empty: this is a single one
};

}  // namespace ventosa::models
