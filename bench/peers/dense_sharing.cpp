#include "bench/peers/dense_sharing.h"

#include <Eigen/Geometry>
#include <numbers>
#include <vector>

namespace ventosa::bench {

using controller::SharingFoot;
using controller::SharingProblem;
using controller::SharingRow;
using controller::Vector3d;

namespace {

constexpr int kConeFaces = 8;

std::vector<SharingRow> rows_of(const SharingFoot& foot, const Vector3d& F) {
  std::vector<SharingRow> rows(foot.row.begin(), foot.row.begin() + foot.n_rows);
  for (int k = 0; k < foot.n_cones; ++k) {
    const controller::SharingCone& cone = foot.cone[static_cast<std::size_t>(k)];
    const Vector3d v = cone.across(F);
    const Vector3d t = v.norm() > 0 ? v.normalized() : cone.n.unitOrthogonal();
    for (int face = 0; face < kConeFaces; ++face) {
      const double angle = 2 * std::numbers::pi * face / kConeFaces;
      rows.push_back(cone.tangent(Eigen::AngleAxisd(angle, cone.n) * t));
    }
  }
  return rows;
}

void put_wrench(const Vector3d& p_B, int column, Eigen::MatrixXd& G) {
  for (int k = 0; k < 3; ++k) {
    const Vector3d e = Vector3d::Unit(k);
    G.block<3, 1>(0, column + k) = e;
    G.block<3, 1>(3, column + k) = p_B.cross(e);
  }
}

}  // namespace

int count_rows(const SharingProblem& problem) {
  int n = 0;
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[static_cast<std::size_t>(i)];
    n += foot.n_rows + kConeFaces * foot.n_cones;
  }
  return n;
}

DenseSharing dense(const SharingProblem& problem, const controller::PerLeg<Vector3d>& F,
                   double slack) {
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
    for (const SharingRow& row : rows_of(foot, F[static_cast<std::size_t>(i)])) {
      d.A.block<1, 3>(k, 3 * i) = row.a.transpose();
      d.b[k++] = row.offset + (1 + slack) * row.scale;
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
