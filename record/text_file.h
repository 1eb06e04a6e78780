#pragma once

#include <filesystem>
#include <string>

namespace ventosa::record {

/// Whole or not at all: what was there before stays until all of it is written beside it.
/// @throws OutputError
void write_text(const std::string& text, const std::filesystem::path& file);

}  // namespace ventosa::record
