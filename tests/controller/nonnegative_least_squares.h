#pragma once

#include <Eigen/Dense>
#include <vector>

/// min |A x - b|, x >= 0 (Lawson & Hanson 1974). Slow and simple: an oracle for multipliers.
namespace ventosa::controller {

inline Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A,
                                                 const Eigen::VectorXd& b) {
  const Eigen::Index n = A.cols();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  std::vector<Eigen::Index> passive;
  std::vector<bool> is_passive(static_cast<std::size_t>(n), false);
  const double tolerance = 1e-13 * (1 + A.norm()) * (1 + b.norm());

  const auto least_squares_on_passive = [&] {
    Eigen::MatrixXd P(A.rows(), static_cast<Eigen::Index>(passive.size()));
    for (std::size_t k = 0; k < passive.size(); ++k)
      P.col(static_cast<Eigen::Index>(k)) = A.col(passive[k]);
    return Eigen::VectorXd(P.completeOrthogonalDecomposition().solve(b));
  };

  for (int round = 0; round < 10 * n + 10; ++round) {
    // the column of steepest descent enters
    const Eigen::VectorXd gradient = A.transpose() * (b - A * x);
    Eigen::Index enter = -1;
    for (Eigen::Index k = 0; k < n; ++k)
      if (!is_passive[static_cast<std::size_t>(k)] && gradient[k] > tolerance &&
          (enter < 0 || gradient[k] > gradient[enter]))
        enter = k;
    if (enter < 0) return x;
    passive.push_back(enter);
    is_passive[static_cast<std::size_t>(enter)] = true;

    // columns that would become negative leave
    while (!passive.empty()) {
      const Eigen::VectorXd target = least_squares_on_passive();
      double step = 1;
      for (std::size_t k = 0; k < passive.size(); ++k) {
        const double goal = target[static_cast<Eigen::Index>(k)];
        const double now = x[passive[k]];
        if (goal <= 0) step = std::min(step, now / (now - goal));
      }
      for (std::size_t k = 0; k < passive.size(); ++k)
        x[passive[k]] += step * (target[static_cast<Eigen::Index>(k)] - x[passive[k]]);
      if (step == 1) break;
      std::erase_if(passive, [&](Eigen::Index k) {
        if (x[k] > 1e-14) return false;
        x[k] = 0;
        is_passive[static_cast<std::size_t>(k)] = false;
        return true;
      });
    }
  }
  return x;
}

}  // namespace ventosa::controller
