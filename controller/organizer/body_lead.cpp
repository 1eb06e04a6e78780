#include "controller/organizer/body_lead.h"

#include "controller/organizer/heave.h"
#include "controller/organizer/judgement.h"

namespace ventosa::controller {
namespace {

Objection objection_to_rest(const Scene& scene, const BodyReference& next,
                            const OrganizerState& state) {
  constexpr double kHysteresis = 0.06;  // reserve with which a waiting body goes on
  const bool waits = state.blocking.reason != Reason::kNone;
  return objection_to(scene.with(waits ? kHysteresis : 0),
                      over_held_feet(state.reference.X_WB, scene),
                      over_held_feet(rest_pose(scene.config, next), scene), Asked::kStanding);
}

}  // namespace

Posture over_held_feet(const Isometry3d& X_WB, const Scene& scene) noexcept {
  Posture posture{.X_WB = X_WB};
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    posture.attached[i] = is_contact_phase(scene.in.report[i].phase);
    if (posture.attached[i]) posture.foot[i] = foothold_now(scene, i);
  }
  return posture;
}

void lead_body(const Scene& scene, const Goal& goal, OrganizerState& state) noexcept {
  if (state.stepping.any() || is_heaving(state.heave)) {
    state.blocking = {};
    return;
  }
  const bool waited = state.blocking.reason != Reason::kNone;
  BodyReference next = state.reference;
  follow_goal(scene.config, goal, next);
  if (!waited || !state.reference.follower.is_moving())
    state.blocking =
        next.follower.is_moving() ? objection_to_rest(scene, next, state) : Objection{};
  if (state.blocking.reason == Reason::kNone)
    state.reference = next;
  else
    follow_goal(scene.config, {}, state.reference);
}

}  // namespace ventosa::controller
