#pragma once

#include <optional>
#include <vector>

#include "models/strict_yaml.h"

namespace ventosa::models {

/// What is wrong with the parts of a file that do not depend on each other, told together.
///
///     Mistakes mistakes;
///     mistakes.collect(root, "cup", [&] { robot.cup = read_cup(root.at("cup")); });
///     for (const Node& leg : legs) mistakes.collect(leg, [&] { add_leg(leg, robot); });
///     mistakes.refuse();   // nothing that was read may be used before
class Mistakes {
 public:
  /// Reads a part. Of one that is wrong, keys that were not read are not called unknown.
  /// @return whether nothing is wrong with it
  template <class Read>
  bool collect(const Node& part, Read read) {
    return collect(part, std::optional(part), read);
  }

  /// A part that stands under this key, or should.
  template <class Read>
  bool collect(const Node& map, const char* key, Read read) {
    return collect(map, map.find(key), read);
  }

  /// @throws InputError  all of them, in the order of the file, if there are any
  /// @param all_read  what is not part of a mistake was read, so that its unknown keys may be told
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
