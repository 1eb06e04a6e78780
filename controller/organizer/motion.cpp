#include "controller/organizer/motion.h"

#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

/// First leg whose swing is out of reach; -1: none. A step by the clock is checked as a whole in
/// the row that lifts its foot.
int leg_out_of_reach(const Scene& scene, const Motion& motion) {
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    if (!motion.air[i] || (motion.swing[i].times.are_set() && !motion.lifted[i])) continue;
    if (!reaches_swing(scene.robot.leg[i], motion.X_WB_from, motion.X_WB_to, scene.config,
                       motion.swing[i], motion.q_rad[i]))
      return static_cast<int>(i);
  }
  return -1;
}

Posture at_end(const Motion& motion, const PerLeg<Foothold>& foot) {
  return {motion.X_WB_to, foot, motion.held};
}

}  // namespace

Objection objection_to(const Scene& scene, const Motion& motion) noexcept {
  for (int leg = 0; leg < scene.robot.n_legs(); ++leg) {
    const auto i = static_cast<std::size_t>(leg);
    if (motion.lifted[i] && motion.after[i].patch < 0) return violation(Limiting::kPlace, leg);
  }
  if (!motion.X_WB_from.isApprox(motion.X_WB_to)) {
    const Posture from{motion.X_WB_from, motion.before, ~motion.air};
    const Posture to{motion.X_WB_to, motion.after, ~motion.air};
    const Objection objection = objection_to(scene, from, to, Asked::kWalking);
    if (objection.reason != Reason::kNone) return objection;
  }
  if (const int far = leg_out_of_reach(scene, motion); far >= 0)
    return violation(Limiting::kSwing, far);
  return objection_to_place(scene, {motion.X_WB_to, motion.after, ~LegSet{}}, motion.air);
}

bool holds_at_end(const Scene& scene, const Motion& motion, SharingWarmStart& warm) noexcept {
  return holds(scene, at_end(motion, motion.after), warm) &&
         holds(scene, at_end(motion, motion.before), warm);
}

Bottleneck weigh_end(const Scene& scene, const Motion& motion) noexcept {
  const Bottleneck after = weigh({scene, at_end(motion, motion.after)});
  const Bottleneck before = weigh({scene, at_end(motion, motion.before)});
  return before.margin < after.margin ? before : after;
}

}  // namespace ventosa::controller
