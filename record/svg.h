#pragma once

#include <filesystem>
#include <string>

#include "record/figure.h"

/// Draws figures as SVG. The same figure always gives the same text.
namespace ventosa::record {

/// @throws std::invalid_argument  if a curve has not as many x as y
std::string to_svg(const Figure& figure);

/// @throws std::invalid_argument, OutputError
void write_svg(const Figure& figure, const std::filesystem::path& file);

}  // namespace ventosa::record
