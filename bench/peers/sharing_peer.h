#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "bench/peers/dense_sharing.h"

/// Other people's QP solvers on the load sharing problem: what its speed is measured against, and
/// what its verdicts and optima are checked by. None unless the build has peers.
namespace ventosa::bench {

enum class PeerVerdict { kSolved, kInfeasible, kGaveUp };

class SharingPeer {
 public:
  virtual ~SharingPeer() = default;

  virtual std::string name() const = 0;
  virtual void pose(const DenseSharing& problem) = 0;  ///< the matrices, in the peer's own form
  virtual PeerVerdict solve() = 0;                     ///< from these matrices, cold
  virtual const Eigen::VectorXd& x() const = 0;        ///< stacked forces of a solved problem
  virtual int iterations() const = 0;
};

/// Those that solve problems of this size; the fixed-size one only knows 24 rows a foot and 4, 6 or
/// 10 feet.
std::vector<std::unique_ptr<SharingPeer>> sharing_peers(int n_feet, int n_rows);

/// "ProxSuite 0.8.0" and so on, when the build is without peers.
std::vector<std::string> missing_sharing_peers();

}  // namespace ventosa::bench
