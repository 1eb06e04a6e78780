#include <algorithm>

#include "models/part_keys.h"
#include "models/yaml_fields.h"
#include "scenarios/format/sections.h"

/// Reads the sections that consist of options with defaults: the controller's and the twin's.
namespace ventosa::scenarios {

using models::Node;

namespace {

template <class Options>
void read_section(const Node& scenario, const char* key, Options& options, std::size_t n_legs = 0) {
  if (const auto node = scenario.find(key)) models::read_optional(*node, options, n_legs);
}

template <controller::Enumeration Enum>
Enum read_word(const Node& node) {
  const auto& words = controller::kEnumerators<Enum>;
  return static_cast<Enum>(node.as_choice({words.begin(), words.end()}));
}

/// Measurement ranges and latency from the data sheets of the body's sensors.
void know_sensors(const models::BodySensors& sensors, controller::ControllerConfig& config) {
  constexpr double kPictures = 3;
  config.filter.gyro_range_rad_s = sensors.imu.gyro_range_rad_s;
  config.filter.accel_range_m_s2 = sensors.imu.accel_range_m_s2;
  config.surfaces.silence_s = sensors.depth.latency_s + kPictures / sensors.depth.rate_hz;
}

void know_place_sensors(const models::Robot& robot, controller::FilterConfig& filter) {
  if (robot.gps) filter.fix_noise_m = robot.gps->noise_m;
  if (!robot.compass) return;
  filter.heading_noise_rad = robot.compass->noise_rad;
  filter.deviation_rad = robot.compass->deviation_sd_rad;
}

}  // namespace

controller::ControllerConfig controller_settings(const models::Robot& robot,
                                                 models::Effects effects, double cup_force_N) {
  controller::ControllerConfig config = robot.control.with(effects);
  if (robot.sensors) know_sensors(*robot.sensors, config);
  know_place_sensors(robot, config.filter);
  if (!robot.cup || !effects.contains(models::Effect::kLip)) return config;
  if (config.lip.model == controller::LipModel::kElastic) return config;  // has its own lip
  const models::Lip& lip = robot.cup->lip;
  const double flush_m = std::min(lip.free_height_m, cup_force_N / lip.stiffness_N_m);
  const bool has_rotor = effects.contains(models::Effect::kFan);
  config.lip = {
      .model = controller::LipModel::kElastic,
      .free_height_m = flush_m,
      .vacuum_fade_s = has_rotor ? robot.cup->fan.spin_down_s / 2 : robot.cup->fall_time_s,
      .press_m = flush_m / 2,
      .stiffness_N_m = lip.stiffness_N_m,
      .shear_stiffness_N_m = lip.shear_stiffness_N_m};
  return config;
}

void share_world(Scenario& scenario) {
  scenario.controller_model = scenario.robot.nominal;
  scenario.controller.period_s = scenario.twin.control_period_s;
  scenario.controller.gravity_W = scenario.twin.gravity_W;
  scenario.controller.cup_goal_force_N = scenario.twin.start_cup_force_N;
}

void read_controller(const Node& scenario, controller::ControllerConfig& config) {
  read_section(scenario, "controller", config);
}

sim::Fidelity read_fidelity(const Node& scenario) {
  const auto node = scenario.find("fidelity");
  return node ? read_word<sim::Fidelity>(*node) : sim::Fidelity::kIdeal;
}

sim::LinkageModel read_linkage(const Node& scenario, const models::Robot& robot) {
  const auto node = scenario.find("linkage");
  if (!node) return sim::LinkageModel::kClosed;
  models::require_part(*node, models::parts_of(robot), controller::Equipment::kLinkage);
  return read_word<sim::LinkageModel>(*node);
}

sim::DriveOptions read_drive(const Node& scenario, sim::Fidelity fidelity) {
  sim::DriveOptions drive = sim::drive_options(fidelity);
  read_section(scenario, "drive", drive);
  return drive;
}

void read_foot(const Node& scenario, models::Robot& robot) {
  const auto node = scenario.find("foot");
  if (!node) return;
  if (!robot.point) node->fail("is for robots with point feet", "remove it");
  models::replace_foot_laws(*node, *robot.point);
}

sim::CupOptions read_cup(const Node& scenario, sim::Fidelity fidelity) {
  sim::CupOptions cup = sim::cup_options(fidelity);
  read_section(scenario, "cup", cup);
  return cup;
}

sim::ImuOptions read_imu(const Node& scenario, sim::Fidelity fidelity, const models::Robot& robot) {
  if (const auto node = scenario.find("imu"))
    models::require_part(*node, models::parts_of(robot), controller::Equipment::kImu);
  sim::ImuOptions imu = sim::imu_options(fidelity, robot.sensors);
  read_section(scenario, "imu", imu);
  return imu;
}

sim::GpsOptions read_gps(const Node& scenario, sim::Fidelity fidelity, const models::Robot& robot) {
  sim::GpsOptions gps = sim::gps_options(fidelity, robot.gps);
  read_section(scenario, "gps", gps);
  return gps;
}

sim::CompassOptions read_compass(const Node& scenario, sim::Fidelity fidelity,
                                 const models::Robot& robot) {
  sim::CompassOptions compass = sim::compass_options(fidelity, robot.compass);
  read_section(scenario, "compass", compass);
  return compass;
}

void read_camera(const Node& scenario, sim::Fidelity fidelity, const models::Robot& robot,
                 sim::CameraOptions& camera) {
  camera = sim::camera_options(fidelity, robot.sensors);
  camera.on = camera.on || scenario.find("camera");  // a section `camera` switches it on
  read_section(scenario, "camera", camera);
}

sim::PowerOptions read_power(const Node& scenario, sim::Fidelity fidelity,
                             const models::Robot& robot) {
  sim::PowerOptions power;
  if (const auto node = scenario.find("power"))
    models::require_part(*node, models::parts_of(robot), controller::Equipment::kPack);
  if (robot.power.battery.cells > 0) power = sim::power_options(fidelity);
  read_section(scenario, "power", power, robot.nominal.leg.size());
  if (const auto node = scenario.find("power"))
    if (const auto charger = node->find("charger"))
      charger->at("voltage_V").as_double(models::positive());
  return power;
}

controller::PerLeg<controller::Relay> read_relays(const Node& map, std::size_t n_legs) {
  controller::PerLeg<controller::Relay> relays{};
  models::read_fields<models::RequiredFields>(map, n_legs,
                                              [&](auto& field) { field.per_leg("relay", relays); });
  return relays;
}

}  // namespace ventosa::scenarios
