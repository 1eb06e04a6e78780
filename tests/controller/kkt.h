#pragma once

#include <algorithm>
#include <vector>

#include "tests/controller/load_sharing_oracle.h"

/// Karush, Kuhn and Tucker: an answer is the one optimum of a strictly convex QP exactly when there
/// are multipliers with
///
///   H x + c + A' λ + G' ν = 0   stationarity
///   G x = w                     balance
///   A x <= b                    primal
///   λ >= 0                      dual
///   λ (A x - b) = 0             complementarity
///
/// Here λ is zero off the rows that the answer says are active, and on them the least squares
/// solution of the first line, found by an orthogonal factorisation of the dense rows: none of the
/// solver's own algebra.
namespace ventosa::controller {

/// All relative: forces to the largest force (or 1 N), gradients to the largest term of theirs,
/// multipliers of unit rows to the larger of that and the largest multiplier: where the least slack
/// leaves no room at all, opposed multipliers may be 1e4 times the gradient that they balance.
struct KktResiduals {
  double stationarity = 0;
  double balance = 0;
  double primal = 0;
  double dual = 0;
  double complementarity = 0;

  double largest() const {
    return std::max({stationarity, balance, primal, dual, complementarity});
  }
  void keep_largest(const KktResiduals& other) {
    stationarity = std::max(stationarity, other.stationarity);
    balance = std::max(balance, other.balance);
    primal = std::max(primal, other.primal);
    dual = std::max(dual, other.dual);
    complementarity = std::max(complementarity, other.complementarity);
  }
};

/// Of the stacked rows, those active.
inline std::vector<Eigen::Index> stacked_rows(const SharingProblem& problem,
                                              const SharingWarmStart& active) {
  std::vector<Eigen::Index> rows;
  for (int k = 0; k < active.n; ++k) {
    Eigen::Index row = active.row[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < active.foot[static_cast<std::size_t>(k)]; ++i)
      row += problem.foot[i].n_rows;
    rows.push_back(row);
  }
  return rows;
}

inline KktResiduals kkt_residuals(const DenseSharing& d, const std::vector<Eigen::Index>& active,
                                  const Eigen::VectorXd& x, double slack) {
  const auto n = static_cast<Eigen::Index>(active.size());
  Eigen::MatrixXd C(x.size(), 6 + n);
  C.leftCols(6) = d.G.transpose();
  for (Eigen::Index k = 0; k < n; ++k)
    C.col(6 + k) = d.A.row(active[static_cast<std::size_t>(k)]).transpose();
  const Eigen::VectorXd gradient = d.H * x + d.c;
  const Eigen::VectorXd multipliers = C.colPivHouseholderQr().solve(-gradient);
  const Eigen::VectorXd over = excess(d, x, slack);

  const double force_N = std::max(1.0, x.lpNorm<Eigen::Infinity>());
  const double slope = (d.H.cwiseAbs() * x.cwiseAbs() + d.c.cwiseAbs()).lpNorm<Eigen::Infinity>();
  const double most = std::max(slope, n == 0 ? 0 : multipliers.tail(n).lpNorm<Eigen::Infinity>());
  KktResiduals residuals;
  residuals.stationarity = (gradient + C * multipliers).lpNorm<Eigen::Infinity>() / slope;
  residuals.balance = imbalance(d, x) / force_N;
  residuals.primal = std::max(0.0, over.maxCoeff()) / force_N;
  for (Eigen::Index k = 0; k < n; ++k) {
    const double multiplier = multipliers[6 + k] / most;
    const double gap = std::abs(over[active[static_cast<std::size_t>(k)]]) / force_N;
    residuals.dual = std::max(residuals.dual, -multiplier);
    residuals.complementarity = std::max(residuals.complementarity, std::abs(multiplier) * gap);
  }
  return residuals;
}

}  // namespace ventosa::controller
