#pragma once

#include "controller/model/config.h"
#include "controller/model/reverse_swing.h"
#include "controller/model/robot_model.h"
#include "controller/model/twist.h"

/// One row of a walk by the reverse body (model/reverse_swing.h), and the check that legs keep up
/// with it.
namespace ventosa::controller {

/// Feet and body of a row.
struct ReverseRow {
  LegSet lifted;
  PerLeg<ReverseSwing> swing{};  ///< paths of the lifted feet
  double advance_m = 0;          ///< way of the body
  double duration_s = 0;
  Isometry3d X_WB = Isometry3d::Identity();  ///< body at its start
  Twist twist{};                             ///< direction of its way
};

/// Number of rows in which a foot stands: all but that of its swing.
inline int rows_held(const Gait& gait) { return static_cast<int>(gait.row.size()) - 1; }

/// Body after a share of a row.
Isometry3d body_at(const ReverseRow& row, double share) noexcept;

/// True if the leg stays within its ranges, and its drives are fast enough, in the whole row.
/// @param q_rad  joints at its start
bool keeps_up(const Leg& leg, std::size_t i, const GaitConfig& config, const ReverseRow& row,
              const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
