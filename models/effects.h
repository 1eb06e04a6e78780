#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

/// Effects of a real plant: what a twin may have or leave out, and the controller's settings
/// follow.
namespace ventosa::models {

enum class Effect : std::uint8_t {
  kMotor,         ///< current and back-EMF of the motors
  kThermal,       ///< temperature of the windings
  kFriction,      ///< friction of the gears, with stiction
  kBacklash,      ///< play of the gears
  kQuantisation,  ///< steps of the drives' readings
  kEncoderNoise,
  kLip,       ///< elastic lips
  kFan,       ///< turbines with a rotor, a fan curve and leaks
  kReadings,  ///< barometers and distance sensors of the cups
  kPacks,     ///< batteries, converters and bus
  kImu,       ///< noise, bias and place of the IMU
  kCamera,    ///< depth camera on its pan-tilt
  kLatency,   ///< delay, jitter, loss of messages and rate of telemetry are those of the links
  kJitter,
  kLoss,
  kTelemetryRate,
  kModuleLoop,  ///< period of the modules' own loops
};
constexpr auto enumerators(Effect) {
  return controller::words("motor", "thermal", "friction", "backlash", "quantisation",
                           "encoder_noise", "lip", "fan", "readings", "packs", "imu", "camera",
                           "latency", "jitter", "loss", "telemetry_rate", "module_loop");
}

using Effects = controller::SetOf<Effect>;

/// All of them, in their order.
constexpr auto each_effect() {
  std::array<Effect, controller::kEnumerators<Effect>.size()> each{};
  for (std::size_t k = 0; k < each.size(); ++k) each[k] = static_cast<Effect>(k);
  return each;
}

constexpr Effects all_effects() {
  Effects all;
  for (const Effect effect : each_effect()) all.insert(effect);
  return all;
}

}  // namespace ventosa::models
