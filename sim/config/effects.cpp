#include "sim/config/effects.h"

#include <cstddef>
#include <iterator>
#include <optional>

#include "sim/config/content_hash.h"

namespace ventosa::sim {

using models::Effect;
using models::Effects;

namespace {

struct Row {
  Effect effect;
  std::optional<Effect> needs;
  void (*copy)(const TwinConfig& from, TwinConfig& to);
};

constexpr Row kRows[] = {
    {Effect::kMotor, {}, [](auto& from, auto& to) { to.drive.model = from.drive.model; }},
    {Effect::kThermal, Effect::kMotor,
     [](auto& from, auto& to) { to.drive.thermal = from.drive.thermal; }},
    {Effect::kFriction, {}, [](auto& from, auto& to) { to.drive.friction = from.drive.friction; }},
    {Effect::kBacklash, Effect::kFriction,
     [](auto& from, auto& to) { to.drive.backlash = from.drive.backlash; }},
    {Effect::kQuantisation,
     {},
     [](auto& from, auto& to) { to.drive.quantisation = from.drive.quantisation; }},
    {Effect::kEncoderNoise,
     {},
     [](auto& from, auto& to) { to.drive.encoder_noise_rad = from.drive.encoder_noise_rad; }},
    {Effect::kLip, {}, [](auto& from, auto& to) { to.cup.model = from.cup.model; }},
    {Effect::kFan, {}, [](auto& from, auto& to) { to.cup.turbine = from.cup.turbine; }},
    {Effect::kReadings, {}, [](auto& from, auto& to) { to.cup.sensing = from.cup.sensing; }},
    {Effect::kPacks, {}, [](auto& from, auto& to) { to.power.model = from.power.model; }},
    {Effect::kImu, {}, [](auto& from, auto& to) { to.imu = from.imu; }},
    {Effect::kCamera, {}, [](auto& from, auto& to) { to.camera = from.camera; }},
    {Effect::kLatency,
     {},
     [](auto& from, auto& to) {
       to.link.command.latency_s = from.link.command.latency_s;
       to.link.telemetry.latency_s = from.link.telemetry.latency_s;
     }},
    {Effect::kJitter,
     {},
     [](auto& from, auto& to) {
       to.link.command.jitter_s = from.link.command.jitter_s;
       to.link.telemetry.jitter_s = from.link.telemetry.jitter_s;
     }},
    {Effect::kLoss,
     {},
     [](auto& from, auto& to) {
       to.link.command.loss = from.link.command.loss;
       to.link.telemetry.loss = from.link.telemetry.loss;
     }},
    {Effect::kTelemetryRate,
     {},
     [](auto& from, auto& to) { to.link.telemetry_rate_Hz = from.link.telemetry_rate_Hz; }},
    {Effect::kModuleLoop, {}, [](auto& from, auto& to) {
       to.link.module_loop_s = from.link.module_loop_s;
     }}};
static_assert(std::size(kRows) == controller::kEnumerators<Effect>.size());

const Row& row_of(Effect effect) { return kRows[static_cast<std::size_t>(effect)]; }

std::uint64_t hash_of(const TwinConfig& twin) {
  ContentHash hash;
  hash.add(twin);
  return hash.value();
}

/// True if the ideal twin would be another one with this twin's fields.
bool is_on(const Row& row, const TwinConfig& twin) {
  static const std::uint64_t kIdeal = hash_of({});
  TwinConfig ideal;
  row.copy(twin, ideal);
  return hash_of(ideal) != kIdeal;
}

}  // namespace

Effects effects_of(const TwinConfig& twin) {
  TwinConfig plant = twin;
  if (plant.drive.friction == FrictionModel::kConstant)  // creeps, so that no joint sticks
    plant.drive.friction = FrictionModel::kNone;
  Effects effects;
  for (const Row& row : kRows)
    if (is_on(row, plant)) effects.insert(row.effect);
  return effects;
}

void switch_on(Effect effect, const TwinConfig& full, TwinConfig& twin) {
  const Row& row = row_of(effect);
  if (row.needs) switch_on(*row.needs, full, twin);
  row.copy(full, twin);
}

void switch_off(Effect effect, TwinConfig& twin) {
  row_of(effect).copy({}, twin);
  for (const Row& row : kRows)
    if (row.needs == effect) switch_off(row.effect, twin);
}

}  // namespace ventosa::sim
