#pragma once

#include <optional>
#include <vector>

#include "models/strict_yaml.h"

namespace ventosa::models {

/// Collects the mistakes in independent parts of a file, to report them together.
///
///     Mistakes mistakes;
///     mistakes.collect(root, "cup", [&] { robot.cup = read_cup(root.at("cup")); });
///     for (const Node& leg : legs) mistakes.collect(leg, [&] { add_leg(leg, robot); });
///     mistakes.refuse();   // nothing that was read may be used before
class Mistakes {
 public:
  /// Reads a part. Unread keys of a part with a mistake are not reported as unknown.
  /// @return true if there is no mistake
  template <class Read>
  bool collect(const Node& part, Read read) {
    return collect(part, std::optional(part), read);
  }

  /// Reads a part whose node is, or should be, under this key.
  template <class Read>
  bool collect(const Node& map, const char* key, Read read) {
    return collect(map, map.find(key), read);
  }

  /// @throws InputError  with all mistakes, in the order of the file, if there are any
  /// @param all_read  everything apart from the mistakes was read, so unknown keys may be reported
  void refuse(bool all_read = true) const;

 private:
  template <class Read>
  bool collect(const Node& near, const std::optional<Node>& part, Read read) {
    try {
      read();
      return true;
    } catch (const InputError& error) {
      errors_.push_back(near.locate(error));
      if (part && !error.all_else_read()) part->excuse();
      return false;
    }
  }

  std::vector<InputError> errors_;
};

}  // namespace ventosa::models
