#include "controller/estimation/error_covariance.h"

#include <utility>

namespace ventosa::controller {
namespace {

// The matrix columns are unaligned, so Eigen would process them one number at a time. Plain loops
// over non-overlapping columns are vectorised by the compiler, with identical results.

/// Three columns from `first` on, with each row r replaced by r A.
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

/// Adds p x (row of W) to three columns of M from `first` on, for the rows from `top` on.
void add_cross(const Vector3d& p, const ErrorColumns& W, int first, ErrorCovariance& M,
               int top = 0) {
  const Eigen::Index n = M.rows() - top;
  const double* w0 = W.col(0).data() + top;
  const double* w1 = W.col(1).data() + top;
  const double* w2 = W.col(2).data() + top;
  add_difference(n, p.y(), w2, p.z(), w1, M.col(first).data() + top);
  add_difference(n, p.z(), w0, p.x(), w2, M.col(first + 1).data() + top);
  add_difference(n, p.x(), w1, p.y(), w0, M.col(first + 2).data() + top);
}

/// to += x [a b c]', next += y [a b c]'; two result columns share the loads of a, b, c.
void add_products(int n, const Vector3d& x, const Vector3d& y, const double* __restrict a,
                  const double* __restrict b, const double* __restrict c, double* __restrict to,
                  double* __restrict next) {
  const double x0 = x[0], x1 = x[1], x2 = x[2], y0 = y[0], y1 = y[1], y2 = y[2];
  for (int i = 0; i < n; ++i) {
    to[i] += x0 * a[i] + x1 * b[i] + x2 * c[i];
    next[i] += y0 * a[i] + y1 * b[i] + y2 * c[i];
  }
}

enum class Triangle { kBoth, kLower };

/// M <- M Phi'. For the lower triangle the contact points' columns begin at their diagonal.
void carry_columns(const ErrorFlow& flow, Triangle triangle, ErrorCovariance& M) {
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
  for (int k = 0; k < flow.n_feet; ++k) {
    const int row = foot_row(M, flow.n_feet, k);
    add_cross(flow.p_WW[static_cast<std::size_t>(k)], B, row, M,
              triangle == Triangle::kLower ? row : 0);
  }
}

/// Calls visit(lower, upper) for every element below the diagonal and its mirror element.
template <class Visit>
void for_mirrored(ErrorCovariance& P, Visit visit) {
  const Eigen::Index n = P.rows();
  for (Eigen::Index j = 0; j + 1 < n; ++j) {
    double* diagonal = P.col(j).data() + j;
    double* upper = diagonal;
    for (Eigen::Index i = 1; i < n - j; ++i) visit(diagonal[i], *(upper += n));
  }
}

}  // namespace

void carry(const ErrorFlow& flow, ErrorCovariance& P) noexcept {
  carry_columns(flow, Triangle::kBoth, P);
  for_mirrored(P, [](double& lower, double& upper) { std::swap(lower, upper); });
  carry_columns(flow, Triangle::kLower, P);
}

void add_outer(double scale, const ErrorColumns& W, ErrorCovariance& P) noexcept {
  const int n = static_cast<int>(P.rows());
  for (int j = 0; j < n; j += 2) {
    const Vector3d x = scale * W.row(j);
    P(j, j) += x[0] * W(j, 0) + x[1] * W(j, 1) + x[2] * W(j, 2);
    if (j + 1 == n) break;
    const Vector3d y = scale * W.row(j + 1);
    const int below = j + 1;
    add_products(n - below, x, y, W.col(0).data() + below, W.col(1).data() + below,
                 W.col(2).data() + below, P.col(j).data() + below, P.col(below).data() + below);
  }
}

void mirror(ErrorCovariance& P) noexcept {
  for_mirrored(P, [](double& lower, double& upper) { upper = lower; });
}

ErrorColumns times(const ErrorColumns& W, const Matrix3d& A) noexcept { return turned(W, 0, A); }

Matrix3d block(const ErrorCovariance& P, int row, int col) noexcept {
  if (row < col) return P.block<3, 3>(col, row).transpose();
  if (row > col) return P.block<3, 3>(row, col);
  return P.block<3, 3>(row, col).selfadjointView<Eigen::Lower>();
}

ErrorColumns columns(const ErrorCovariance& P, int first) noexcept {
  const Eigen::Index n = P.rows();
  ErrorColumns c(n, 3);
  c.topRows(first) = P.block(first, 0, 3, first).transpose();
  c.middleRows<3>(first) = block(P, first, first);
  c.bottomRows(n - first - 3) = P.block(first + 3, first, n - first - 3, 3);
  return c;
}

}  // namespace ventosa::controller
