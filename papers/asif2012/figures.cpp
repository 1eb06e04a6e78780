#include "papers/asif2012/figures.h"

#include "papers/asif2012/names.h"

namespace ventosa::papers::asif2012 {
namespace {

constexpr const char* kFootNames[] = {"front left",   "front right", "middle left",
                                      "middle right", "rear left",   "rear right"};

/// A signal of a joint of the first leg.
Signal of_joint(int joint, const std::string& topic, const std::string& number,
                Form form = Form::kItself) {
  return {topic + ".leg0.joint" + std::to_string(joint) + "." + number, form};
}

/// Torques of the joints of a leg, sensed and by the model.
std::vector<PanelSpec> torque_panels() {
  std::vector<PanelSpec> panels;
  for (int joint = 0; joint < 3; ++joint)
    panels.push_back({{std::string(kJointNames[joint]), "N m"},
                      {{"sensed", of_joint(joint, "seen", "tau")},
                       {"model, measured forces", of_joint(joint, "motion", "model_torque")}}});
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

}  // namespace

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

PanelSpec attitude_panel(const record::Quantity& y, const std::string& end) {
  return {y,
          {{"roll", {"motion.roll" + end}},
           {"pitch", {"motion.pitch" + end}},
           {"yaw", {"motion.yaw" + end}}},
          kDegrees};
}

FigureSpec torque_figure(const FigureLabel& label) {
  return {.name = label.name,
          .title = label.title,
          .caption =
              "Front left leg. The model takes the motion that was "
              "measured and the forces on the foot. Where one curve is seen all are equal.",
          .run = label.run,
          .panels = torque_panels(),
          .from_s = 20,
          .to_s = 40};
}

FigureSpec planned_torque_figure(const FigureLabel& label) {
  FigureSpec figure = torque_figure(label);
  for (int joint = 0; joint < 3; ++joint)
    figure.panels[static_cast<std::size_t>(joint)].curves.push_back(
        {"model, planned forces", of_joint(joint, "motion", "planned_torque")});
  return figure;
}

FigureSpec force_figure(const FigureLabel& label) {
  return {.name = label.name,
          .title = label.title,
          .caption =
              "Force of the ground on each foot: along the normal of the ground under it, "
              "and along the ground.",
          .run = label.run,
          .panels = force_panels(),
          .from_s = 20,
          .to_s = 40};
}

}  // namespace ventosa::papers::asif2012
