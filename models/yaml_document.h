#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/input_error.h"

/// One strictly parsed YAML file as a flat table of values. Private to strict_yaml.cpp, which reads
/// it through Node.
namespace ventosa::models {

struct Place {
  int line = 1, column = 1;  ///< from 1
};

enum class Kind { kNull, kScalar, kList, kMap };

struct Value {
  Kind kind = Kind::kNull;
  std::string text = {};  ///< text of a scalar, as written
  bool plain = false;     ///< a scalar without quotes
  std::string key = {};   ///< key in the parent map
  Place key_place = {};   ///< position of the key in a map, else of the value
  Place place = {};       ///< position for errors: of a scalar itself, else of its key
  std::size_t parent = 0;
  std::size_t position = 0;                ///< index among the parent's children
  std::vector<std::size_t> children = {};  ///< indices of the children, in file order
  /// Keys queried by the reader, i.e. allowed keys of a map.
  std::vector<std::string> asked_keys = {};
  bool excused = false;  ///< reading stopped at a mistake
};

struct Document {
  std::filesystem::path file;
  std::vector<Value> values;  ///< [0] is the root

  std::string step(std::size_t index) const;  ///< last step of its key path: "name" or "[2]"
  std::string key_path(std::size_t index) const;
  /// The value at the key path, or its nearest existing parent.
  std::size_t nearest(std::string_view key_path) const;
  InputError error(Place place, const std::string& key_path, const std::string& value,
                   const std::string& rule, const std::string& hint = "") const;
};

/// @throws InputError, with the place, for anything but the YAML described in strict_yaml.h
Document parse_document(std::string text, const std::filesystem::path& file);

}  // namespace ventosa::models
