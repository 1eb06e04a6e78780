#pragma once

#include <array>

#include "controller/model/frames.h"

/// Trivially copyable vectors and poses, for states that a snapshot copies as bytes: Eigen's types
/// are not trivially copyable.
namespace ventosa::sim {

using Bytes3 = std::array<double, 3>;
using Bytes6 = std::array<double, 6>;

/// View of the numbers as an Eigen vector. @{
inline auto as_vector(const Bytes3& v) { return Eigen::Map<const controller::Vector3d>(v.data()); }
inline auto as_vector(const Bytes6& v) { return Eigen::Map<const controller::Vector6d>(v.data()); }
inline auto as_vector(Bytes3& v) { return Eigen::Map<controller::Vector3d>(v.data()); }
inline auto as_vector(Bytes6& v) { return Eigen::Map<controller::Vector6d>(v.data()); }
/// @}

/// Position [m] and row-major rotation matrix.
struct Pose {
  Bytes3 p{};
  std::array<double, 9> R{1, 0, 0, 0, 1, 0, 0, 0, 1};
};

using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
inline auto rotation(const Pose& X) { return Eigen::Map<const RowMatrix3>(X.R.data()); }
inline auto rotation(Pose& X) { return Eigen::Map<RowMatrix3>(X.R.data()); }

inline Pose make_pose(const controller::Vector3d& p, const controller::Matrix3d& R) {
  Pose pose;
  as_vector(pose.p) = p;
  rotation(pose) = R;
  return pose;
}

inline controller::Isometry3d transform(const Pose& pose) {
  controller::Isometry3d X = controller::Isometry3d::Identity();
  X.translation() = as_vector(pose.p);
  X.linear() = rotation(pose);
  return X;
}

}  // namespace ventosa::sim
