#include "scenarios/format/sections.h"

/// The modules' drives.
namespace ventosa::scenarios {

using models::Node;

namespace {

template <class Choice>
void choose(const Node& map, const char* key, const std::vector<std::string_view>& names,
            Choice& value) {
  if (const auto node = map.find(key)) value = static_cast<Choice>(node->as_choice(names));
}

void switch_if(const Node& map, const char* key, bool& value) {
  if (const auto node = map.find(key)) value = node->as_bool();
}

}  // namespace

sim::DriveOptions read_drive(const Node& scenario, sim::Fidelity fidelity) {
  sim::DriveOptions drive = sim::drive_options(fidelity);
  const auto node = scenario.find("drive");
  if (!node) return drive;
  choose(*node, "interface", kDriveInterfaces, drive.interface);
  choose(*node, "model", kMotorModels, drive.model);
  choose(*node, "friction", kFrictionModels, drive.friction);
  switch_if(*node, "backlash", drive.backlash);
  switch_if(*node, "quantisation", drive.quantisation);
  switch_if(*node, "thermal", drive.thermal);
  read_if(*node, "ambient_C", models::between(-50, 60), drive.ambient_C);
  read_if(*node, "encoder_noise_rad", models::between(0, 1), drive.encoder_noise_rad);
  return drive;
}

}  // namespace ventosa::scenarios
