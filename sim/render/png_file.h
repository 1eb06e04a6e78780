#pragma once

#include <filesystem>
#include <vector>

namespace ventosa::sim {

/// Writes an image completely or not at all, as record::write_text.
/// @param rgb  3 bytes per pixel, lines from bottom to top
/// @throws std::runtime_error naming the file
void write_png(const std::vector<unsigned char>& rgb, int width, int height,
               const std::filesystem::path& file);

}  // namespace ventosa::sim
