#include "scenarios/format/sections.h"

/// The depth camera on its pan-tilt.
namespace ventosa::scenarios {

using models::Node;

namespace {

void read_angle(const Node& node, const char* key, models::Range range, double& angle_rad) {
  if (const auto angle = node.find(key)) angle_rad = angle->as_rad(range);
}

void read_count(const Node& node, const char* key, int most, int& count) {
  if (const auto found = node.find(key)) count = found->as_int(8, most);
}

}  // namespace

// a section says that there is one
sim::CameraOptions read_camera(const Node& scenario, sim::Fidelity fidelity,
                               const models::Robot& robot) {
  sim::CameraOptions camera = sim::camera_options(fidelity, robot.sensors);
  const auto node = scenario.find("camera");
  if (!node) return camera;
  const auto on = node->find("on");
  camera.on = on ? on->as_bool() : true;
  read_angle(*node, "pan_deg", models::between(-180, 180), camera.pan_rad);
  read_angle(*node, "tilt_deg", models::between(-180, 180), camera.tilt_rad);
  read_angle(*node, "angle_step_deg", models::between(0, 10), camera.angle_step_rad);
  read_angle(*node, "speed_step_deg_s", models::between(0, 100), camera.speed_step_rad_s);
  if (const auto error = node->find("mounting_error_deg"))
    camera.mounting_error_rad = error->as_vector_rad<3>(models::between(-30, 30));
  read_count(*node, "columns", 100, camera.columns);
  read_count(*node, "rows", 64, camera.rows);
  read_if(*node, "disparity_noise_px", models::between(0, 10), camera.disparity_noise_px);
  read_if(*node, "scale_error_sd", models::between(0, 0.1), camera.scale_error_sd);
  if (const auto holes = node->find("holes")) camera.holes = holes->as_bool();
  read_if(*node, "latency_s", models::between(0, 1), camera.latency_s);
  return camera;
}

}  // namespace ventosa::scenarios
