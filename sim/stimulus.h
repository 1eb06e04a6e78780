#pragma once

#include <cstddef>
#include <cstdint>

#include "controller/kinematics/self_distance.h"
#include "controller/model/description.h"
#include "controller/model/per_leg.h"
#include "sim/fault.h"
#include "sim/model/pose.h"

/// External influences on a simulated robot: forces and faults, each over a part of the control
/// period. Trivially copyable, as part of a snapshot.
namespace ventosa::sim {

/// A force on the body's origin, or on the centre of mass of a link.
struct TimedForce {
  controller::PartId part{};  ///< leg -1: the body
  Bytes3 f_W{};               ///< [N]
  Span when{};
};

void describe(auto& field, controller::Is<TimedForce> auto& force) {
  field("part", force.part);
  field.list("force", force.f_W, "N");
  field("from_ns", force.when.from_ns);
  field("to_ns", force.when.to_ns);
}

inline constexpr int kMaxForces = 16;  ///< largest number of simultaneous forces

/// Influences during one control period.
struct Stimulus {
  FixedList<TimedForce, kMaxForces> push{};
  FaultList fault{};

  bool empty() const noexcept { return push.empty() && fault.empty(); }
};

void describe(auto& field, controller::Is<Stimulus> auto& stimulus) {
  field.list("push", stimulus.push);
  field.list("fault", stimulus.fault);
}

/// True if forces are finite, amounts are in the range of their kinds, and times are within the
/// control period.
bool is_sound(const Stimulus& stimulus, std::int64_t period_ns) noexcept;

/// Part of the stimulus that continues in later periods.
Stimulus going_on(const Stimulus& stimulus) noexcept;

/// Stimuli that continue until replaced. @{
TimedForce force_on(const controller::PartId& part, const controller::Vector3d& f_W) noexcept;
Stimulus push_on_body(const controller::Vector3d& f_W) noexcept;
/// @}

/// Recorded form of a stimulus: mean forces over the control period, and faults that were active in
/// any part of it.
struct StimulusRecord {
  controller::Vector3d f_B_W = controller::Vector3d::Zero();  ///< [N] on the body, in W
  controller::PerLeg<controller::Vector3d> f_leg_W;           ///< [N] on all links of the leg
  FaultSet fault;

  StimulusRecord() { f_leg_W.fill(controller::Vector3d::Zero()); }
};

void describe(auto& field, controller::Is<StimulusRecord> auto& stimulus) {
  field("force", stimulus.f_B_W, "N");
  field("fault", stimulus.fault.body_bits());
  field.per_leg("leg", [&](auto& leg, int i) {
    const auto k = static_cast<std::size_t>(i);
    leg("force", stimulus.f_leg_W[k], "N");
    leg("lip_gap", stimulus.fault.gap_m(i), "m");
    leg("fault", stimulus.fault.leg_bits(i));
    leg("fault_joints", stimulus.fault.joint_bits(i));
  });
}

StimulusRecord record_of(const Stimulus& stimulus, std::int64_t period_ns) noexcept;

}  // namespace ventosa::sim
