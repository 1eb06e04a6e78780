#include "papers/catalogue.h"

/// Asif 2012. What changes with the robot, its scenarios and their signals is named here once.
namespace ventosa::papers {
namespace {

using scenarios::Bound;
using Form = Signal::Form;

constexpr double kMilli = 1e3;    // m in mm, rad in mrad
constexpr double kPercent = 100;  // ratio in %
constexpr double kDegrees = 57.29577951308232;
constexpr double kStall_Nm = 2.5;  // of the hexapod's drives
constexpr double kFriction = 0.7;  // of the ground

// robot and gaits
constexpr const char* kRobot = "hexapod3";
constexpr const char* kSlow = "wave";
constexpr const char* kFast = "tripod";

// scenarios
constexpr const char* kFlat = "hexapod3_walk_ground";
constexpr const char* kGps = "gps_ground";
constexpr const char* kTest1 = "hexapod3_walk_ground";
constexpr const char* kTest2 = "computed_torque_walk_ground";
constexpr const char* kFreeLeg = "computed_torque_free_leg";
constexpr const char* kRoughSlow = "hexapod3_rough_wave";
constexpr const char* kRoughFast = "hexapod3_rough_ripple";

// signals of all joints
constexpr const char* kSensedTorque = "seen.leg*.joint*.tau";
constexpr const char* kModelTorque = "motion.leg*.joint*.model_torque";
constexpr const char* kPlannedTorque = "motion.leg*.joint*.planned_torque";
constexpr const char* kAngleError = "motion.leg*.joint*.error";
const Signal kFrictionRatio{"truth.leg*.foot", Form::kFrictionRatio};
const Signal kWorldRatio{"truth.leg*.foot", Form::kWorldRatio};
const Signal kModelError{kSensedTorque, Form::kDifference, kModelTorque};
const Signal kPlannedError{kSensedTorque, Form::kDifference, kPlannedTorque};

constexpr const char* kJointNames[] = {"coxa", "femur", "tibia"};
constexpr const char* kFootNames[] = {"front left",   "front right", "middle left",
                                      "middle right", "rear left",   "rear right"};

// after the robot has been put on rough ground and its feet have found it [s]
constexpr double kSettled_s = 0.5;

// ---- parts of figures

/// A signal of a joint of the first leg.
Signal of_joint(int joint, const std::string& topic, const std::string& number,
                Form form = Form::kItself) {
  return {topic + ".leg0.joint" + std::to_string(joint) + "." + number, form};
}

/// Angle, rate and acceleration of a joint, sensed and desired.
std::vector<PanelSpec> motion_panels(int joint) {
  return {
      {{"angle", "rad"},
       {{"sensed", of_joint(joint, "seen", "q")}, {"desired", of_joint(joint, "command", "q")}}},
      {{"angle error", "mrad"},
       {{"desired minus sensed", of_joint(joint, "motion", "error")}},
       kMilli},
      {{"rate", "rad/s"},
       {{"sensed", of_joint(joint, "seen", "dq")}, {"desired", of_joint(joint, "command", "dq")}}},
      {{"acceleration", "rad/s²"},
       {{"sensed", of_joint(joint, "motion", "acceleration")},
        {"desired", of_joint(joint, "command", "dq", Form::kRate)}}}};
}

/// Torques of the joints of a leg, sensed and by the model.
std::vector<PanelSpec> torque_panels() {
  std::vector<PanelSpec> panels;
  for (int joint = 0; joint < 3; ++joint)
    panels.push_back({{std::string(kJointNames[joint]), "N m"},
                      {{"sensed", of_joint(joint, "seen", "tau")},
                       {"model, measured forces", of_joint(joint, "motion", "model_torque")},
                       {"model, planned forces", of_joint(joint, "motion", "planned_torque")}}});
  return panels;
}

std::vector<PanelSpec> force_panels() {
  std::vector<PanelSpec> panels;
  for (int leg = 0; leg < 6; ++leg) {
    const std::string foot = "truth.leg" + std::to_string(leg) + ".foot";
    panels.push_back({{std::string(kFootNames[leg]), "N"},
                      {{"normal", {foot + ".normal"}}, {"friction", {foot, Form::kFriction}}}});
  }
  return panels;
}

/// Roll, pitch and yaw, or their rates.
PanelSpec attitude_panel(const record::Quantity& y, const std::string& end) {
  return {y,
          {{"roll", {"motion.roll" + end}},
           {"pitch", {"motion.pitch" + end}},
           {"yaw", {"motion.yaw" + end}}},
          kDegrees};
}

FigureSpec torque_figure(const std::string& name, const std::string& title,
                         const std::string& run) {
  return {.name = name,
          .title = title,
          .caption =
              "Front left leg. The model takes the motion that was "
              "measured and the forces on the foot.",
          .run = run,
          .panels = torque_panels(),
          .from_s = 20,
          .to_s = 40};
}

FigureSpec force_figure(const std::string& name, const std::string& title, const std::string& run) {
  return {.name = name,
          .title = title,
          .caption =
              "Force of the ground on each foot: along the normal of the ground under it, "
              "and along the ground.",
          .run = run,
          .panels = force_panels(),
          .from_s = 20,
          .to_s = 40};
}

// ---- experiments

Experiment gaits() {
  return {
      .name = "hexapod-gaits",
      .sections = "3, Figs 6 and 14",
      .title = "Gaits as sequences of lifted legs",
      .runs = {{"flat", kFlat}},
      .lines =
          {{.section = "3",
            .what = "steps in a cycle of the slow gait",
            .claim = "a wave",
            .printed = 19,
            .ours = GaitNumber{kRobot, kSlow},
            .reproduced = Threshold{Bound::kEquals, 19},
            .cause = "a step is a row of the gait's table. Three for each leg and one on six feet "
                     "make 19; a table that lifts, carries and lowers a leg in one row has 6."},
           {.section = "3",
            .what = "steps in a cycle of the fast gait",
            .claim = "a ripple",
            .printed = 12,
            .ours = GaitNumber{kRobot, kFast},
            .reproduced = Threshold{Bound::kEquals, 12},
            .cause =
                "three steps for each leg, the next leg two later, make 12. A tripod stands in "
                "for a ripple where the robot has none."},
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
  return {.name = "hexapod-fig7",
          .sections = "4, Fig. 7",
          .title = "Walk between two points by GPS and compass, flat ground",
          .runs = {{"gps", kGps}},
          .lines = {{.section = "4",
                     .what = "distance of the points",
                     .printed = 2,
                     .unit = "m",
                     .ours = Measure{.run = "gps",
                                     .statistic = Statistic::kEnd,
                                     .signal = {"error.travel.x"}},
                     .reproduced = Threshold{Bound::kEquals, 2, 0.03}},
                    {.section = "4",
                     .what = "beside the line, largest",
                     .claim = "straight",
                     .unit = "mm",
                     .factor = kMilli,
                     .ours = Measure{.run = "gps", .signal = {"error.travel.y"}},
                     .reproduced = Threshold{Bound::kMax, 80},
                     .cause = "the controller receives a wrong start pose, from which it finds "
                              "back to the line."},
                    {.section = "4",
                     .what = "beside the line at its end",
                     .unit = "mm",
                     .factor = kMilli,
                     .ours = Measure{.run = "gps",
                                     .statistic = Statistic::kEnd,
                                     .signal = {"error.travel.y"}},
                     .reproduced = Threshold{Bound::kEquals, 0, 30}},
                    {.section = "4",
                     .what = "heading off at the end",
                     .unit = "deg",
                     .factor = kDegrees,
                     .ours = Measure{.run = "gps",
                                     .statistic = Statistic::kEnd,
                                     .signal = {"error.estimate.yaw"}},
                     .reproduced = Threshold{Bound::kEquals, 0, 2}},
                    {.section = "4",
                     .what = "largest speed",
                     .unit = "mm/s",
                     .factor = kMilli,
                     .ours = Measure{.run = "gps", .signal = {"plan.speed_reached"}}}},
          .figures =
              {{.name = "fig7",
                .title = "Fig. 7: track between two points by GPS and compass",
                .caption = "Not to scale: the way to the side is magnified.",
                .run = "gps",
                .panels = {{{"y", "mm"},
                            {{"fixes of the GPS",
                              {"seen.fix.position.y"},
                              Signal{"seen.fix.position.x"},
                              record::Curve::Style::kPoints},
                             {"body, true", {"truth.body.y"}, Signal{"truth.body.x"}},
                             {"body, estimated", {"plan.estimate.y"}, Signal{"plan.estimate.x"}}},
                            kMilli}},
                .x = {"x", "m"}}},
          .notes = {
              "Not printed: rate and noise of GPS and compass, speed, how straight the track is."}};
}

Experiment test1() {
  return {
      .name = "hexapod-test1",
      .sections = "4.1, Fig. 8 D",
      .title = "Motion imposed on the joints: torque sensed against the model",
      .runs = {{"walk", kTest1}},
      .lines = {{.section = "4.1",
                 .what = "model torque against sensed, rms over largest",
                 .claim = "alike",
                 .unit = "%",
                 .factor = kPercent,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = kModelError,
                                 .from_s = kSettled_s},
                 .over = Measure{.run = "walk", .signal = {kSensedTorque}, .from_s = kSettled_s},
                 .reproduced = Threshold{Bound::kMax, 2}},
                {.section = "4.1",
                 .what = "largest torque",
                 .unit = "N m",
                 .ours = Measure{.run = "walk", .signal = {kSensedTorque}, .from_s = kSettled_s}}},
      .figures = {torque_figure("fig8D", "Fig. 8 D: joint torques, motion imposed", "walk")},
      .notes = {"The paper calls this 'forward dynamics'; prescribed motion is usually called "
                "inverse dynamics."}};
}

Experiment test2() {
  Experiment test{
      .name = "hexapod-test2",
      .sections = "4.2, Fig. 8 A-C",
      .title = "Torques imposed on the joints: motion sensed against desired",
      .runs = {{"walk", kTest2}, {"free", kFreeLeg}},
      .lines = {{.section = "4.2",
                 .what = "joint angles while walking, rms",
                 .claim = "close",
                 .unit = "mrad",
                 .factor = kMilli,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = {kAngleError},
                                 .from_s = kSettled_s},
                 .reproduced = Threshold{Bound::kMax, 5}},
                {.section = "4.2",
                 .what = "joint rates while walking, rms",
                 .claim = "close",
                 .unit = "mrad/s",
                 .factor = kMilli,
                 .ours = Measure{.run = "walk",
                                 .statistic = Statistic::kRms,
                                 .signal = {"command.leg*.joint*.dq", Form::kDifference,
                                            "seen.leg*.joint*.dq"},
                                 .from_s = kSettled_s}},
                {.section = "4.2",
                 .what = "joint angles of a free leg, rms",
                 .claim = "close",
                 .unit = "mrad",
                 .factor = kMilli,
                 .ours = Measure{.run = "free",
                                 .statistic = Statistic::kRms,
                                 .signal = {"motion.leg0.joint*.error"},
                                 .from_s = 5,
                                 .to_s = 11},
                 .reproduced = Threshold{Bound::kMax, 2}}},
      .notes = {"Not printed: gains, period, motion. Ours: ω 60 rad/s, critically damped, 2 ms.",
                "The desired acceleration is the difference of the desired rate, filtered as the "
                "sensed one is, so that both are equally late."}};
  constexpr const char* kLetters[] = {"A", "B", "C"};
  for (int joint = 0; joint < 3; ++joint)
    test.figures.push_back({.name = std::string("fig8") + kLetters[joint],
                            .title = std::string("Fig. 8 ") + kLetters[joint] + ": " +
                                     kJointNames[joint] + ", torques imposed",
                            .caption = "Front left leg. Where one curve is seen both are equal.",
                            .run = "walk",
                            .panels = motion_panels(joint)});
  return test;
}

/// A measure of the slow and the fast gait on rough ground, as a ratio of the fast over the slow.
Line fast_over_slow(Line line, const Measure& measure) {
  Measure fast = measure, slow = measure;
  fast.run = "fast";
  slow.run = "slow";
  line.ours = fast;
  line.over = slow;
  return line;
}

std::vector<Line> rough_lines() {
  const auto tilt = [](const char* angle, const char* what) {
    return Line{.section = "4.3.2",
                .what = what,
                .claim = "minimal",
                .unit = "deg",
                .factor = kDegrees,
                .ours = Measure{.run = "slow", .signal = {angle}, .from_s = kSettled_s},
                .reproduced = Threshold{Bound::kMax, 1.5}};
  };
  return {
      fast_over_slow({.section = "4.3.2",
                      .what = "way that the feet slip, fast over slow",
                      .claim = "the fast gait slips, the slow one does not",
                      .reproduced = Threshold{Bound::kMin, 4}},
                     {.statistic = Statistic::kEnd, .signal = {"slip.total"}}),
      fast_over_slow({.section = "4.3.2",
                      .what = "planned torque against sensed, fast over slow",
                      .claim = "fails in the fast gait, close in the slow one",
                      .reproduced = Threshold{Bound::kMin, 2}},
                     {.statistic = Statistic::kRms, .signal = kPlannedError, .from_s = kSettled_s}),
      {.section = "4.3.2",
       .what = "friction over normal force, ground's axes, fast, largest",
       .claim = "above 1 at places",
       .ours = Measure{.run = "fast", .signal = kFrictionRatio},
       .reproduced = Threshold{Bound::kMin, 1},
       .cause = "friction on the twin's ground is Coulomb's with a coefficient of 0.7: along the "
                "ground it never exceeds 0.7 of the normal force."},
      {.section = "4.3.2",
       .what = "horizontal over vertical force, fast: share above the coefficient of friction",
       .claim = "above 1 at places",
       .unit = "%",
       .factor = kPercent,
       .ours = Measure{.run = "fast",
                       .statistic = Statistic::kShareAbove,
                       .signal = kWorldRatio,
                       .above = kFriction},
       .reproduced = Threshold{Bound::kMin, 0.5},
       .cause = "in the axes of the world the ratio reaches tan(slope + atan μ): what the paper "
                "plots is above the normal force only in such axes."},
      {.section = "4.3.2",
       .what = "horizontal over vertical force, slow, largest",
       .claim = "never above 1",
       .ours = Measure{.run = "slow", .signal = kWorldRatio},
       .reproduced = Threshold{Bound::kMax, 1}},
      {.section = "4.3.2",
       .what = "model torque by measured forces against sensed, fast, rms over stall torque",
       .claim = "the model fails while feet slip",
       .unit = "%",
       .factor = kPercent / kStall_Nm,
       .ours = Measure{.run = "fast",
                       .statistic = Statistic::kRms,
                       .signal = kModelError,
                       .from_s = kSettled_s},
       .better = Threshold{Bound::kMax, 5},
       .cause = "with measured forces and the pivots of (52)-(60) corrected the model is right "
                "whether feet slip or not; with planned forces it cannot be."},
      tilt("motion.roll", "roll, slow, largest"),
      tilt("motion.pitch", "pitch, slow, largest"),
      {.section = "4.3.2",
       .what = "largest speed of the body, fast",
       .unit = "mm/s",
       .factor = kMilli,
       .ours = Measure{.run = "fast", .signal = {"plan.speed_reached"}}},
      {.section = "4.3.2",
       .what = "largest speed of the body, slow",
       .unit = "mm/s",
       .factor = kMilli,
       .ours = Measure{.run = "slow", .signal = {"plan.speed_reached"}}},
      {.section = "4.3.2",
       .what = "way that the feet slip in 1 m, all together, slow",
       .unit = "mm",
       .factor = kMilli,
       .ours = Measure{.run = "slow", .statistic = Statistic::kEnd, .signal = {"slip.total"}}}};
}

std::vector<FigureSpec> rough_figures() {
  const auto slow = [](FigureSpec figure) {
    figure.run = "slow";
    if (figure.from_s == 0) figure.from_s = kSettled_s;
    return figure;
  };
  return {
      torque_figure("fig12A", "Fig. 12 A: joint torques, fast gait on rough ground", "fast"),
      force_figure("fig12B", "Fig. 12 B: forces at the feet, fast gait on rough ground", "fast"),
      slow({.name = "fig15A",
            .title = "Fig. 15 A: path of the centre of mass, slow gait on rough ground",
            .caption = "Not to scale: the way to the side and the height are magnified.",
            .panels = {{{"y", "mm"},
                        {{"", {"motion.centre_of_mass.y"}, Signal{"motion.centre_of_mass.x"}}},
                        kMilli},
                       {{"z", "mm"},
                        {{"", {"motion.centre_of_mass.z"}, Signal{"motion.centre_of_mass.x"}}},
                        kMilli}},
            .x = {"x", "m"}}),
      slow({.name = "fig15B",
            .title = "Fig. 15 B: velocity of the centre of mass, slow gait on rough ground",
            .panels = {{{"velocity", "mm/s"},
                        {{"x", {"motion.centre_velocity.x"}},
                         {"y", {"motion.centre_velocity.y"}},
                         {"z", {"motion.centre_velocity.z"}}},
                        kMilli}}}),
      torque_figure("fig16A", "Fig. 16 A: joint torques, slow gait on rough ground", "slow"),
      force_figure("fig16B", "Fig. 16 B: forces at the feet, slow gait on rough ground", "slow"),
      slow({.name = "fig16C",
            .title = "Fig. 16 C: attitude of the body, slow gait on rough ground",
            .panels = {attitude_panel({"angle", "deg"}, "")}}),
      slow({.name = "fig16D",
            .title = "Fig. 16 D: angular rates of the body, slow gait on rough ground",
            .panels = {attitude_panel({"rate", "deg/s"}, "_rate")}})};
}

Experiment test3() {
  return {.name = "hexapod-test3",
          .sections = "4.3, Figs 12, 13, 15 and 16",
          .title = "Fast and slow gait on the same rough ground",
          .runs = {{"slow", kRoughSlow}, {"fast", kRoughFast}},
          .lines = rough_lines(),
          .figures = rough_figures(),
          .pictures = {{"fig13", "Fig. 13: on rough ground, fast gait", "fast", 10}},
          .notes = {"Not printed: shape and height of the ground, friction, speeds, sizes of the "
                    "robot. Ours: a random relief of ±30 mm with a correlation length of 0.2 m, "
                    "one for each seed, the same for both gaits.",
                    "A foot counts as loaded from a normal force of 1 N on."}};
}

}  // namespace

Paper asif2012() {
  return {.name = "hexapod",
          .reference =
              "Asif 2012, Virtual Reality to Simulate Adaptive Walking in Unstructured "
              "Terrains for Multi-Legged Robots, DOI 10.5772/46404",
          .notes = {"Figures are numbered as captioned. The text cites some of them by other "
                    "numbers: the gait charts (14) as 16, path and speed (15) as 14, torques, "
                    "forces and attitude of the slow gait (16) as 15.",
                    "The paper prints no length, mass, gain, speed or curve in numbers: "
                    "docs/walking.md says where ours are from."},
          .experiments = {gaits(), fig7(), test1(), test2(), test3()}};
}

}  // namespace ventosa::papers
