#include "bench/peers/eiquadprog_peer.h"

#include <eiquadprog/eiquadprog-fast.hpp>
#include <eiquadprog/eiquadprog-rt.hpp>

namespace ventosa::bench {
namespace {

constexpr int kFixedRowsPerFoot = 24;

// A dual method detects infeasibility as an unbounded dual, which is the status it returns.

// eiquadprog wants  1/2 x'H x + g'x,  CE x + ce = 0,  CI x + ci >= 0

class EiquadprogFast final : public SharingPeer {
 public:
  EiquadprogFast(int n_feet, int n_rows)
      : x_(3 * n_feet), n_rows_(static_cast<std::size_t>(n_rows)) {
    reset();
  }

  std::string name() const override { return "eiquadprog-fast"; }
  void pose(const DenseSharing& problem) override {
    problem_ = problem;
    problem_.w = -problem.w;
    problem_.A = -problem.A;
    reset();
  }
  PeerVerdict solve() override {
    using namespace eiquadprog::solvers;
    const auto status = solver_.solve_quadprog(problem_.H, problem_.c, problem_.G, problem_.w,
                                               problem_.A, problem_.b, x_);
    if (status == EIQUADPROG_FAST_OPTIMAL) return PeerVerdict::kSolved;
    return status == EIQUADPROG_FAST_UNBOUNDED ? PeerVerdict::kInfeasible : PeerVerdict::kGaveUp;
  }
  const Eigen::VectorXd& x() const override { return x_; }
  int iterations() const override { return solver_.getIteratios(); }

 private:
  void reset() { solver_.reset(static_cast<std::size_t>(x_.size()), 6, n_rows_); }

  DenseSharing problem_;
  Eigen::VectorXd x_;
  std::size_t n_rows_;
  eiquadprog::solvers::EiquadprogFast solver_;
};

template <int kFeet>
class EiquadprogRt final : public SharingPeer {
 public:
  EiquadprogRt() : x_(kVariables) {}

  std::string name() const override { return "eiquadprog-rt"; }
  void pose(const DenseSharing& problem) override {
    H_ = problem.H;
    c_ = problem.c;
    G_ = problem.G;
    w_ = -problem.w;
    A_ = -problem.A;
    b_ = problem.b;
  }
  PeerVerdict solve() override {
    using namespace eiquadprog::solvers;
    const auto status = solver_.solve_quadprog(H_, c_, G_, w_, A_, b_, fixed_x_);
    if (status == RT_EIQUADPROG_OPTIMAL) return PeerVerdict::kSolved;
    return status == RT_EIQUADPROG_UNBOUNDED ? PeerVerdict::kInfeasible : PeerVerdict::kGaveUp;
  }
  const Eigen::VectorXd& x() const override { return x_ = fixed_x_; }
  int iterations() const override { return solver_.getIteratios(); }

 private:
  static constexpr int kVariables = 3 * kFeet;
  static constexpr int kRows = kFixedRowsPerFoot * kFeet;

  Eigen::Matrix<double, kVariables, kVariables> H_;
  Eigen::Matrix<double, kVariables, 1> c_;
  Eigen::Matrix<double, 6, kVariables> G_;
  Eigen::Matrix<double, 6, 1> w_;
  Eigen::Matrix<double, kRows, kVariables> A_;
  Eigen::Matrix<double, kRows, 1> b_;
  Eigen::Matrix<double, kVariables, 1> fixed_x_;
  mutable Eigen::VectorXd x_;
  eiquadprog::solvers::RtEiquadprog<kVariables, 6, kRows> solver_;
};

}  // namespace

std::unique_ptr<SharingPeer> make_eiquadprog_fast(int n_feet, int n_rows) {
  return std::make_unique<EiquadprogFast>(n_feet, n_rows);
}

std::unique_ptr<SharingPeer> make_eiquadprog_rt(int n_feet, int n_rows) {
  if (n_rows != kFixedRowsPerFoot * n_feet) return nullptr;
  if (n_feet == 4) return std::make_unique<EiquadprogRt<4>>();
  if (n_feet == 6) return std::make_unique<EiquadprogRt<6>>();
  if (n_feet == 10) return std::make_unique<EiquadprogRt<10>>();
  return nullptr;
}

}  // namespace ventosa::bench
