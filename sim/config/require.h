#pragma once

#include <sstream>
#include <string>

#include "models/input_error.h"

/// Checks of a configuration's values.
namespace ventosa::sim {

inline std::string to_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Throws models::InputError unless the rule holds. @{
inline void require(bool holds, const std::string& key, const std::string& value, const char* rule,
                    const char* hint = "") {
  if (!holds) throw models::InputError(key, value, rule, hint);
}
inline void require(bool holds, const std::string& key, double value, const char* rule,
                    const char* hint = "") {
  require(holds, key, to_text(value), rule, hint);
}
/// @}

}  // namespace ventosa::sim
