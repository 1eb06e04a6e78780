#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace ventosa::app {

/// Number for a report; null if it is not finite. @{
inline nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}
inline nlohmann::ordered_json number(const std::optional<double>& value) {
  return value ? number(*value) : nlohmann::ordered_json(nullptr);
}
/// @}

}  // namespace ventosa::app
