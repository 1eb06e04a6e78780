#pragma once

#include <string>
#include <vector>

#include "controller/model/robot_model.h"
#include "models/foot_plant.h"
#include "models/input_error.h"

/// Bounds of the explicit integration of point feet, whose forces are computed from the state at
/// the start of a step h:
///   - a spring k with a damper d (normal, and sticking):  h^2 k / m + 2 h d / m < 4, with the
///   least
///     mass m that all feet together show (standing_mass.h), for all are on their springs at a time
///   - a damper d alone (creeping):                        d = f Fn / v_lim < 2 m / h, with the
///   least
///     mass m of a single leg, for only few feet bear Fn at a time
namespace ventosa::sim {

/// Mass and normal force on which the laws of a foot act.
struct FootLoad {
  double mass_kg = 0;           ///< m of a single leg
  double standing_mass_kg = 0;  ///< m of all feet together
  double force_N = 0;           ///< Fn: normal force of a standing foot, a third of the weight
  double friction = 0;          ///< f, the largest of all surfaces
};

/// A number and the bound that it must stay below.
struct StepBound {
  double value = 0;
  double limit = 0;
  bool holds() const { return value < limit; }
};

StepBound normal_bound(const models::PointFootPlant& foot, const FootLoad& load,
                       double step_s) noexcept;
StepBound friction_bound(const models::Sticking& law, const FootLoad& load, double step_s) noexcept;
StepBound friction_bound(const models::Creeping& law, const FootLoad& load, double step_s) noexcept;

/// Section of a robot file with the laws of its feet.
inline constexpr const char* kFootLaws = "foot.contact";

/// The bounds that a foot exceeds, with the number that would hold; none if the foot is stable.
/// @param friction_section  of the law of friction: that of a robot file, or `foot` of a scenario
std::vector<models::InputError> unstable_laws(const models::PointFootPlant& foot,
                                              const FootLoad& load, double step_s,
                                              const std::string& friction_section = kFootLaws);

/// Least mass [kg] that a leg shows at its foot, in the worst direction, with its hip fixed and its
/// joints free: the smallest eigenvalue of (J M^-1 J')^-1. M includes the drives' armature.
double least_foot_mass_kg(const controller::Leg& leg,
                          const controller::PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::sim
