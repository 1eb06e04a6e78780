#pragma once

#include <filesystem>
#include <vector>

namespace ventosa::sim {

/// Whole or not at all, as record::write_text.
/// @param rgb  3 bytes a pixel, lines from below
/// @throws std::runtime_error naming the file
void write_png(const std::vector<unsigned char>& rgb, int width, int height,
               const std::filesystem::path& file);

}  // namespace ventosa::sim
