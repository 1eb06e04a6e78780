#pragma once

#include <Eigen/Dense>
#include <vector>

#include "controller/load_sharing/load_sharing.h"
#include "tests/controller/nonnegative_least_squares.h"

/// Checks an answer of load sharing without solving the problem: the QP is strictly convex, so
/// multipliers that fit are a proof. All in dense matrices over the stacked forces x.
namespace ventosa::controller {

struct DenseSharing {
  Eigen::MatrixXd A;  ///< rows of length 1 (or of none), a x <= offset + (1 + t) scale
  Eigen::VectorXd offset, scale;
  Eigen::MatrixXd G;  ///< G x = w
  Eigen::VectorXd w;
  Eigen::MatrixXd H;
  Eigen::VectorXd c;
  Eigen::MatrixXd N;  ///< spans G x = 0
};

inline Eigen::VectorXd stacked(const Sharing& answer, int n_feet) {
  Eigen::VectorXd x(3 * n_feet);
  for (int i = 0; i < n_feet; ++i) x.segment<3>(3 * i) = answer.F[static_cast<std::size_t>(i)];
  return x;
}

inline DenseSharing dense(const SharingProblem& problem) {
  const int n = 3 * problem.n_feet;
  int rows = 0;
  for (int i = 0; i < problem.n_feet; ++i) rows += problem.foot[static_cast<std::size_t>(i)].n_rows;
  DenseSharing d;
  d.A = Eigen::MatrixXd::Zero(rows, n);
  d.offset.resize(rows);
  d.scale.resize(rows);
  d.G = Eigen::MatrixXd::Zero(6, n);
  d.w = problem.w;
  d.H = Eigen::MatrixXd::Zero(n, n);
  d.c.resize(n);
  int k = 0;
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[static_cast<std::size_t>(i)];
    d.H.block<3, 3>(3 * i, 3 * i) = foot.H;
    d.c.segment<3>(3 * i) = foot.c;
    for (int column = 0; column < 3; ++column) {
      const Vector3d e = Vector3d::Unit(column);
      d.G.block<3, 1>(0, 3 * i + column) = e;
      d.G.block<3, 1>(3, 3 * i + column) = foot.p_B.cross(e);
    }
    for (int r = 0; r < foot.n_rows; ++r, ++k) {
      const SharingRow& row = foot.row[static_cast<std::size_t>(r)];
      const double norm = row.a.norm() > 0 ? row.a.norm() : 1;
      d.A.block<1, 3>(k, 3 * i) = row.a.transpose() / norm;
      d.offset[k] = row.offset / norm;
      d.scale[k] = row.scale / norm;
    }
  }
  const Eigen::MatrixXd Q = d.G.transpose().householderQr().householderQ();
  d.N = Q.rightCols(n - 6);
  return d;
}

/// Largest |sum G_i F_i - w|, the moment about B.
inline double imbalance(const DenseSharing& d, const Eigen::VectorXd& x) {
  return (d.G * x - d.w).norm();
}

inline Eigen::VectorXd excess(const DenseSharing& d, const Eigen::VectorXd& x, double slack) {
  return d.A * x - d.offset - (1 + slack) * d.scale;
}

/// Rows near their bound, one a column: A beside the wrench, how much the row is left over, its
/// scale. What is left over must vanish with its multiplier, so how near does not matter for the
/// proof: in a sharp corner the forces may be some way off where the slack is exact.
struct TightRows {
  Eigen::MatrixXd A;
  Eigen::RowVectorXd left;
  Eigen::RowVectorXd scale;
};

inline TightRows tight_rows(const DenseSharing& d, const Eigen::VectorXd& x, double slack) {
  constexpr double kNear_N = 0.1;
  const Eigen::VectorXd over = excess(d, x, slack);
  std::vector<Eigen::Index> tight;
  for (Eigen::Index k = 0; k < over.size(); ++k)
    if (over[k] > -kNear_N) tight.push_back(k);
  const auto n = static_cast<Eigen::Index>(tight.size());
  TightRows rows{Eigen::MatrixXd(d.N.cols(), n), Eigen::RowVectorXd(n), Eigen::RowVectorXd(n)};
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index row = tight[static_cast<std::size_t>(k)];
    rows.A.col(k) = (d.A.row(row) * d.N).transpose();
    rows.left[k] = over[row];
    rows.scale[k] = d.scale[row];
  }
  return rows;
}

/// |C λ - goal| with the best λ >= 0.
inline double misfit(const Eigen::MatrixXd& C, const Eigen::VectorXd& goal) {
  if (C.cols() == 0) return goal.norm();
  return (C * nonnegative_least_squares(C, goal) - goal).norm();
}

/// Of the linear program min t: A' λ = 0 beside the wrench and scale . λ = 1, λ >= 0 on tight rows.
/// Zero proves that no smaller slack allows an answer.
inline double distance_from_least_slack(const DenseSharing& d, const Eigen::VectorXd& x,
                                        double slack) {
  const TightRows tight = tight_rows(d, x, slack);
  Eigen::MatrixXd C(tight.A.rows() + 2, tight.A.cols());
  C << tight.A, tight.left, tight.scale / tight.scale.maxCoeff();
  return misfit(C, Eigen::VectorXd::Unit(C.rows(), C.rows() - 1));
}

/// Farkas: λ >= 0 on rows without scale, A' λ = 0 beside the wrench, bound . λ < w's share. Zero
/// proves that no forces keep those rows.
inline double distance_from_contradiction(const DenseSharing& d) {
  std::vector<Eigen::Index> hard;
  for (Eigen::Index k = 0; k < d.scale.size(); ++k)
    if (d.scale[k] == 0) hard.push_back(k);
  const Eigen::VectorXd x0 = d.G.completeOrthogonalDecomposition().solve(d.w);
  Eigen::MatrixXd C(d.N.cols() + 1, static_cast<Eigen::Index>(hard.size()));
  for (std::size_t k = 0; k < hard.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    C.col(column).head(d.N.cols()) = (d.A.row(hard[k]) * d.N).transpose();
    C(d.N.cols(), column) = d.A.row(hard[k]).dot(x0) - d.offset[hard[k]];
  }
  return misfit(C, Eigen::VectorXd::Unit(C.rows(), C.rows() - 1));
}

}  // namespace ventosa::controller
