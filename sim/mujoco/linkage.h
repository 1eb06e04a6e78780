#pragma once

#include <array>

#include "sim/mujoco/leg_bodies.h"

/// The closed linkage of a pantograph leg (models/pantograph.h) in MuJoCo: a tree of seven bodies,
/// one joint each, and two `connect` constraints that close its loops. Private to sim.
///
///     carriage ---- vertical slider A -- thigh -- shank with the foot P
///          \                               D        E
///           `------ radial slider B ---- upper rod  |
///                                    `-- lower rod -'
///
/// The drives are those of carriage, radial and vertical slider; all other joints are free hinges.
namespace ventosa::sim {

/// Bars of a leg in the twin; null: its links are those of the joint table.
const models::Pantograph* bars_of(const models::Robot& robot, const TwinConfig& config, int leg);

/// Adds the bodies and the constraints of a leg with bars, and sets the solver's tolerance for
/// them.
FootMount add_linkage(const LegPlan& plan, mjsBody& torso);

/// Solver settings of the constraints: solref as a time constant in physics steps and a damping
/// ratio. Softer ones would let the rods, a few thousandths of what the drives weigh at the
/// sliders, make accelerations wrong by a third.
inline constexpr double kLoopSteps = 2;
inline constexpr double kLoopDampingRatio = 1;
inline constexpr double kLoopImpedance[5] = {0.9999, 0.9999, 1e-4, 0.5, 2};

/// MuJoCo's solver compares costs with those of the mean inertia, to which rods add nothing: with
/// its usual 1e-8 it takes the last step's forces, and the loops open by millimetres.
inline constexpr double kLoopTolerance = 1e-14;

/// A linkage in MuJoCo's arrays.
struct LinkageIndex {
  models::Pantograph bars;
  std::array<JointCoordinate, models::kPantographParts> joint{};  ///< by part
  std::array<int, models::kPantographParts> body{};               ///< by part
  /// The open chain to the foot as a joint table: carriage, vertical slider, thigh, shank, and a
  /// hinge at P that keeps the foot's frame upright, as it is in the controller's table.
  controller::Leg chain;

  const JointCoordinate& of(models::PantographPart part) const {
    return joint[static_cast<std::size_t>(part)];
  }
};

LinkageIndex index_linkage(const mjModel& model, int leg, const controller::Leg& table,
                           const models::Pantograph& bars);

/// Part that stands for a link of the table; the last one has the foot.
models::PantographPart part_of(int link) noexcept;

/// Puts the bars where the sliders' coordinates want them; where they do not reach, they stay.
void close_loops(const LinkageIndex& linkage, mjData& data) noexcept;

/// Coordinates of the open chain to the foot.
LegMotion chain_motion(const LinkageIndex& linkage, const mjData& data) noexcept;

/// Angle of the knee between thigh and shank  [rad]
double knee_rad(const LinkageIndex& linkage, const mjData& data) noexcept;

/// Distances of the rods' ends from D on the thigh and E on the shank: 0 if the constraints held
/// exactly.
struct LoopError {
  double D_m = 0;
  double E_m = 0;
};
LoopError loop_error(const LinkageIndex& linkage, const mjData& data) noexcept;

}  // namespace ventosa::sim
