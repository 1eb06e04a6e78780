#pragma once

#include <filesystem>
#include <string>

namespace ventosa::record {

/// Whole or not at all: what was there before stays until all of it is written beside it.
/// @throws OutputError
/// `stem` and `end`, with a number between them if there is such a file.
std::filesystem::path fresh_file(const std::filesystem::path& stem, const std::string& end);

void write_text(const std::string& text, const std::filesystem::path& file);

}  // namespace ventosa::record
