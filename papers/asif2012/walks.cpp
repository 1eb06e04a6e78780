#include "papers/asif2012/experiments.h"
#include "papers/asif2012/names.h"

namespace ventosa::papers::asif2012 {
namespace {

// of Fig. 7: while it walks at its pace [s]
constexpr double kSteadyFrom_s = 10, kSteadyTo_s = 90;

}  // namespace

Experiment gaits() {
  return {
      .name = "hexapod-gaits",
      .sections = "3, Figs 6 and 14",
      .title = "Gaits as sequences of lifted legs",
      .runs = {{"flat", kFlat}},
      .lines = {{.section = "3",
                 .what = "steps in a cycle of the slow gait",
                 .claim = "a wave",
                 .printed = 19,
                 .ours = GaitNumber{kRobot, kSlow},
                 .reproduced = Threshold{Bound::kEquals, 19},
                 .cause =
                     "a step is a row of the gait's table. Three for each leg and one on six feet "
                     "make 19; a table that lifts, carries and lowers a leg in one row has 6."},
                {.section = "3",
                 .what = "steps in a cycle of the fast gait",
                 .claim = "a ripple",
                 .printed = 12,
                 .ours = GaitNumber{kRobot, kFast},
                 .reproduced = Threshold{Bound::kEquals, 12},
                 .cause = "three steps for each leg, the next leg two later, make 12."},
                {.section = "4.3.2",
                 .what = "legs in the air at a time in the slow gait",
                 .printed = 1,
                 .ours = GaitNumber{kRobot, kSlow, GaitNumber::Kind::kMostInAir},
                 .reproduced = Threshold{Bound::kEquals, 1}},
                {.section = "4.3.2",
                 .what = "feet on the ground at least, flat ground",
                 .claim = "all but one support",
                 .printed = 5,
                 .ours = Measure{.run = "flat",
                                 .statistic = Statistic::kLeast,
                                 .signal = {"count.loaded"},
                                 .from_s = kSettled_s},
                 .reproduced = Threshold{Bound::kEquals, 5}},
                {.section = "4.3.2",
                 .what = "legs in the air at a time in the fast gait",
                 .ours = GaitNumber{kRobot, kFast, GaitNumber::Kind::kMostInAir}}},
      .charts =
          {{"fig14A", "Fig. 14 A: fast gait, legs in the air",
            "One cycle of the gait '" + std::string(kFast) + "'; a step is a row of its table.",
            kRobot, kFast},
           {"fig14B", "Fig. 14 B: slow gait, legs in the air",
            "One cycle of the gait '" + std::string(kSlow) + "'; a step is a row of its table.",
            kRobot, kSlow}},
      .pictures = {{"fig6", "Fig. 6: the wave on smooth flat ground", "flat", 6}},
      .notes = {
          "The sequences of legs are an image that the text lacks. Ours are a reconstruction: "
          "a leg swings for three steps; the next one starts two (ripple) or three (wave) "
          "steps later, and the wave closes with a step on six feet.",
          "The paper shows its prototype beside the model; we have no prototype to show."}};
}

Experiment fig7() {
  const Signal along{"truth.body.x"};
  return {
      .name = "hexapod-fig7",
      .sections = "4, Fig. 7",
      .title = "Walk between two points by GPS and compass, flat ground",
      .runs = {{"gps", kGps}},
      .lines =
          {{.section = "4",
            .what = "distance of the points",
            .printed = 2,
            .unit = "m",
            .ours =
                Measure{.run = "gps", .statistic = Statistic::kEnd, .signal = {"error.travel.x"}},
            .reproduced = Threshold{Bound::kEquals, 2, 0.03},
            .cause = "the walk ends 10 mm before its point."},
           {.section = "4",
            .what = "beside the line, largest",
            .claim = "straight",
            .unit = "mm",
            .factor = kMilli,
            .ours = Measure{.run = "gps", .signal = {"error.travel.y"}},
            .reproduced = Threshold{Bound::kMax, 30},
            .cause = "the controller receives a wrong start pose, from which it finds "
                     "back to the line."},
           {.section = "4",
            .what = "beside the line at its end, worst seed",
            .unit = "mm",
            .factor = kMilli,
            .ours =
                Measure{
                    .run = "gps", .statistic = Statistic::kWorstEnd, .signal = {"error.travel.y"}},
            .reproduced = Threshold{Bound::kEquals, 0, 30}},
           {.section = "4",
            .what = "heading off at the end, worst seed",
            .unit = "deg",
            .factor = kDegrees,
            .ours =
                Measure{.run = "gps", .statistic = Statistic::kWorstEnd, .signal = {"travel.yaw"}},
            .reproduced = Threshold{Bound::kEquals, 0, 2}},
           {.section = "4",
            .what = "speed, mean of the walk",
            .unit = "mm/s",
            .factor = kMilli,
            .ours = Measure{.run = "gps",
                            .statistic = Statistic::kMean,
                            .signal = {"truth.velocity.x"},
                            .from_s = kSteadyFrom_s,
                            .to_s = kSteadyTo_s}}},
      .figures =
          {{.name = "fig7",
            .title = "Fig. 7: walk between two points by GPS and compass",
            .caption = "Not to scale: the way to the side is magnified.",
            .run = "gps",
            .panels = {{{"y", "mm"},
                        {{"fixes of the GPS",
                          {"seen.fix.position.y"},
                          Signal{"seen.fix.position.x"},
                          record::Curve::Style::kPoints},
                         {"body, estimated", {"plan.estimate.y"}, Signal{"plan.estimate.x"}},
                         {"body, true", {"truth.body.y"}, along}},
                        kMilli},
                       {{"heading", "deg"},
                        {{"compass", {"seen.heading.angle"}, along, record::Curve::Style::kPoints},
                         {"body, true", {"travel.yaw"}, along}},
                        kDegrees},
                       {{"speed", "mm/s"},
                        {{"centre of mass, estimated", {"motion.centre_velocity.x"}, along}},
                        kMilli}},
            .x = {"x", "m"}}},
      .notes = {
          "Not printed: rate and noise of GPS and compass, gait, speed, how straight the track "
          "is. Ours: 5 Hz and 20 mm, 10 Hz and 1.5 deg with a deviation of 3 deg, ripple."}};
}

}  // namespace ventosa::papers::asif2012
