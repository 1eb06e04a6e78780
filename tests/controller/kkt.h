#pragma once

#include <algorithm>
#include <vector>

#include "tests/controller/load_sharing_oracle.h"

/// Karush-Kuhn-Tucker conditions: x is the unique optimum of a strictly convex QP if and only if
/// there are multipliers with
///   H x + c + A' λ + G' ν = 0   stationarity
///   G x = w                     balance
///   A x <= b                    primal feasibility; for cones: of their tangents at x
///   λ >= 0                      dual feasibility
///   λ (A x - b) = 0             complementarity
/// λ is zero on rows that are not reported active; on active rows it solves the first equation in
/// the least squares sense, by an orthogonal factorisation of the dense rows, independently of the
/// solver's algebra.
namespace ventosa::controller {

/// Relative residuals: forces relative to the largest force (or 1 N), gradients to their largest
/// term, multipliers of unit rows to the larger of that and the largest multiplier, because at the
/// least slack opposed multipliers may be 1e4 times the gradient that they balance.
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

/// Linear rows of the problem, tangents of its cones at the forces, and the indices of active rows.
/// A cone with the force at its apex has the tangents of the answer.
struct JudgedRows {
  std::vector<FootRow> rows;
  std::vector<Eigen::Index> active;
};

inline JudgedRows judged_rows(const SharingProblem& problem, const PerLeg<Vector3d>& F,
                              const SharingWarmStart& active) {
  constexpr double kApex_N = 1e-6;
  JudgedRows judged{linear_rows(problem), {}};
  std::vector<Eigen::Index> first_row, first_cone;
  for (Eigen::Index i = 0, row = 0; i < problem.n_feet; ++i) {
    first_row.push_back(row);
    row += problem.foot[static_cast<std::size_t>(i)].n_rows;
  }
  for (Eigen::Index i = 0, row = static_cast<Eigen::Index>(judged.rows.size()); i < problem.n_feet;
       ++i) {
    first_cone.push_back(row);
    row += problem.foot[static_cast<std::size_t>(i)].n_cones;
  }
  add_tangents(problem, F, {0}, judged.rows);
  for (std::size_t k = 0; k < static_cast<std::size_t>(active.n); ++k) {
    const auto& [foot_index, row, t_B] = active.row[k];
    const auto foot = static_cast<std::size_t>(foot_index);
    if (row >= 0) {
      judged.active.push_back(first_row[foot] + row);
      continue;
    }
    const SharingCone& cone = problem.foot[foot].cone[static_cast<std::size_t>(-1 - row)];
    if (cone.across(F[foot]).norm() > kApex_N) {
      judged.active.push_back(first_cone[foot] - 1 - row);
    } else {
      judged.active.push_back(static_cast<Eigen::Index>(judged.rows.size()));
      judged.rows.push_back({foot, cone.tangent(t_B)});
    }
  }
  return judged;
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
