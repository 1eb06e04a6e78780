#pragma once

#include <stdexcept>
#include <string>

/// Bad input, found while loading. what() reads: [file:line:column: ]key = value: rule (hint)
namespace ventosa::models {

class InputError : public std::runtime_error {
 public:
  /// @param key_path  "body.mass_kg", "surfaces[1].friction"
  /// @param value     as written; empty if missing
  /// @param rule      what it must be      @param hint  how to mend it; may be empty
  InputError(std::string key_path, std::string value, std::string rule, std::string hint);
  /// The same error with its place in front; line 0: the file as a whole. A second place is
  /// ignored.
  InputError at(const std::string& file, int line, int column) const;

  const std::string& key_path() const { return key_path_; }
  bool has_place() const { return has_place_; }

 private:
  InputError(const InputError& error, const std::string& place);
  std::string key_path_, value_, rule_, hint_;
  bool has_place_ = false;
};

}  // namespace ventosa::models
