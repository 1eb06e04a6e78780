#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "controller/load_sharing/load_sharing.h"
#include "tests/controller/nonnegative_least_squares.h"

/// Checks an answer of load sharing without solving the problem: the program is strictly convex, so
/// suitable multipliers prove optimality. Uses dense matrices over the stacked forces x, and
/// tangents in place of cones, each of which is implied by its cone.
namespace ventosa::controller {

struct DenseSharing {
  Eigen::MatrixXd A;  ///< rows of norm 1 or 0: a x <= offset + (1 + t) scale
  Eigen::VectorXd offset, scale;
  Eigen::MatrixXd G;  ///< G x = w
  Eigen::VectorXd w;
  Eigen::MatrixXd H;
  Eigen::VectorXd c;
  Eigen::MatrixXd N;  ///< basis of the null space of G
};

inline Eigen::VectorXd stacked(const Sharing& answer, int n_feet) {
  Eigen::VectorXd x(3 * n_feet);
  for (int i = 0; i < n_feet; ++i) x.segment<3>(3 * i) = answer.F[static_cast<std::size_t>(i)];
  return x;
}

/// A row of the inequalities of one foot.
struct FootRow {
  std::size_t foot;
  SharingRow row;
};

inline std::vector<FootRow> linear_rows(const SharingProblem& problem) {
  std::vector<FootRow> rows;
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.n_feet); ++i)
    for (std::size_t r = 0; r < static_cast<std::size_t>(problem.foot[i].n_rows); ++r)
      rows.push_back({i, problem.foot[i].row[r]});
  return rows;
}

inline std::vector<double> evenly_around(int n) {
  std::vector<double> angles;
  for (int k = 0; k < n; ++k) angles.push_back(2 * M_PI * k / n);
  return angles;
}

/// Adds tangents of every cone at these angles [rad] from the force; for a force at the apex,
/// tangents all around.
inline void add_tangents(const SharingProblem& problem, const PerLeg<Vector3d>& F,
                         const std::vector<double>& angles, std::vector<FootRow>& rows) {
  static const std::vector<double> kAround = evenly_around(16);
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.n_feet); ++i)
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.foot[i].n_cones); ++k) {
      const SharingCone& cone = problem.foot[i].cone[k];
      const Vector3d v = cone.across(F[i]);
      const Vector3d t = v.norm() > 0 ? v.normalized() : cone.n.unitOrthogonal();
      const bool at_apex = v.norm() < 1e-4;
      for (const double angle : at_apex&& angles.size() > 1 ? kAround : angles)
        rows.push_back({i, cone.tangent(Eigen::AngleAxisd(angle, cone.n) * t)});
    }
}

/// Problem with pyramids of n faces for cones: circumscribed (tangents at equal angles) or
/// inscribed.
enum class Pyramid { kAround, kInside };
DenseSharing dense_pyramids(const SharingProblem& problem, int n, Pyramid which);

inline DenseSharing dense(const SharingProblem& problem, const std::vector<FootRow>& rows) {
  const int n = 3 * problem.n_feet;
  const auto n_rows = static_cast<Eigen::Index>(rows.size());
  DenseSharing d;
  d.A = Eigen::MatrixXd::Zero(n_rows, n);
  d.offset.resize(n_rows);
  d.scale.resize(n_rows);
  d.G = Eigen::MatrixXd::Zero(6, n);
  d.w = problem.w;
  d.H = Eigen::MatrixXd::Zero(n, n);
  d.c.resize(n);
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[static_cast<std::size_t>(i)];
    d.H.block<3, 3>(3 * i, 3 * i) = foot.H;
    d.c.segment<3>(3 * i) = foot.c;
    for (int column = 0; column < 3; ++column) {
      const Vector3d e = Vector3d::Unit(column);
      d.G.block<3, 1>(0, 3 * i + column) = e;
      d.G.block<3, 1>(3, 3 * i + column) = foot.p_B.cross(e);
    }
  }
  for (Eigen::Index k = 0; k < n_rows; ++k) {
    const auto& [foot, row] = rows[static_cast<std::size_t>(k)];
    const double norm = row.a.norm() > 0 ? row.a.norm() : 1;
    d.A.block<1, 3>(k, 3 * static_cast<Eigen::Index>(foot)) = row.a.transpose() / norm;
    d.offset[k] = row.offset / norm;
    d.scale[k] = row.scale / norm;
  }
  const Eigen::MatrixXd Q = d.G.transpose().householderQr().householderQ();
  d.N = Q.rightCols(n - 6);
  return d;
}

inline DenseSharing dense_pyramids(const SharingProblem& problem, int n, Pyramid which) {
  SharingProblem pyramids = problem;
  const double share = which == Pyramid::kInside ? std::cos(M_PI / n) : 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.n_feet); ++i)
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.foot[i].n_cones); ++k) {
      pyramids.foot[i].cone[k].ratio *= share;
      pyramids.foot[i].cone[k].offset *= share;
      pyramids.foot[i].cone[k].scale *= share;
    }
  std::vector<FootRow> rows = linear_rows(problem);
  add_tangents(pyramids, zero_vectors(), evenly_around(n), rows);
  return dense(problem, rows);
}

/// Problem with cones replaced by their tangents at the forces.
inline DenseSharing dense_at(const SharingProblem& problem, const PerLeg<Vector3d>& F) {
  std::vector<FootRow> rows = linear_rows(problem);
  add_tangents(problem, F, {0}, rows);
  return dense(problem, rows);
}

/// Norm of sum G_i F_i - w, with moments about B.
inline double imbalance(const DenseSharing& d, const Eigen::VectorXd& x) {
  return (d.G * x - d.w).norm();
}

inline Eigen::VectorXd excess(const DenseSharing& d, const Eigen::VectorXd& x, double slack) {
  return d.A * x - d.offset - (1 + slack) * d.scale;
}

/// Rows near their bound, one per column: A beside the wrench, remaining distance, scale.
/// Complementarity weights the distance with the multiplier, so the choice of "near" does not
/// affect the proof: in a sharp corner the forces may have some distance although the slack is
/// exact.
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

/// Dual residual of the linear program min t: A' λ = 0 beside the wrench, scale . λ = 1, λ >= 0 on
/// tight rows. Zero proves that no smaller slack is feasible.
inline double distance_from_least_slack(const DenseSharing& d, const Eigen::VectorXd& x,
                                        double slack) {
  const TightRows tight = tight_rows(d, x, slack);
  Eigen::MatrixXd C(tight.A.rows() + 2, tight.A.cols());
  C << tight.A, tight.left, tight.scale / tight.scale.maxCoeff();
  return misfit(C, Eigen::VectorXd::Unit(C.rows(), C.rows() - 1));
}

/// Residual of Farkas' lemma: λ >= 0 on rows without scale, A' λ = 0 beside the wrench, bound . λ <
/// the wrench's part. Zero proves that these rows are infeasible.
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
