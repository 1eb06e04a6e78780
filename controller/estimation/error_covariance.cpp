#include "controller/estimation/error_covariance.h"

namespace ventosa::controller {
namespace {

/// Of three columns from `first` on, each row r turned into r A.
template <class Derived>
ErrorColumns turned(const Eigen::MatrixBase<Derived>& M, int first, const Matrix3d& A) {
  ErrorColumns out(M.rows(), 3);
  for (int j = 0; j < 3; ++j)
    out.col(j) = A(0, j) * M.col(first) + A(1, j) * M.col(first + 1) + A(2, j) * M.col(first + 2);
  return out;
}

/// Three columns from `first` on: to every row of M is added  p x  the same row of W.
void add_cross(const Vector3d& p, const ErrorColumns& W, int first, ErrorCovariance& M) {
  M.col(first) += p.y() * W.col(2) - p.z() * W.col(1);
  M.col(first + 1) += p.z() * W.col(0) - p.x() * W.col(2);
  M.col(first + 2) += p.x() * W.col(1) - p.y() * W.col(0);
}

/// M <- M Phi'
void carry_columns(const ErrorFlow& flow, ErrorCovariance& M) {
  const double dt = flow.period_s;
  const Matrix3d R_BW = -dt * flow.R_WB.transpose();
  const ErrorColumns B = turned(M, kErrorGyro, R_BW);
  const ErrorColumns C = turned(M, kErrorAccel, R_BW);
  const ErrorColumns R_mean = M.middleCols<3>(kErrorR) + 0.5 * B;
  M.middleCols<3>(kErrorP) += dt * M.middleCols<3>(kErrorV) + 0.5 * dt * C;
  add_cross(0.5 * dt * dt * flow.gravity_W, R_mean, kErrorP, M);
  add_cross(flow.p_WB, B, kErrorP, M);
  M.middleCols<3>(kErrorV) += C;
  add_cross(dt * flow.gravity_W, R_mean, kErrorV, M);
  add_cross(flow.v_WB, B, kErrorV, M);
  M.middleCols<3>(kErrorR) += B;
  for (int k = 0; k < flow.n_feet; ++k)
    add_cross(flow.p_WW[static_cast<std::size_t>(k)], B, error_row(k), M);
}

}  // namespace

void carry(const ErrorFlow& flow, ErrorCovariance& P) noexcept {
  carry_columns(flow, P);
  P.transposeInPlace();
  carry_columns(flow, P);
}

void add_outer(double scale, const ErrorColumns& W, ErrorCovariance& P) noexcept {
  const Eigen::Index n = P.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    const Vector3d w = scale * W.row(j).transpose();
    P.col(j).tail(n - j) +=
        w.x() * W.col(0).tail(n - j) + w.y() * W.col(1).tail(n - j) + w.z() * W.col(2).tail(n - j);
  }
}

void mirror(ErrorCovariance& P) noexcept {
  for (Eigen::Index j = 1; j < P.cols(); ++j)
    for (Eigen::Index i = 0; i < j; ++i) P(i, j) = P(j, i);
}

ErrorColumns times(const ErrorColumns& W, const Matrix3d& A) noexcept { return turned(W, 0, A); }

ErrorColumns columns(const ErrorCovariance& P, int first) noexcept {
  const Eigen::Index n = P.rows();
  ErrorColumns c(n, 3);
  c.topRows(first) = P.block(first, 0, 3, first).transpose();
  c.middleRows<3>(first) = P.block<3, 3>(first, first).selfadjointView<Eigen::Lower>();
  c.bottomRows(n - first - 3) = P.block(first + 3, first, n - first - 3, 3);
  return c;
}

}  // namespace ventosa::controller
