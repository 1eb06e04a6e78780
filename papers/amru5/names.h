#pragma once

#include "papers/experiment.h"

/// Names and measures that the experiments of Bombled and Verlinden 2010 share: what changes with
/// the robot, its scenarios and their signals is changed here.
namespace ventosa::papers::amru5 {

using scenarios::Bound;
using Form = Signal::Form;

inline constexpr double kMilli = 1e3;    // m in mm, s in ms
inline constexpr double kPercent = 100;  // ratio in %
inline constexpr double kDegrees = 57.29577951308232;
inline constexpr double kGravity_m_s2 = 9.81;

// robot and gait
inline constexpr const char* kRobot = "amru5";
inline constexpr const char* kTripod = "tripod";
inline constexpr int kFirstLeg = 0;  // the paper's number of the robot's first leg
inline constexpr int kLegs = 6;

// the walk at 30 mm/s, from 1 to 19 s and a half stride more: whole cycles of 4 s [s]
inline constexpr double kSpeed_m_s = 0.03;
inline constexpr double kFrom_s = 3, kTo_s = 19, kWhole_s = kTo_s - kFrom_s;
inline constexpr double kStands_s = 0.5;  // on all feet, from then on

// signals
inline const Signal kLag{"plan.reference.x", Form::kDifference, "truth.body.x"};
inline const Signal kReference{"plan.reference.x"};
inline const Signal kLoad{"truth.leg*.foot.normal"};
inline const Signal kSlide{"feet.leg*.step_slip"};
inline const Signal kFeet{"count.loaded"};

/// From the start of the whole cycles to their end.
inline Measure change(const char* run, const Signal& signal) {
  return {.run = run,
          .statistic = Statistic::kChange,
          .signal = signal,
          .from_s = kFrom_s,
          .to_s = kTo_s};
}

/// In whole cycles.
inline Measure in_cycles(const char* run, Statistic statistic, const Signal& signal) {
  return {.run = run, .statistic = statistic, .signal = signal, .from_s = kFrom_s, .to_s = kTo_s};
}

/// Mean speed of the body along the ground [mm/s].
inline Line speed(const char* run, Line line) {
  line.unit = "mm/s";
  line.factor = kMilli / kWhole_s;
  line.ours = change(run, {"error.travel.x"});
  return line;
}

/// By how much the lag grows in a metre of the reference's way [mm/m].
inline Line growth(const char* run, Line line) {
  line.unit = "mm/m";
  line.factor = kMilli;
  line.ours = change(run, kLag);
  line.over = change(run, kReference);
  return line;
}

}  // namespace ventosa::papers::amru5
