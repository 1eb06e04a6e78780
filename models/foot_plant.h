#pragma once

#include <optional>
#include <variant>

#include "controller/model/description.h"
#include "models/strict_yaml.h"

/// Properties of a point foot in the plant (sim/feet/point_foot.h has its equations). The friction
/// coefficient is the surface's.
namespace ventosa::models {

/// Friction that sticks: a spring to a point of the ground.
struct Sticking {
  double stiffness_N_m = 0;  ///< along the surface
  double damping_Ns_m = 0;
};

void describe(auto& field, controller::Is<Sticking> auto& friction) {
  field("stiffness_N_m", friction.stiffness_N_m, "N/m", above(0, 1e7));
  field("damping_Ns_m", friction.damping_Ns_m, "N s/m", between(0, 1e5));
}

/// Friction that creeps: proportional to the sliding speed, up to Coulomb's limit at v_lim.
struct Creeping {
  double v_lim_m_s = 0;
};

void describe(auto& field, controller::Is<Creeping> auto& friction) {
  field("v_lim_m_s", friction.v_lim_m_s, "m/s", above(0, 10));
}

using FootFriction = std::variant<Sticking, Creeping>;

/// Damping that grows to its full value C over the first depth, under ground that never pulls:
/// Fn = max(0, K p^pk + C min(1, p / d) p').
struct GrowingDamping {
  double depth_m = 0;  ///< d
};

/// The law as Bombled and Verlinden 2010 print it (eq. 3): Fn = K p^pk + C p^pd p'. With pd 0 the
/// force jumps by C p' at touch-down; with any pd the ground pulls at a foot that leaves it fast.
struct PrintedDamping {
  double damping_exponent = 0;  ///< pd
};

void describe(auto& field, controller::Is<PrintedDamping> auto& damping) {
  field("damping_exponent", damping.damping_exponent, "1", between(0, 3));
}

using FootDamping = std::variant<GrowingDamping, PrintedDamping>;

/// Three-axis force sensor of a foot.
struct ForceSensor {
  double rate_hz = 0;
  double noise_N = 0;    ///< standard deviation of a reading, per axis
  double range_N = 0;    ///< to both sides, per axis
  double cutoff_hz = 0;  ///< cutoff of the low-pass filter behind it
};

/// Largest cutoff over the sampling rate; a digital filter has none above half the rate.
inline constexpr double kHighestCutoff = 0.45;

void describe(auto& field, controller::Is<ForceSensor> auto& sensor) {
  field("rate_hz", sensor.rate_hz, "Hz", above(0, 100000));
  field("noise_N", sensor.noise_N, "N", between(0, 1000));
  field("range_N", sensor.range_N, "N", above(0, 1e6));
  field("cutoff_hz", sensor.cutoff_hz, "Hz", above(0, kHighestCutoff * sensor.rate_hz));
}

/// Key of the friction law that a foot has.
inline const char* key_of(const Sticking&) { return "sticking"; }
inline const char* key_of(const Creeping&) { return "creeping"; }

void describe_friction(auto& field, controller::Is<FootFriction> auto& friction) {
  std::visit([&](auto& law) { field(key_of(law), law); }, friction);
}

/// Key of the law of damping that a foot has.
inline const char* key_of(const GrowingDamping&) { return "damping_depth_m"; }
inline const char* key_of(const PrintedDamping&) { return "printed"; }

void describe_law(auto& field, controller::Is<GrowingDamping> auto& damping) {
  field(key_of(damping), damping.depth_m, "m", above(0, 0.1));
}
void describe_law(auto& field, controller::Is<PrintedDamping> auto& damping) {
  field(key_of(damping), damping);
}

void describe_damping(auto& field, controller::Is<FootDamping> auto& damping) {
  std::visit([&](auto& law) { describe_law(field, law); }, damping);
}

struct PointFootPlant {
  double stiffness_N_m = 0;       ///< K [N/m^pk]
  double stiffness_exponent = 1;  ///< pk
  double damping_Ns_m = 0;        ///< C; of the printed law [N s/m^(1 + pd)]
  FootDamping damping;
  FootFriction friction;
  std::optional<ForceSensor> sensor;
};

void describe(auto& field, controller::Is<PointFootPlant> auto& foot) {
  field("stiffness_N_m", foot.stiffness_N_m, "N/m", above(0, 1e8));
  field("stiffness_exponent", foot.stiffness_exponent, "1", between(1, 3));
  field("damping_Ns_m", foot.damping_Ns_m, "N s/m", between(0, 1e6));
  describe_damping(field, foot.damping);
  describe_friction(field, foot.friction);
  field("sensor", foot.sensor);
}

/// True if the map names a law of friction.
bool names_friction(const Node& node);

/// Replaces the laws of damping and friction that the map names, one at least.  @throws InputError
void replace_foot_laws(const Node& node, PointFootPlant& foot);

/// Reads a foot with its laws. `sensor: null` stands for a foot without a force sensor.
/// @throws InputError
PointFootPlant read_point_foot(const Node& node);

}  // namespace ventosa::models
