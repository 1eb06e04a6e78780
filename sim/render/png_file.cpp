#include "sim/render/png_file.h"

#include <png.h>

#include <stdexcept>

namespace ventosa::sim {

void write_png(const std::vector<unsigned char>& rgb, int width, int height,
               const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  const int bottom_up = -3 * width;
  if (!png_image_write_to_file(&image, file.c_str(), 0, rgb.data(), bottom_up, nullptr))
    throw std::runtime_error(file.string() + ": cannot write the picture: " + image.message);
}

}  // namespace ventosa::sim
