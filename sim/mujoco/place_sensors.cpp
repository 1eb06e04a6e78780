#include "sim/sensors/place_sensors.h"

#include "sim/mujoco/world.h"

/// Samples of GPS and compass.
namespace ventosa::sim {

using controller::Vector3d;

namespace {

std::uint64_t tick_of(const World& world) { return static_cast<std::uint64_t>(world.state.step); }

void sample_fix(World& world) {
  const Vector3d p_WB = Vector3d::Map(world.data->qpos);
  const Vector3d p_WG = p_WB + orientation(world) * world.robot.nominal.p_BG;
  PlaceState& place = world.state.place;
  as_vector(place.p_WG) = measured_fix(world.config.gps, world.config.seed, tick_of(world), p_WG,
                                       world.state.fault.fix_jump_m());
  place.fix_ns = world.now_ns();
}

void sample_heading(World& world) {
  PlaceState& place = world.state.place;
  if (!world.state.fault.has(FaultKind::kHeadingStuck))
    place.heading_rad = measured_heading_rad(world.config.compass, world.config.seed,
                                             tick_of(world), orientation(world));
  place.heading_ns = world.now_ns();
}

bool is_due(const World& world, double rate_hz) {
  return world.due(SampleClock::with_period(1 / rate_hz));
}

}  // namespace

void sample_place(World& world) noexcept {
  if (world.config.gps.on && is_due(world, world.robot.gps->rate_hz)) sample_fix(world);
  if (world.config.compass.on && is_due(world, world.robot.compass->rate_hz)) sample_heading(world);
}

void observe_place(const World& world, controller::Observation& seen) noexcept {
  const PlaceState& place = world.state.place;
  seen.fix.reset();
  seen.heading.reset();
  if (place.fix_ns != controller::kNeverReceived)
    seen.fix = {.sampled_ns = place.fix_ns, .p_WG = as_vector(place.p_WG)};
  if (place.heading_ns != controller::kNeverReceived)
    seen.heading = {.sampled_ns = place.heading_ns, .heading_rad = place.heading_rad};
}

}  // namespace ventosa::sim
