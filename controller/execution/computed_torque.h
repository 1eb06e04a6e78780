#pragma once

#include "controller/dynamics/leg_dynamics.h"
#include "controller/execution/impedance.h"
#include "controller/model/observation.h"

/// Computed torque, Asif 2012, eq. (49)-(51) as corrected:
///
///   tau = M(q) a + H(q, q') + G(q) - J' F,   a = q''_d + K_D e' + K_P e,   e = q_d - q
///
/// with K_P = w^2 and K_D = 2 zeta w, so that the error of every joint of a free leg obeys
/// e'' + 2 zeta w e' + w^2 e = 0 whatever the leg's inertia. The controller computes the torques
/// once a period; the drives receive nothing else.
///
/// F is the force on a standing leg that load sharing plans, not the measured one, which the paper
/// takes: a set of internal forces, which press the feet against each other, would then be fed
/// forward as measured, and so hold itself whatever its size.
namespace ventosa::controller {

/// Smallest w [rad/s] at which the sampled loop is no longer stable. With torques constant over a
/// period h, the error of a free leg, without delay, obeys
///   e+ = e + h e' + c h^2 u,   e'+ = e' + h u,   u = -w^2 e - 2 zeta w e'
/// where c is 1/2, or up to 1 in a simulation with semi-implicit steps of h. Its roots are inside
/// the unit circle for w h < 4 zeta and (2 c - 1) (w h)^2 + 4 zeta w h < 4, with c = 1 as the
/// stricter case
///   w h < 2 (sqrt(1 + zeta^2) - zeta)
double unstable_omega_rad_s(double zeta, double period_s) noexcept;

/// Largest w h at which standing legs do not chatter. Legs that stand are coupled by the ground, so
/// that each one moves another inertia than its own. Measured with ideal drives at 2 and 10 ms:
/// cups (welds) walk with 0.3, and one is lost with 0.4; point feet walk with 0.5, and slide with
/// 0.6.
inline constexpr double kStandingOmegaPeriod = 0.3;

/// True if w is not below the bound of free legs, or above that of standing ones.
bool is_too_fast(double omega_rad_s, double zeta, double period_s, bool stands) noexcept;

/// Motion for the model: measured rates, and accelerations a. Set-points are those of the middle of
/// the period, readings those of its start, so the set-points are taken back by half a period.
/// `effort.stiffness` scales the error's share of a, `effort.press_rad` keeps its own.
JointMotion corrected_motion(const ControllerConfig& config, const JointTarget& target,
                             const LegReading& reading, const LegEffort& effort) noexcept;

}  // namespace ventosa::controller
