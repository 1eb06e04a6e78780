#include "sim/mujoco/reaction.h"

#include <algorithm>
#include <cmath>

#include "sim/mujoco/weld_rows.h"

namespace ventosa::sim {

using controller::Matrix3d;
using controller::PatchList;
using controller::PerLeg;
using controller::Vector3d;
using controller::Vector6d;

namespace {

auto vector3(const double* v) { return Eigen::Map<const Vector3d>(v); }
auto matrix3(const double* R) { return Eigen::Map<const RowMatrix3>(R); }

/// wrench in the axes of S
Vector6d wrench_in(const Matrix3d& R_WS, const Vector3d& f_W, const Vector3d& m_W) {
  Vector6d wrench_S;
  wrench_S << R_WS.transpose() * f_W, R_WS.transpose() * m_W;
  return wrench_S;
}

/// wrench of an elastic lip and its vacuum; zero for a rigid one
void reset_to_lip_wrench(const PatchList& patches, CupState& cup) {
  cup.wrench_S = {};
  if (cup.patch < 0) return;
  const auto lip_W = as_vector(cup.lip.wrench_W);
  as_vector(cup.wrench_S) =
      wrench_in(patches.patch[cup.patch].X_WS.linear(), lip_W.head<3>(), lip_W.tail<3>());
}

/// the contact force acts on the second geom; the contact's normal points from the first to it
void add_contact(const mjModel& model, const mjData& data, int contact, bool cup_is_second,
                 const Vector3d& p_WF, const Matrix3d& R_WS, CupState& cup) {
  double local[6];
  mj_contactForce(&model, &data, contact, local);
  const mjContact& touch = data.contact[contact];
  const double sign = cup_is_second ? 1 : -1;
  const Vector3d f_W = sign * (matrix3(touch.frame).transpose() * vector3(local));
  as_vector(cup.wrench_S) += wrench_in(R_WS, f_W, (vector3(touch.pos) - p_WF).cross(f_W));
}

}  // namespace

void read_reactions(const mjModel& model, const mjData& data, const WorldIndex& index,
                    const PatchList& patches, PerLeg<CupState>& cup) noexcept {
  for (CupState& c : cup) reset_to_lip_wrench(patches, c);

  for_each_weld(model, data, index, [&](int leg, int row) {
    if (cup[leg].patch < 0) return;
    as_vector(cup[leg].wrench_S) +=
        wrench_S(weld_rows(model, data, row, patches.patch[cup[leg].patch].X_WS.linear()), data);
  });

  for (int k = 0; k < data.ncon; ++k) {
    const int* geom = data.contact[k].geom;
    const bool second = index.leg_of_cup_geom[static_cast<std::size_t>(geom[1])] >= 0;
    const int leg = index.leg_of_cup_geom[static_cast<std::size_t>(geom[second ? 1 : 0])];
    const int patch = index.patch_of_geom[static_cast<std::size_t>(geom[second ? 0 : 1])];
    if (leg < 0 || patch < 0 || data.contact[k].efc_address < 0) continue;

    // in the axes of the cup's own patch, also for contacts with another patch
    const int axes = cup[leg].patch >= 0 ? cup[leg].patch : patch;
    add_contact(model, data, k, second, vector3(data.xpos + 3 * index.cup_body[leg]),
                patches.patch[axes].X_WS.linear(), cup[leg]);
  }
}

void keep_largest_contacts(const mjModel& model, const mjData& data, const WorldIndex& index,
                           ContactForces& largest) noexcept {
  ContactForces now;
  for (int k = 0; k < data.ncon; ++k) {
    if (data.contact[k].efc_address < 0) continue;
    const int* geom = data.contact[k].geom;
    const bool patch_is_first = index.patch_of_geom[static_cast<std::size_t>(geom[0])] >= 0;
    const auto part = static_cast<std::size_t>(geom[patch_is_first ? 1 : 0]);
    if (index.leg_of_cup_geom[part] >= 0) continue;
    double local[6];
    mj_contactForce(&model, &data, k, local);
    const int leg = index.leg_of_link_geom[part];
    (leg >= 0 ? now.leg_N[leg] : now.body_N) += local[0];
  }
  largest.body_N = std::max(largest.body_N, now.body_N);
  for (std::size_t i = 0; i < now.leg_N.size(); ++i)
    largest.leg_N[i] = std::max(largest.leg_N[i], now.leg_N[i]);
}

double deepest_penetration_m(const mjData& data) noexcept {
  double deepest_m = 0;
  for (int k = 0; k < data.ncon; ++k) deepest_m = std::max(deepest_m, -data.contact[k].dist);
  return deepest_m;
}

}  // namespace ventosa::sim
