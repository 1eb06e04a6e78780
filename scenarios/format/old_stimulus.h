#pragma once

#include "models/strict_yaml.h"
#include "sim/stimulus.h"

/// Former format of a stimulus in recorded inputs: one force on the body, one on a link, a gap
/// under each lip. It has no times within a control period; each value persists until an entry
/// changes it.
namespace ventosa::scenarios {

struct OldStimulus {
  controller::Vector3d f_B_W = controller::Vector3d::Zero();  ///< [N]
  controller::PartId link{};  ///< link on which f_link_W acts; leg -1: no link
  controller::Vector3d f_link_W = controller::Vector3d::Zero();  ///< [N]
  controller::PerLeg<double> lip_gap_m{};
};

void describe(auto& field, controller::Is<OldStimulus> auto& stimulus) {
  field("force", stimulus.f_B_W, "N");
  field("part", stimulus.link);
  field("part_force", stimulus.f_link_W, "N");
  field.per_leg("leg", [&](auto& leg, int i) {
    leg("lip_gap", stimulus.lip_gap_m[static_cast<std::size_t>(i)], "m",
        controller::between(0, 0.1));
  });
}

/// True if a `stimulus` has keys of the old format.
inline bool is_old(const models::Node& stimulus) {
  if (!stimulus.is_map()) return false;
  return stimulus.find("force") || stimulus.find("part") || stimulus.find("part_force") ||
         stimulus.find("leg");
}

inline sim::Stimulus stimulus_of(const OldStimulus& old) {
  sim::Stimulus stimulus = sim::push_on_body(old.f_B_W);
  if (old.link.leg >= 0) stimulus.push.add(sim::force_on(old.link, old.f_link_W));
  for (int i = 0; i < controller::kMaxLegs; ++i)
    if (const double gap_m = old.lip_gap_m[static_cast<std::size_t>(i)]; gap_m > 0)
      stimulus.fault.add({{.kind = sim::FaultKind::kLeak, .leg = i, .amount = gap_m}});
  return stimulus;
}

}  // namespace ventosa::scenarios
