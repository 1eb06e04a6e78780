#include "sim/ground/relief.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "hal/noise.h"

namespace ventosa::sim {

using controller::Vector2d;
using Eigen::MatrixXd;

namespace {

constexpr std::uint64_t kFirstChannel = 100000;  // one channel for each row of the noise
constexpr double kKernelEnd = 4;                 // of the kernel, in its standard deviations

/// Independent standard normal deviates.
MatrixXd white_noise(std::uint64_t seed, Eigen::Index n_x, Eigen::Index n_y) {
  return MatrixXd::NullaryExpr(n_x, n_y, [seed](Eigen::Index x, Eigen::Index y) {
    return hal::gaussian(seed, kFirstChannel + static_cast<std::uint64_t>(x),
                         static_cast<std::uint64_t>(y));
  });
}

/// A Gaussian kernel. Noise smoothed by a kernel of standard deviation s has the correlation
/// exp(-(r / 2s)^2).
std::vector<double> kernel(double correlation_m, double spacing_m) {
  const double s = correlation_m / 2 / spacing_m;
  const int end = static_cast<int>(std::ceil(kKernelEnd * s));
  std::vector<double> weight;
  for (int k = -end; k <= end; ++k) weight.push_back(std::exp(-0.5 * (k / s) * (k / s)));
  return weight;
}

/// Noise at n_x times n_y nodes, smoothed along x, then along y.
MatrixXd smooth_noise(std::uint64_t seed, Eigen::Index n_x, Eigen::Index n_y,
                      const std::vector<double>& along_x, const std::vector<double>& along_y) {
  const auto more_x = static_cast<Eigen::Index>(along_x.size()) - 1;
  const auto more_y = static_cast<Eigen::Index>(along_y.size()) - 1;
  const MatrixXd noise = white_noise(seed, n_x + more_x, n_y + more_y);
  MatrixXd rows = MatrixXd::Zero(n_x, n_y + more_y);
  for (Eigen::Index k = 0; k <= more_x; ++k)
    rows += along_x[static_cast<std::size_t>(k)] * noise.middleRows(k, n_x);
  MatrixXd smooth = MatrixXd::Zero(n_x, n_y);
  for (Eigen::Index k = 0; k <= more_y; ++k)
    smooth += along_y[static_cast<std::size_t>(k)] * rows.middleCols(k, n_y);
  return smooth;
}

int n_cells(double extent_m, double correlation_m) {
  return static_cast<int>(std::ceil(extent_m * Relief::kNodes / correlation_m));
}

/// Weights of four neighbouring nodes for the value, and for the derivative by t, at t in [0, 1]
/// between the inner two.
struct Weights {
  Eigen::Vector4d value, derivative;
};

Weights catmull_rom(double t) {
  return {{t * (-1 + t * (2 - t)) / 2, 1 + t * t * (-5 + 3 * t) / 2, t * (1 + t * (4 - 3 * t)) / 2,
           t * t * (t - 1) / 2},
          {(-1 + t * (4 - 3 * t)) / 2, t * (-10 + 9 * t) / 2, (1 + t * (8 - 9 * t)) / 2,
           t * (-2 + 3 * t) / 2}};
}

}  // namespace

Relief::Relief(const ReliefOptions& options, std::uint64_t seed, const Vector2d& half_extent_m)
    : half_extent_m_(half_extent_m) {
  const Eigen::Vector2i cells(n_cells(2 * half_extent_m.x(), options.correlation_m),
                              n_cells(2 * half_extent_m.y(), options.correlation_m));
  spacing_m_ = 2 * half_extent_m.cwiseQuotient(cells.cast<double>());
  height_m_ = smooth_noise(seed, cells.x() + 3, cells.y() + 3,
                           kernel(options.correlation_m, spacing_m_.x()),
                           kernel(options.correlation_m, spacing_m_.y()));
  height_m_ *= options.height_m / largest_m();
}

Eigen::Vector2i Relief::n_nodes() const {
  return Eigen::Vector2<Eigen::Index>(height_m_.rows() - 2, height_m_.cols() - 2).cast<int>();
}

Vector2d Relief::node_S(int x, int y) const {
  return -half_extent_m_ + spacing_m_.cwiseProduct(Vector2d(x, y));
}

ReliefPoint Relief::at(const Vector2d& p_S) const noexcept {
  const Vector2d inside_S = p_S.cwiseMax(-half_extent_m_).cwiseMin(half_extent_m_);
  const Vector2d place = (inside_S + half_extent_m_).cwiseQuotient(spacing_m_);
  const Eigen::Vector2i last_cell = n_nodes().array() - 2;
  const Eigen::Vector2i cell = place.cast<int>().cwiseMax(0).cwiseMin(last_cell);
  const Weights x = catmull_rom(place.x() - cell.x());
  const Weights y = catmull_rom(place.y() - cell.y());
  const Eigen::Matrix4d near_m = height_m_.block<4, 4>(cell.x(), cell.y());
  const Eigen::Vector4d along_y_m = near_m * y.value;
  return {x.value.dot(along_y_m),
          {x.derivative.dot(along_y_m) / spacing_m_.x(),
           x.value.dot(near_m * y.derivative) / spacing_m_.y()}};
}

/// The largest absolute height that is reached uphill, or downhill in a hollow, from a point.
double Relief::climb_m(Vector2d p_S) const {
  constexpr double kFinest = 1e-4;  // of the spacing: an error of 1e-9 of the height
  const auto absolute_m = [this](const Vector2d& p) { return std::abs(at(p).height_m); };
  double best_m = absolute_m(p_S);
  for (double step = 0.5; step > kFinest;) {
    const std::array<Vector2d, 4> ways{Vector2d{step, 0}, {-step, 0}, {0, step}, {0, -step}};
    const auto better = std::find_if(ways.begin(), ways.end(), [&](const Vector2d& way) {
      return absolute_m(p_S + way.cwiseProduct(spacing_m_)) > best_m;
    });
    if (better == ways.end()) {
      step /= 2;
      continue;
    }
    p_S += better->cwiseProduct(spacing_m_);
    best_m = absolute_m(p_S);
  }
  return best_m;
}

/// Between two nodes the surface rises above them by about 1 / (4 kNodes^2) of its height, so the
/// highest point lies beside a node that is less than 2 % below the highest node.
double Relief::largest_m() const {
  constexpr double kNearly = 0.98;
  const Eigen::Vector2i n = n_nodes();
  const double highest_m = height_m_.block(1, 1, n.x(), n.y()).cwiseAbs().maxCoeff();
  double largest_m = highest_m;
  for (int y = 0; y < n.y(); ++y)
    for (int x = 0; x < n.x(); ++x)
      if (std::abs(node_m(x, y)) >= kNearly * highest_m)
        largest_m = std::max(largest_m, climb_m(node_S(x, y)));
  return largest_m;
}

}  // namespace ventosa::sim
