#include "scenarios/sections.h"

/// The modules' drives.
namespace ventosa::scenarios {

using models::Node;

sim::DriveOptions read_drive(const Node& scenario, sim::Fidelity fidelity) {
  sim::DriveOptions drive = sim::drive_options(fidelity);
  const auto node = scenario.find("drive");
  if (!node) return drive;
  if (const auto interface = node->find("interface"))
    drive.interface = static_cast<sim::DriveInterface>(interface->as_choice(kDriveInterfaces));
  if (const auto friction = node->find("friction")) drive.friction = friction->as_bool();
  read_if(*node, "encoder_noise_rad", models::between(0, 1), drive.encoder_noise_rad);
  return drive;
}

}  // namespace ventosa::scenarios
