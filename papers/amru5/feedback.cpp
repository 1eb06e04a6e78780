#include "papers/amru5/experiments.h"
#include "papers/amru5/names.h"

namespace ventosa::papers::amru5 {
namespace {

constexpr double kLongTo_s = 67;  // sixteen whole cycles

Measure over_long_walk(const Signal& signal) {
  return {.run = "feedback",
          .statistic = Statistic::kChange,
          .signal = signal,
          .from_s = kFrom_s,
          .to_s = kLongTo_s};
}

Line error(const char* what, const Signal& signal, const Threshold& better) {
  return {.section = "5",
          .what = what,
          .claim = "lag to be lightened",
          .unit = "mm",
          .factor = kMilli,
          .ours = Measure{.run = "feedback", .signal = signal},
          .better = better};
}

}  // namespace

Experiment feedback() {
  return {.name = "amru5-feedback",
          .sections = "5",
          .title = "The open task: the body fed back by leg odometry, 2 m",
          .runs = {{"open", "amru5_fig5"}, {"feedback", "amru5_feedback"}},
          .lines = {growth("open", {.section = "5", .what = "growth of the lag, open loop"}),
                    {.section = "5",
                     .what = "growth of the lag, fed back",
                     .unit = "mm/m",
                     .factor = kMilli,
                     .ours = over_long_walk(kLag),
                     .over = over_long_walk(kReference)},
                    {.section = "5",
                     .what = "growth, fed back over open loop",
                     .claim = "lag to be lightened",
                     .factor = kWhole_s / (kLongTo_s - kFrom_s),
                     .ours = over_long_walk(kLag),
                     .over = change("open", kLag),
                     .better = Threshold{Bound::kMax, 0.5}},
                    error("largest error of the body by the truth", {"error.body.position"},
                          {Bound::kMax, 20}),
                    error("largest distance of the estimate from the reference, along x",
                          {"plan.reference.x", Form::kDifference, "plan.estimate.x"},
                          {Bound::kMax, 12}),
                    {.section = "5",
                     .what = "largest error of the estimate",
                     .unit = "mm",
                     .factor = kMilli,
                     .ours = Measure{.run = "feedback", .signal = {"error.estimate.position"}}},
                    {.section = "5",
                     .what = "largest turn of the body from its reference",
                     .unit = "mrad",
                     .factor = kMilli,
                     .ours = Measure{.run = "feedback", .signal = {"error.body.angle"}}}},
          .figures = {{.name = "feedback",
                       .title = "Lag with the body fed back by leg odometry",
                       .run = "feedback",
                       .panels = {{{"behind the reference", "mm"},
                                   {{"X, true", kLag},
                                    {"X, estimated",
                                     {"plan.reference.x", Form::kDifference, "plan.estimate.x"}}},
                                   kMilli}}}},
          .notes = {"Leg odometry places the body over the feet that stand; a foot that creeps "
                    "takes it along unseen."}};
}

}  // namespace ventosa::papers::amru5
