#pragma once

#include <Eigen/Core>

#include "controller/load_sharing/load_sharing.h"

/// The load-sharing problem in the standard form of QP solvers, over the stacked forces x (3
/// n_feet):
///
///   min 1/2 x'H x + c'x   s.t.  G x = w,  A x <= b
///
/// Rows of A are unscaled, feet in order. A cone is replaced by eight tangents, the first at our
/// solution: the optimum is the same, and a solver without cones has the same work as with any
/// eight tangents.
namespace ventosa::bench {

struct DenseSharing {
  Eigen::MatrixXd H;
  Eigen::VectorXd c;
  Eigen::MatrixXd G;  ///< 6 x n
  Eigen::VectorXd w;
  Eigen::MatrixXd A;
  Eigen::VectorXd b;  ///< offset + (1 + slack) scale

  double cost(const Eigen::VectorXd& x) const { return 0.5 * x.dot(H * x) + c.dot(x); }
};

/// @param F  forces of the feet
DenseSharing dense(const controller::SharingProblem& problem,
                   const controller::PerLeg<controller::Vector3d>& F, double slack = 0);

int count_rows(const controller::SharingProblem& problem);

Eigen::VectorXd stacked(const controller::Sharing& answer, int n_feet);

}  // namespace ventosa::bench
