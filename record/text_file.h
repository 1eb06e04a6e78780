#pragma once

#include <filesystem>
#include <string>

namespace ventosa::record {

/// Path of a file that does not exist: `stem` + `end`, if necessary with a number in between.
std::filesystem::path fresh_file(const std::filesystem::path& stem, const std::string& end);

/// Replaces the file as a whole: an existing file stays until the new one is complete.
/// @throws OutputError
void write_text(const std::string& text, const std::filesystem::path& file);

}  // namespace ventosa::record
