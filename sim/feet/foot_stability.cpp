#include "sim/feet/foot_stability.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "controller/dynamics/leg_dynamics.h"
#include "models/text.h"

namespace ventosa::sim {
namespace {

constexpr double kLargest = 4;  ///< bound of h^2 k / m + 2 h d / m

/// A spring beside a damper.
struct Suspension {
  double stiffness_N_m = 0;
  double damping_Ns_m = 0;

  StepBound bound(double mass_kg, double step_s) const {
    const double value = step_s * (step_s * stiffness_N_m + 2 * damping_Ns_m) / mass_kg;
    return {value, kLargest};
  }
  /// h of  k h^2 + 2 d h = 4 m
  double longest_step_s(double mass_kg) const {
    const double d = damping_Ns_m;
    return kLargest * mass_kg / (d + std::sqrt(d * d + kLargest * stiffness_N_m * mass_kg));
  }
};

/// Damping at a depth, the full one of a damping that grows.  @{
double damping_Ns_m(const models::GrowingDamping&, const models::PointFootPlant& foot, double) {
  return foot.damping_Ns_m;
}
double damping_Ns_m(const models::PrintedDamping& law, const models::PointFootPlant& foot,
                    double depth_m) {
  return foot.damping_Ns_m * std::pow(depth_m, law.damping_exponent);
}
/// @}

/// Tangent of the spring at the depth at which it carries the load, and the damping there.
Suspension normal_suspension(const models::PointFootPlant& foot, double force_N) {
  const double pk = foot.stiffness_exponent;
  const double depth_m = std::pow(force_N / foot.stiffness_N_m, 1 / pk);
  const double d =
      std::visit([&](const auto& law) { return damping_Ns_m(law, foot, depth_m); }, foot.damping);
  return {pk * foot.stiffness_N_m * std::pow(depth_m, pk - 1), d};
}

Suspension suspension(const models::Sticking& law) { return {law.stiffness_N_m, law.damping_Ns_m}; }

std::string text(double x) { return models::decimal(x, 3); }

models::InputError too_stiff(const std::string& key, const Suspension& suspension,
                             const FootLoad& load, double step_s) {
  const StepBound bound = suspension.bound(load.standing_mass_kg, step_s);
  return {key, text(suspension.stiffness_N_m),
          "is too stiff, or its damping of " + text(suspension.damping_Ns_m) +
              " N s/m too strong, for the step: h^2 k / m + 2 h d / m is " + text(bound.value) +
              ", must be below 4 with the least mass m of " + text(load.standing_mass_kg) +
              " kg at the feet",
          "step_s must be at most " +
              models::largest_decimal(suspension.longest_step_s(load.standing_mass_kg), 2)};
}

models::InputError mistake(const models::Sticking& law, const FootLoad& load, double step_s,
                           const std::string& section) {
  return too_stiff(section + ".sticking.stiffness_N_m", suspension(law), load, step_s);
}

models::InputError mistake(const models::Creeping& law, const FootLoad& load, double step_s,
                           const std::string& section) {
  const StepBound bound = friction_bound(law, load, step_s);
  return {section + ".creeping.v_lim_m_s", text(law.v_lim_m_s),
          "friction slope f Fn / v_lim is " + text(bound.value) +
              " N s/m, must be below 2 m / h = " + text(bound.limit) +
              " N s/m with the least mass m of " + text(load.mass_kg) + " kg at the foot",
          "v_lim_m_s must be at least " +
              models::least_decimal(law.v_lim_m_s * bound.value / bound.limit, 2)};
}

}  // namespace

StepBound normal_bound(const models::PointFootPlant& foot, const FootLoad& load,
                       double step_s) noexcept {
  return normal_suspension(foot, load.force_N).bound(load.standing_mass_kg, step_s);
}

StepBound friction_bound(const models::Sticking& law, const FootLoad& load,
                         double step_s) noexcept {
  return suspension(law).bound(load.standing_mass_kg, step_s);
}

StepBound friction_bound(const models::Creeping& law, const FootLoad& load,
                         double step_s) noexcept {
  return {load.friction * load.force_N / law.v_lim_m_s, 2 * load.mass_kg / step_s};
}

std::vector<models::InputError> unstable_laws(const models::PointFootPlant& foot,
                                              const FootLoad& load, double step_s,
                                              const std::string& friction_section) {
  std::vector<models::InputError> mistakes;
  if (!normal_bound(foot, load, step_s).holds())
    mistakes.push_back(too_stiff(std::string(kFootLaws) + ".stiffness_N_m",
                                 normal_suspension(foot, load.force_N), load, step_s));
  std::visit(
      [&](const auto& law) {
        if (!friction_bound(law, load, step_s).holds())
          mistakes.push_back(mistake(law, load, step_s, friction_section));
      },
      foot.friction);
  return mistakes;
}

double least_foot_mass_kg(const controller::Leg& leg,
                          const controller::PerJoint<double>& q_rad) noexcept {
  using Jacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, controller::kMaxJoints>;
  using Transposed = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, controller::kMaxJoints, 3>;
  const controller::LegPose pose = controller::leg_pose(leg, q_rad);
  const Jacobian J = controller::foot_jacobian(leg, pose).topRows<3>();
  const Eigen::LLT<controller::MassMatrix> M(controller::mass_matrix(leg, pose));
  const Transposed M_inverse_Jt = M.solve(Transposed(J.transpose()));
  const controller::Matrix3d mobility = J * M_inverse_Jt;
  return 1 / Eigen::SelfAdjointEigenSolver<controller::Matrix3d>(mobility).eigenvalues().maxCoeff();
}

}  // namespace ventosa::sim
