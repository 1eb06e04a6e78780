#include "papers/amru5/experiments.h"
#include "papers/amru5/names.h"

namespace ventosa::papers::amru5 {
namespace {

/// Distance of the bodies at the end of the walks with closed and with serial legs.
Line end_distance(const char* what, const char* signal) {
  const auto end = [&](const char* run) {
    return Measure{.run = run, .statistic = Statistic::kEnd, .signal = {signal}};
  };
  return {.section = "2",
          .what = what,
          .unit = "mm",
          .factor = kMilli,
          .ours = end("closed"),
          .minus = end("serial"),
          .better = Threshold{Bound::kEquals, 0, 0.1}};
}

}  // namespace

Experiment legs() {
  return {.name = "amru5-legs",
          .sections = "2, eq. 2",
          .title = "Pantograph legs: closed bars and their serial equivalent",
          .runs = {{"leg", "amru5_linkage"}, {"closed", "amru5_fig5"}, {"serial", "amru5_serial"}},
          .lines = {{.section = "2",
                     .what = "way of a closed leg less that by (2), of half a range, largest",
                     .claim = "(2), solved by Newmark's scheme",
                     .unit = "%",
                     .factor = kPercent,
                     .ours = Measure{.run = "leg", .signal = {"leg0", Form::kEquationWay}},
                     .reproduced = Threshold{Bound::kMax, 1}},
                    {.section = "2",
                     .what = "largest distance of a rod from its place, closed",
                     .unit = "um",
                     .factor = 1e6,
                     .ours = Measure{.run = "closed", .signal = {"truth.leg*.knee.loop_*"}}},
                    end_distance("end of the walk along x, closed less serial", "truth.body.x"),
                    end_distance("end of the walk across, closed less serial", "truth.body.y"),
                    end_distance("height at its end, closed less serial", "truth.body.z")},
          .notes = {"(2) is that of the seven bars, without a solver of constraints "
                    "(papers/pantograph_dynamics.h); it receives the commands of the run's ideal "
                    "drives and its start, then nothing of the leg. Accelerations and energy: "
                    "docs/fidelity-legs.md.",
                    "Closed: seven bodies and two constraints a leg. Serial: three links with the "
                    "inertia and weight of the bars in the default stance."}};
}

}  // namespace ventosa::papers::amru5
