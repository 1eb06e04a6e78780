#include "controller/organizer/faults.h"

namespace ventosa::controller {
namespace {

/// First leg of which `is_so(report, leg)` is true; -1: none.
template <class Predicate>
int first_leg(const Scene& scene, Predicate is_so) {
  for (int leg = 0; leg < scene.robot.n_legs(); ++leg) {
    const auto i = static_cast<std::size_t>(leg);
    if (is_so(scene.in.report[i], i)) return leg;
  }
  return -1;
}

}  // namespace

Objection present_fault(const Scene& scene) noexcept {
  const auto first = [&](auto is_so) {
    return first_leg(scene, [&](const ModuleReport& module, std::size_t) { return is_so(module); });
  };
  const int silent = first([](const ModuleReport& module) { return module.silent; });
  if (silent >= 0) return {Reason::kModuleSilent, silent};
  const int faulty = first([](const ModuleReport& module) { return module.faulty_joint >= 0; });
  if (faulty >= 0) return {Reason::kJointFault, faulty};
  const int blind =
      first([](const ModuleReport& module) { return module.failure == Reason::kFootSensorFault; });
  if (blind >= 0) return {Reason::kFootSensorFault, blind};
  const BodyEstimate& body = scene.in.body;
  if (body.imu != ImuHealth::kGood) return {reason_of(body.imu), -1};
  if (relies_on_camera(scene.config.surfaces) && body.camera == CameraHealth::kSilent)
    return {reason_of(body.camera), -1};
  return {};
}

int slipping_leg(const Scene& scene) noexcept {
  return first_leg(
      scene, [&](const ModuleReport&, std::size_t i) { return moves_now(scene.in.body.alarm[i]); });
}

int hot_leg(const Scene& scene, double from_C) noexcept {
  return first_leg(
      scene, [&](const ModuleReport& module, std::size_t) { return module.hottest_C > from_C; });
}

int free_leg(const Scene& scene) noexcept {
  return first_leg(scene, [](const ModuleReport& module, std::size_t) {
    return module.phase == FootPhase::kFree;
  });
}

}  // namespace ventosa::controller
