#include "sim/mujoco/weld_rows.h"

#include <cmath>

#include "sim/model/pose.h"

namespace ventosa::sim {

using controller::Matrix3d;
using controller::Vector3d;
using controller::Vector6d;

namespace {

double torque_scale(const mjModel& model, const mjData& data, int weld) {
  const double* q_cup = data.xquat + 4 * model.eq_obj1id[weld];
  const double* q_anchor = data.xquat + 4 * model.eq_obj2id[weld];
  const double same = Eigen::Vector4d::Map(q_cup).dot(Eigen::Vector4d::Map(q_anchor));
  return std::copysign(0.5 * model.eq_data[mjNEQDATA * weld + 10], same);
}

/// Multiplies a column of three numbers, `stride` apart.
void turn(const Matrix3d& R, double* first, std::ptrdiff_t stride) {
  const Vector3d turned = R * Vector3d(first[0], first[stride], first[2 * stride]);
  for (int k = 0; k < 3; ++k) first[k * stride] = turned[k];
}

}  // namespace

WeldRows weld_rows(const mjModel& model, const mjData& data, int row,
                   const Matrix3d& R_WS) noexcept {
  const int weld = data.efc_id[row];
  const Eigen::Map<const RowMatrix3> R_WA(data.xmat + 9 * model.eq_obj2id[weld]);
  return {row, R_WS.transpose(), R_WS.transpose() * R_WA, torque_scale(model, data, weld)};
}

Vector6d wrench_S(const WeldRows& rows, const mjData& data) noexcept {
  const Eigen::Map<const Vector6d> force(data.efc_force + rows.first);
  Vector6d wrench_S;
  wrench_S << rows.R_SW * force.head<3>(), rows.scale * (rows.R_SA * force.tail<3>());
  return wrench_S;
}

void put_wrench(const WeldRows& rows, const Vector6d& wrench_S, mjData& data) noexcept {
  Eigen::Map<Vector6d> force(data.efc_force + rows.first);
  force.head<3>() = rows.R_SW.transpose() * wrench_S.head<3>();
  force.tail<3>() = rows.R_SA.transpose() * wrench_S.tail<3>() / rows.scale;
}

void turn_to_surface(const WeldRows& rows, const mjModel& model, mjData& data) noexcept {
  const auto nv = static_cast<std::ptrdiff_t>(model.nv);
  double* J = data.efc_J + rows.first * nv;
  for (std::ptrdiff_t column = 0; column < nv; ++column) {
    turn(rows.R_SW, J + column, nv);
    turn(rows.R_SA, J + 3 * nv + column, nv);
  }
  turn(rows.R_SW, data.efc_aref + rows.first, 1);
  turn(rows.R_SA, data.efc_aref + rows.first + 3, 1);
}

int n_rows(const mjModel& model, const mjData& data, int row) noexcept {
  return model.eq_type[data.efc_id[row]] == mjEQ_WELD ? 6 : 3;
}

}  // namespace ventosa::sim
