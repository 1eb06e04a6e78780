#pragma once

#include <array>
#include <cstdint>

#include "controller/model/frames.h"

/// Image of a depth camera: a grid of depths through a pinhole.
namespace ventosa::controller {

inline constexpr int kMaxPixels = 6400;

/// Pinhole model in pixels of the grid. Frame E, the camera: z ahead, x right, y down in the image.
struct Intrinsics {
  int columns = 0;
  int rows = 0;
  double fx_px = 1;
  double fy_px = 1;
  double cx_px = 0;
  double cy_px = 0;

  /// Ray through a pixel, scaled to depth 1: the point at depth z is z * ray.
  Vector3d ray(int u, int v) const { return {(u - cx_px) / fx_px, (v - cy_px) / fy_px, 1}; }
  int n_pixels() const { return columns * rows; }
};

struct DepthImage {
  Intrinsics intrinsics;
  std::array<std::uint16_t, kMaxPixels> depth_mm{};  ///< row by row; 0: unknown

  std::uint16_t& at(int u, int v) { return depth_mm[index(u, v)]; }
  std::uint16_t at(int u, int v) const { return depth_mm[index(u, v)]; }

 private:
  std::size_t index(int u, int v) const {
    return static_cast<std::size_t>(v * intrinsics.columns + u);
  }
};

}  // namespace ventosa::controller
