#include "bench/peers/proxsuite_peer.h"

#include <proxsuite/proxqp/dense/dense.hpp>

namespace ventosa::bench {
namespace {

namespace proxqp = proxsuite::proxqp;

/// Accuracy of about 1e-7 N: with the default, 1e-5, solutions violate limits by that amount.
constexpr double kAccuracy = 1e-7;

/// Infeasibility tolerance: the default, 1e-4, declares one in a hundred solvable stances
/// infeasible.
constexpr double kInfeasible = 1e-9;

constexpr double kNoLowerBound = -1e20;  // minus infinity in ProxQP

/// Dense ProxQP. Preconditioning counts as part of `pose`, although new matrices require it every
/// time.
class ProxSuite final : public SharingPeer {
 public:
  ProxSuite(int n_feet, int n_rows)
      : qp_(3 * n_feet, 6, n_rows), lower_(Eigen::VectorXd::Constant(n_rows, kNoLowerBound)) {
    qp_.settings.eps_abs = kAccuracy;
    qp_.settings.eps_rel = 0;
    qp_.settings.eps_primal_inf = kInfeasible;
    qp_.settings.initial_guess = proxqp::InitialGuessStatus::EQUALITY_CONSTRAINED_INITIAL_GUESS;
  }

  std::string name() const override { return "ProxSuite"; }
  void pose(const DenseSharing& problem) override {
    qp_.init(problem.H, problem.c, problem.G, problem.w, problem.A, lower_, problem.b);
  }
  PeerVerdict solve() override {
    qp_.solve();
    switch (qp_.results.info.status) {
      case proxqp::QPSolverOutput::PROXQP_SOLVED:
        return PeerVerdict::kSolved;
      case proxqp::QPSolverOutput::PROXQP_PRIMAL_INFEASIBLE:
        return PeerVerdict::kInfeasible;
      default:
        return PeerVerdict::kGaveUp;
    }
  }
  const Eigen::VectorXd& x() const override { return qp_.results.x; }
  int iterations() const override { return static_cast<int>(qp_.results.info.iter); }

 private:
  proxqp::dense::QP<double> qp_;
  Eigen::VectorXd lower_;
};

}  // namespace

std::unique_ptr<SharingPeer> make_proxsuite(int n_feet, int n_rows) {
  return std::make_unique<ProxSuite>(n_feet, n_rows);
}

}  // namespace ventosa::bench
