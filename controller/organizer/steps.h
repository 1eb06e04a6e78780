#pragma once

#include "controller/organizer/scene.h"

/// Steps in progress: feet that have a task and are not yet back in stance.
namespace ventosa::controller {

/// Legs of which `is_so(report)` is true.
template <class Predicate>
LegSet legs_where(const OrganizerInput& in, Predicate is_so) {
  LegSet legs;
  for (std::size_t i = 0; i < in.report.size(); ++i) legs[i] = is_so(in.report[i]);
  return legs;
}

/// Gives a leg a new task, with the next id.
void give_task(int leg, const ModuleTask& task, OrganizerState& state) noexcept;

/// Answer to a proposed motion.
struct Answer {
  enum class Kind : std::uint8_t {
    kGoesOn,   ///< undecided: proposed again in the next tick, perhaps in another form
    kBegan,    ///< the motion has begun
    kRefused,  ///< nothing else is left to propose: see `why`
  };
  Kind kind = Kind::kGoesOn;
  Refusal why{};

  bool began() const { return kind == Kind::kBegan; }
  bool refused() const { return kind == Kind::kRefused; }
};

inline Answer refused(const Objection& why, const Bottleneck& lift = {}) noexcept {
  return {Answer::Kind::kRefused, {why, lift}};
}

/// Refuses a motion for GaitConfig::kRefusal_s. The refusal is reported until a motion begins.
void refuse(const Scene& scene, const Refusal& why, OrganizerState& state) noexcept;

/// True while the last refusal lasts; counts it down.
bool waits_after_refusal(OrganizerState& state) noexcept;

/// True if every stepping leg has completed its moves of the last row and no load is ramping.
bool row_is_done(const Scene& scene, const OrganizerState& state) noexcept;

/// Ends the steps that the modules report as completed.
void end_steps(const Scene& scene, OrganizerState& state) noexcept;

/// Checks a lift again during the unloading, because a cup may have failed meanwhile. If it is no
/// longer feasible, the unloading feet return to stance. If another foot is lost, releasing feet
/// that still have vacuum attach again too (ModuleTask::urgent).
void watch_unload(const Scene& scene, OrganizerState& state) noexcept;

/// Legs in the air stop waiting for their rows: they come down, attach and take their load.
void bring_down(OrganizerState& state) noexcept;

/// Loads the newly attached feet together, once no other foot is about to attach, no load is
/// ramping and no row is being searched, which takes some ticks. Feet that begin to unload in the
/// same tick then ramp at the same rate.
void let_load(const Scene& scene, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
