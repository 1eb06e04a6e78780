#pragma once

#include "models/drive.h"

/// Friction by LuGre: Canudas de Wit 1995. Elastic bristles of deflection z, in a gear's joint:
///
///   F = s0 z + s1 z' + s2 w,   z' = w - s0 |w| z / g(w),   g(w) = Fc + (Fs - Fc) exp(-(w/ws)²)
///
/// with s0, s1 the stiffness and damping of the bristles and, of the gear's friction, Fc = Kc,
/// Fs - Fc = Ks, s2 = Kv. It depends on no load (Kl). A step of h takes z implicitly,
///   z+ = (z + h w) / (1 + h s0 |w| / g),   z' = (z+ - z) / h
/// which is exact in steady sliding and stable at any speed; an explicit one diverges above
/// 2 g / (s0 h). Bristles hold a constant load below Fs without creep, but drift under one that
/// oscillates: their stiffness is the same on the way back.
namespace ventosa::sim {

struct LugreConfig {
  models::Gear gear;
  models::Bristles bristles;
  double step_s = 0;
};

struct LugreState {
  double z_rad = 0;
};

LugreConfig lugre_config(const models::Gear& gear, double step_s);

/// Largest bristles that a step bears as forces on an inertia J: s0 <= J / 4 h², s1 <= J / 2 h.
models::Bristles stiffest_bristles(double inertia_kgm2, double step_s) noexcept;

/// One step.  @return F, against the speed w of the joint [N m]
double bristle_friction_Nm(const LugreConfig& config, double w_rad_s, LugreState& state) noexcept;

}  // namespace ventosa::sim
