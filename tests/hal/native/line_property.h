#pragma once

#include "hal/link/module_watch.h"
#include "tests/hal/native/open_ends.h"

/// Handling of messages with any content: by the master's lines in an open session, and by an
/// obeying module. Their sender has the key.
namespace ventosa::hal::native::test {

struct LineOutcome {
  bool holds = true;
  bool is_open = false;
  int n_taken = 0;  ///< messages accepted
};

class Lines {
 public:
  /// @param module, body  layouts of the devices
  Lines(Script script, const Layout& module, const Layout& body)
      : module_layout_(module), body_layout_(body), script_(script) {}

  LineOutcome run() {
    constexpr int kMostMessages = 50;
    outcome_.is_open = legs_.line.is_open() && body_.line.is_open();
    for (int k = 0; k < kMostMessages && !script_.is_over() && outcome_.holds; ++k) {
      now_ns_ += script_.number<std::uint32_t>();
      hear();
    }
    return outcome_;
  }

 private:
  void hear() {
    switch (script_.below(4)) {
      case 0:
        legs_.hear(Kind::kTelemetry, payload<Report>(module_layout_), now_ns_);
        return look_at_leg();
      case 1:
        body_.hear(Kind::kBody, payload<Body>(body_layout_), now_ns_);
        return look_at_body();
      case 2:
        body_.hear(Kind::kPlanes, payload<Planes>(body_layout_), now_ns_);
        return look_at_body();
      default:
        module_.hear(Kind::kCommand, payload<Command>(module_layout_), now_ns_);
        return look_at_module();
    }
  }

  template <class Message>
  Bytes payload(const Layout& layout) {
    return script_.bytes(payload_bytes<Message>(layout));
  }

  void look_at_leg() {
    static_cast<void>(watch_.judge(legs_.line.reading(), 10'000'000, now_ns_));
    static_cast<void>(legs_.line.statistics(now_ns_));
    outcome_.n_taken += legs_.line.has_reported();
  }
  void look_at_body() {
    const controller::PlaneDetections& seen = body_.line.detections();
    static_cast<void>(body_.line.reading());
    outcome_.holds &= seen.n >= 0 && seen.n <= controller::kMaxDetectedPlanes;
    outcome_.n_taken += body_.line.has_reported();
  }
  /// A module that is not armed holds, whatever the commands are.
  void look_at_module() {
    const controller::LegCommand obeyed = module_.device.obeyed(now_ns_);
    const bool decides =
        module_.device.mode() == GuardMode::kActive || module_.device.mode() == GuardMode::kCut;
    for (const controller::JointSetpoint& joint : obeyed.joint)
      outcome_.holds &= decides || joint.mode == controller::JointMode::kHold;
    outcome_.n_taken += decides;
  }

  Layout module_layout_, body_layout_;
  Script script_;
  LineOutcome outcome_;
  std::int64_t now_ns_ = 0;
  OpenLine<ModuleLine> legs_{module_layout_};
  OpenLine<BodyLine> body_{body_layout_};
  OpenModule module_{module_layout_};
  ModuleWatch watch_{kNativeFreshness, module_layout_.n_joints, {}};
};

/// The same bytes as messages of a robot with cups and of one with point feet, GPS and compass.
inline std::array<LineOutcome, 2> judge_lines(std::span<const std::byte> bytes) {
  return {Lines(Script(bytes), kCupLine, {}).run(),
          Lines(Script(bytes), kPointLine, kPlaceLine).run()};
}

}  // namespace ventosa::hal::native::test
