#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "controller/kinematics/self_distance.h"
#include "controller/model/description.h"
#include "controller/model/per_leg.h"
#include "sim/model/pose.h"

/// What is done to a simulated robot from outside: pushes and faults, each over a part of the
/// control period. Trivially copyable, as part of a snapshot.
namespace ventosa::sim {

/// A list without a heap.
template <class T, int kMax>
struct FixedList {
  static constexpr int kCapacity = kMax;

  int n = 0;
  std::array<T, static_cast<std::size_t>(kMax)> element{};

  /// False if there is no room.
  constexpr bool add(const T& next) noexcept {
    if (n >= kMax) return false;
    element[static_cast<std::size_t>(n++)] = next;
    return true;
  }
  bool empty() const noexcept { return n == 0; }
  auto begin() const noexcept { return element.begin(); }
  auto end() const noexcept { return element.begin() + n; }
  auto begin() noexcept { return element.begin(); }
  auto end() noexcept { return element.begin() + n; }
};

/// A part of the control period.
struct Span {
  std::int64_t from_ns = 0;             ///< after the period's start
  std::optional<std::int64_t> to_ns{};  ///< none: it goes on after the period

  /// How much of the time from `start_ns` to `start_ns + length_ns` it covers, 0 to 1.
  double share_of(std::int64_t start_ns, std::int64_t length_ns) const noexcept;
};

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

/// A gap that opens all round under the lip of a cup: a tear, or dirt.
struct TimedLeak {
  int leg = 0;
  double gap_m = 0;
  Span when{};
};

void describe(auto& field, controller::Is<TimedLeak> auto& leak) {
  field("leg", leak.leg);
  field("gap", leak.gap_m, "m");
  field("from_ns", leak.when.from_ns);
  field("to_ns", leak.when.to_ns);
}

/// One more push is kept free for who watches the run.
inline constexpr int kMaxForces = 16;
inline constexpr int kMaxLeaks = 2 * controller::kMaxLegs;

/// What is done during a control period.
struct Stimulus {
  FixedList<TimedForce, kMaxForces> push{};
  FixedList<TimedLeak, kMaxLeaks> leak{};

  bool empty() const noexcept { return push.empty() && leak.empty(); }
};

void describe(auto& field, controller::Is<Stimulus> auto& stimulus) {
  field.list("push", stimulus.push);
  field.list("leak", stimulus.leak);
}

/// What of it goes on in the periods after.
Stimulus going_on(const Stimulus& stimulus) noexcept;

/// One that goes on. @{
TimedForce force_on(const controller::PartId& part, const controller::Vector3d& f_W) noexcept;
Stimulus push_on_body(const controller::Vector3d& f_W) noexcept;
/// @}

/// A stimulus as it is recorded: forces are means over the control period, gaps the widest in it.
struct StimulusRecord {
  controller::Vector3d f_B_W = controller::Vector3d::Zero();  ///< [N] on the body, in W
  controller::PerLeg<controller::Vector3d> f_leg_W;           ///< [N] on all links of the leg
  controller::PerLeg<double> lip_gap_m{};

  StimulusRecord() { f_leg_W.fill(controller::Vector3d::Zero()); }
};

void describe(auto& field, controller::Is<StimulusRecord> auto& stimulus) {
  field("force", stimulus.f_B_W, "N");
  field.per_leg("leg", [&](auto& leg, int i) {
    const auto k = static_cast<std::size_t>(i);
    leg("force", stimulus.f_leg_W[k], "N");
    leg("lip_gap", stimulus.lip_gap_m[k], "m");
  });
}

StimulusRecord record_of(const Stimulus& stimulus, std::int64_t period_ns) noexcept;

}  // namespace ventosa::sim
