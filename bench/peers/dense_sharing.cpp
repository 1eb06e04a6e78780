#include "bench/peers/dense_sharing.h"

namespace ventosa::bench {

using controller::SharingFoot;
using controller::SharingProblem;
using controller::SharingRow;
using controller::Vector3d;

namespace {

int count_rows(const SharingProblem& problem) {
  int n = 0;
  for (int i = 0; i < problem.n_feet; ++i) n += problem.foot[static_cast<std::size_t>(i)].n_rows;
  return n;
}

void put_wrench(const Vector3d& p_B, int column, Eigen::MatrixXd& G) {
  for (int k = 0; k < 3; ++k) {
    const Vector3d e = Vector3d::Unit(k);
    G.block<3, 1>(0, column + k) = e;
    G.block<3, 1>(3, column + k) = p_B.cross(e);
  }
}

}  // namespace

DenseSharing dense(const SharingProblem& problem, double slack) {
  const int n = 3 * problem.n_feet;
  const int rows = count_rows(problem);
  DenseSharing d{.H = Eigen::MatrixXd::Zero(n, n),
                 .c = Eigen::VectorXd(n),
                 .G = Eigen::MatrixXd(6, n),
                 .w = problem.w,
                 .A = Eigen::MatrixXd::Zero(rows, n),
                 .b = Eigen::VectorXd(rows)};
  int k = 0;
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[static_cast<std::size_t>(i)];
    d.H.block<3, 3>(3 * i, 3 * i) = foot.H;
    d.c.segment<3>(3 * i) = foot.c;
    put_wrench(foot.p_B, 3 * i, d.G);
    for (int r = 0; r < foot.n_rows; ++r, ++k) {
      const SharingRow& row = foot.row[static_cast<std::size_t>(r)];
      d.A.block<1, 3>(k, 3 * i) = row.a.transpose();
      d.b[k] = row.offset + (1 + slack) * row.scale;
    }
  }
  return d;
}

Eigen::VectorXd stacked(const controller::Sharing& answer, int n_feet) {
  Eigen::VectorXd x(3 * n_feet);
  for (int i = 0; i < n_feet; ++i) x.segment<3>(3 * i) = answer.F[static_cast<std::size_t>(i)];
  return x;
}

}  // namespace ventosa::bench
