#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "bench/peers/dense_sharing.h"

/// Other QP solvers for the load-sharing problem, to compare speed and to check status and optimum.
/// None without the preset `peers`.
namespace ventosa::bench {

enum class PeerVerdict { kSolved, kInfeasible, kGaveUp };

class SharingPeer {
 public:
  virtual ~SharingPeer() = default;

  virtual std::string name() const = 0;
  /// Converts the matrices to the peer's own form.
  virtual void pose(const DenseSharing& problem) = 0;
  virtual PeerVerdict solve() = 0;               ///< cold, from these matrices
  virtual const Eigen::VectorXd& x() const = 0;  ///< stacked forces of a solved problem
  virtual int iterations() const = 0;
};

/// Peers for problems of this size; the fixed-size one supports only 24 rows per foot and 4, 6 or
/// 10 feet.
std::vector<std::unique_ptr<SharingPeer>> sharing_peers(int n_feet, int n_rows);

/// Missing peers, such as "ProxSuite 0.8.0", in a build without them.
std::vector<std::string> missing_sharing_peers();

}  // namespace ventosa::bench
