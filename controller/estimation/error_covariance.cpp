#include "controller/estimation/error_covariance.h"

namespace ventosa::controller {
namespace {

// Columns of this matrix are not aligned, so Eigen takes them number by number. The compiler takes
// two at a time in plain loops over columns that do not overlap; the results are the same.

/// Of three columns from `first` on, each row r turned into r A.
template <class Derived>
ErrorColumns turned(const Eigen::MatrixBase<Derived>& M, int first, const Matrix3d& A) {
  ErrorColumns out(M.rows(), 3);
  const double* __restrict a = M.derived().col(first).data();
  const double* __restrict b = M.derived().col(first + 1).data();
  const double* __restrict c = M.derived().col(first + 2).data();
  for (int j = 0; j < 3; ++j) {
    double* __restrict to = out.col(j).data();
    const double x = A(0, j), y = A(1, j), z = A(2, j);
    for (Eigen::Index i = 0; i < M.rows(); ++i) to[i] = x * a[i] + y * b[i] + z * c[i];
  }
  return out;
}

/// to += x a - y b
void add_difference(Eigen::Index n, double x, const double* __restrict a, double y,
                    const double* __restrict b, double* __restrict to) {
  for (Eigen::Index i = 0; i < n; ++i) to[i] += x * a[i] - y * b[i];
}

/// Three columns from `first` on: to every row of M is added  p x  the same row of W.
void add_cross(const Vector3d& p, const ErrorColumns& W, int first, ErrorCovariance& M) {
  const Eigen::Index n = M.rows();
  const double *w0 = W.col(0).data(), *w1 = W.col(1).data(), *w2 = W.col(2).data();
  add_difference(n, p.y(), w2, p.z(), w1, M.col(first).data());
  add_difference(n, p.z(), w0, p.x(), w2, M.col(first + 1).data());
  add_difference(n, p.x(), w1, p.y(), w0, M.col(first + 2).data());
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
  const double* __restrict w0 = W.col(0).data();
  const double* __restrict w1 = W.col(1).data();
  const double* __restrict w2 = W.col(2).data();
  for (Eigen::Index j = 0; j < n; ++j) {
    double* __restrict to = P.col(j).data();
    const double x = scale * w0[j], y = scale * w1[j], z = scale * w2[j];
    for (Eigen::Index i = j; i < n; ++i) to[i] += x * w0[i] + y * w1[i] + z * w2[i];
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
