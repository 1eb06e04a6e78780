#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

/// Pictures of the window, small enough to keep and coarse enough to compare.
///   small_picture shrink PICTURE SMALL   a quarter as wide and high
///   small_picture differ SMALL SMALL     prints by how much, 0 to 255
///   small_picture swap SMALL SMALL       writes it with red and blue swapped
namespace {

struct Picture {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb{};

  int at(int x, int y, int colour) const {
    return rgb[static_cast<std::size_t>(3 * (y * width + x) + colour)];
  }
};

png_image image_of(int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  return image;
}

Picture read(const std::string& file) {
  png_image image = image_of(0, 0);
  if (!png_image_begin_read_from_file(&image, file.c_str()))
    throw std::runtime_error(file + ": " + image.message);
  image.format = PNG_FORMAT_RGB;
  Picture picture{static_cast<int>(image.width), static_cast<int>(image.height)};
  picture.rgb.resize(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr))
    throw std::runtime_error(file + ": " + image.message);
  return picture;
}

void write(const Picture& picture, const std::string& file) {
  png_image image = image_of(picture.width, picture.height);
  if (!png_image_write_to_file(&image, file.c_str(), 0, picture.rgb.data(), 0, nullptr))
    throw std::runtime_error(file + ": " + image.message);
}

/// The mean of a square.
double mean(const Picture& picture, int x, int y, int side, int colour) {
  double sum = 0;
  for (int v = 0; v < side; ++v)
    for (int u = 0; u < side; ++u) sum += picture.at(x + u, y + v, colour);
  return sum / (side * side);
}

Picture shrunk(const Picture& large) {
  constexpr int kSide = 4;
  Picture small{large.width / kSide, large.height / kSide};
  for (int y = 0; y < small.height; ++y)
    for (int x = 0; x < small.width; ++x)
      for (int colour = 0; colour < 3; ++colour)
        small.rgb.push_back(static_cast<unsigned char>(
            std::lround(mean(large, kSide * x, kSide * y, kSide, colour))));
  return small;
}

/// Largest mean difference of any square and colour: smoothing of edges and fonts hardly changes
/// the mean of a square; a missing or additional object changes one strongly.
double difference(const Picture& a, const Picture& b) {
  constexpr int kSide = 4;
  if (a.width != b.width || a.height != b.height)
    throw std::runtime_error("the pictures are not of the same size");
  double largest = 0;
  for (int y = 0; y + kSide <= a.height; y += kSide)
    for (int x = 0; x + kSide <= a.width; x += kSide)
      for (int colour = 0; colour < 3; ++colour)
        largest = std::max(largest,
                           std::abs(mean(a, x, y, kSide, colour) - mean(b, x, y, kSide, colour)));
  return largest;
}

Picture swapped(Picture picture) {
  for (std::size_t k = 0; k < picture.rgb.size(); k += 3)
    std::swap(picture.rgb[k], picture.rgb[k + 2]);
  return picture;
}

void carry_out(const std::string& what, const std::string& a, const std::string& b) {
  if (what == "shrink") return write(shrunk(read(a)), b);
  if (what == "swap") return write(swapped(read(a)), b);
  if (what != "differ") throw std::runtime_error("shrink, differ or swap");
  std::cout << std::lround(difference(read(a), read(b))) << "\n";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::runtime_error("small_picture shrink|differ|swap FILE FILE");
  carry_out(argv[1], argv[2], argv[3]);
  return EXIT_SUCCESS;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return EXIT_FAILURE;
}
