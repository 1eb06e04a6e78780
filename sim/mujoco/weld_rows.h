#pragma once

#include "controller/model/frames.h"
#include "sim/mujoco/engine.h"
#include "sim/mujoco/world_index.h"

/// The six rows of an active weld in MuJoCo's constraint solver. Private to sim.
namespace ventosa::sim {

/// Axes of the rows of a weld between a cup and its anchor, and of the wrench that it exerts. A row
/// of efc_force is a force on the cup along an axis of W; the last three are moments about the axes
/// of the anchor, over a scale: they are rows of a quaternion error, which change sign if the dot
/// product of the quaternions of cup and anchor is negative.
struct WeldRows {
  int first = -1;                                            ///< row
  controller::Matrix3d R_SW = controller::Matrix3d::Zero();  ///< S: the surface
  controller::Matrix3d R_SA = controller::Matrix3d::Zero();  ///< A: the anchor
  double scale = 0;                                          ///< moment over the row's force
};

WeldRows weld_rows(const mjModel& model, const mjData& data, int row,
                   const controller::Matrix3d& R_WS) noexcept;

/// Wrench on the cup of the present forces in the rows.
controller::Vector6d wrench_S(const WeldRows& rows, const mjData& data) noexcept;

/// Writes the forces of a wrench.
void put_wrench(const WeldRows& rows, const controller::Vector6d& wrench_S, mjData& data) noexcept;

/// Turns the rows so that each is one axis of S: the weld stays the same, as its three rows of
/// translation have one stiffness and those of rotation another. Needs a dense Jacobian.
void turn_to_surface(const WeldRows& rows, const mjModel& model, mjData& data) noexcept;

/// Number of rows of the equality constraint that begins at `row`: a weld, or the connection of two
/// points.
int n_rows(const mjModel& model, const mjData& data, int row) noexcept;

/// visit(leg, row) for the first row of every active weld of a cup.
template <class Visit>
void for_each_weld(const mjModel& model, const mjData& data, const WorldIndex& index, Visit visit) {
  // the equality rows come first
  for (int row = 0; row < data.ne; row += n_rows(model, data, row))
    if (const int leg = index.leg_of_weld[static_cast<std::size_t>(data.efc_id[row])]; leg >= 0)
      visit(leg, row);
}

}  // namespace ventosa::sim
