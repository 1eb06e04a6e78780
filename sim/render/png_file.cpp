#include "sim/render/png_file.h"

#include <png.h>

#include <stdexcept>
#include <string>

namespace ventosa::sim {

namespace fs = std::filesystem;

void write_png(const std::vector<unsigned char>& rgb, int width, int height, const fs::path& file) {
  const auto fail = [&](const std::string& why) {
    throw std::runtime_error(file.string() + ": cannot write the picture: " + why);
  };
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  const int bottom_up = -3 * width;
  const fs::path part = fs::path(file).concat(".partial");
  std::error_code failed;
  if (!png_image_write_to_file(&image, part.c_str(), 0, rgb.data(), bottom_up, nullptr)) {
    fs::remove(part, failed);
    fail(image.message);
  }
  fs::rename(part, file, failed);
  if (!failed) return;
  const std::string why = failed.message();
  fs::remove(part, failed);
  fail(why);
}

}  // namespace ventosa::sim
