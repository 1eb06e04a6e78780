#include "tests/scenarios/failures/difference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ventosa::scenarios {
namespace {

/// About three times the effect of noise and resolution of readings, or of the gait's scatter. The
/// turn is one that only the gyroscope measures, because play and lips let a wrist point 0.3 m off
/// stray by 2 mm.
const Difference kNoise{.joint_rad = 0.005,
                        .vacuum_Pa = 300,
                        .turn_rad = 0.007,
                        .age_s = 0.1,
                        .errors = 0,
                        .planes = 0,
                        .body_m = 0.002};

void raise(double value, double& worst) { worst = std::max(worst, std::abs(value)); }

double old_s(std::int64_t sampled_ns, std::int64_t now_ns) {
  return 1e-9 * static_cast<double>(now_ns - sampled_ns);
}

void add_leg(const controller::LegReading& a, const controller::LegReading& b, Difference& worst) {
  for (std::size_t j = 0; j < a.joint.size(); ++j) {
    raise(a.joint[j].q_rad - b.joint[j].q_rad, worst.joint_rad);
    raise(a.joint[j].errors != b.joint[j].errors || a.joint[j].torque != b.joint[j].torque,
          worst.errors);
  }
  raise(a.cup.vacuum_Pa - b.cup.vacuum_Pa, worst.vacuum_Pa);
}

}  // namespace

void Difference::add(const WatchedRun& a, const WatchedRun& b, int leg) {
  const controller::Observation &x = a.run().session().seen(), &y = b.run().session().seen();
  raise((a.run().twin().truth().X_WB.translation() - b.run().twin().truth().X_WB.translation())
            .norm(),
        body_m);
  if (leg >= 0) {
    const auto i = static_cast<std::size_t>(leg);
    add_leg(x.leg[i], y.leg[i], *this);
    raise(old_s(x.leg[i].sampled_ns, x.now_ns) - old_s(y.leg[i].sampled_ns, y.now_ns), age_s);
    return;
  }
  turn_B += a.period_s() * (x.body.w_WB_B - y.body.w_WB_B);
  raise(turn_B.norm(), turn_rad);
  raise(old_s(x.body.sampled_ns, x.now_ns) - old_s(y.body.sampled_ns, y.now_ns), age_s);
  raise(x.detections.n - y.detections.n, planes);
}

bool Difference::is_noticeable() const {
  return joint_rad > kNoise.joint_rad || vacuum_Pa > kNoise.vacuum_Pa ||
         turn_rad > kNoise.turn_rad || age_s > kNoise.age_s || errors > kNoise.errors ||
         planes > kNoise.planes || body_m > kNoise.body_m;
}

std::string to_text(const Difference& d) {
  char text[256];
  std::snprintf(text, sizeof text,
                "joints %.4f rad (noise %.3f), vacuum %.0f Pa (%.0f), turn %.4f rad (%.3f), age "
                "%.3f s (%.1f), body %.2f mm (%.0f)",
                d.joint_rad, kNoise.joint_rad, d.vacuum_Pa, kNoise.vacuum_Pa, d.turn_rad,
                kNoise.turn_rad, d.age_s, kNoise.age_s, 1e3 * d.body_m, 1e3 * kNoise.body_m);
  return text;
}

}  // namespace ventosa::scenarios
