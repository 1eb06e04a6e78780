#pragma once

#include <Eigen/Dense>
#include <limits>
#include <vector>

/// min c.x  s.t.  A x <= b,  x free: simplex method on its dual
///   min b.y  s.t.  A'y = -c,  y >= 0
/// in a dense tableau, finally with Bland's rule. Slow and simple: an oracle independent of the
/// solver under test.
namespace ventosa::controller {

class LinearProgram {
 public:
  /// @return the minimum of c.x; infinite if infeasible, minus infinite if unbounded
  static double minimum(const Eigen::VectorXd& c, const Eigen::MatrixXd& A,
                        const Eigen::VectorXd& b) {
    LinearProgram dual(A.transpose(), -c);
    if (!dual.find_feasible()) return -kInfinity;
    return dual.minimize(b) ? -dual.value(b) : kInfinity;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kTolerance = 1e-9;
  static constexpr int kSteepSteps = 1000;

  /// Tableau of M y = m >= 0 with an artificial variable for every row.
  LinearProgram(Eigen::MatrixXd M, Eigen::VectorXd m) : n_rows_(M.rows()), n_(M.cols()) {
    for (Eigen::Index i = 0; i < n_rows_; ++i)
      if (m[i] < 0) {
        M.row(i) *= -1;
        m[i] *= -1;
      }
    T_.resize(n_rows_, n_ + n_rows_ + 1);
    T_ << M, Eigen::MatrixXd::Identity(n_rows_, n_rows_), m;
    for (Eigen::Index i = 0; i < n_rows_; ++i) basis_.push_back(n_ + i);
  }

  bool find_feasible() {
    Eigen::VectorXd artificial = Eigen::VectorXd::Zero(n_ + n_rows_);
    artificial.tail(n_rows_).setOnes();
    if (!run(artificial, n_) || value(artificial) > 1e-7) return false;
    // remaining artificial variables are zero: replace them where possible
    for (Eigen::Index i = 0; i < n_rows_; ++i)
      for (Eigen::Index j = 0; j < n_ && basis_[at(i)] >= n_; ++j)
        if (std::abs(T_(i, j)) > 1e-7) pivot(i, j);
    return true;
  }

  bool minimize(const Eigen::VectorXd& cost) {
    Eigen::VectorXd all = Eigen::VectorXd::Zero(n_ + n_rows_);
    all.head(n_) = cost;
    return run(all, n_);
  }

  double value(const Eigen::VectorXd& cost) const {
    double sum = 0;
    for (Eigen::Index i = 0; i < n_rows_; ++i)
      if (basis_[at(i)] < cost.size()) sum += cost[basis_[at(i)]] * T_(i, T_.cols() - 1);
    return sum;
  }

  /// @return false if the cost is unbounded
  bool run(const Eigen::VectorXd& cost, Eigen::Index n_candidates) {
    for (int step = 0;; ++step) {
      const Eigen::Index enter = entering(cost, n_candidates, step < kSteepSteps);
      if (enter < 0) return true;
      const Eigen::Index leave = leaving(enter);
      if (leave < 0) return false;
      pivot(leave, enter);
    }
  }

  /// Column of steepest descent, or (Bland's rule, which cannot cycle) the first column of descent.
  Eigen::Index entering(const Eigen::VectorXd& cost, Eigen::Index n_candidates, bool steep) const {
    Eigen::VectorXd basic(n_rows_);
    for (Eigen::Index i = 0; i < n_rows_; ++i) basic[i] = cost[basis_[at(i)]];
    const Eigen::RowVectorXd reduced =
        cost.head(n_candidates).transpose() - basic.transpose() * T_.leftCols(n_candidates);
    Eigen::Index steepest = 0;
    if (steep) return reduced.minCoeff(&steepest) < -kTolerance ? steepest : -1;
    for (Eigen::Index j = 0; j < n_candidates; ++j)
      if (reduced[j] < -kTolerance) return j;
    return -1;
  }

  Eigen::Index leaving(Eigen::Index enter) const {
    Eigen::Index leave = -1;
    double least = kInfinity;
    for (Eigen::Index i = 0; i < n_rows_; ++i) {
      if (T_(i, enter) <= kTolerance) continue;
      const double ratio = T_(i, T_.cols() - 1) / T_(i, enter);
      const bool tie = leave >= 0 && std::abs(ratio - least) <= 1e-12 * (1 + std::abs(least));
      if (tie ? basis_[at(i)] < basis_[at(leave)] : ratio < least) {
        least = ratio;
        leave = i;
      }
    }
    return leave;
  }

  void pivot(Eigen::Index row, Eigen::Index column) {
    T_.row(row) /= T_(row, column);
    for (Eigen::Index i = 0; i < n_rows_; ++i)
      if (i != row) T_.row(i) -= T_(i, column) * T_.row(row).eval();
    basis_[at(row)] = column;
  }

  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

  Eigen::Index n_rows_, n_;
  Eigen::MatrixXd T_;
  std::vector<Eigen::Index> basis_;
};

}  // namespace ventosa::controller
