#include "models/control_settings.h"

#include <algorithm>
#include <utility>

#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

std::vector<Effect> read_effects(const Node& list) {
  const auto& words = controller::kEnumerators<Effect>;
  std::vector<Effect> effects;
  for (const Node& word : list.elements(1)) {
    const auto effect = static_cast<Effect>(word.as_choice({words.begin(), words.end()}));
    if (std::find(effects.begin(), effects.end(), effect) != effects.end())
      word.fail("is named twice");
    effects.push_back(effect);
  }
  return effects;
}

bool applies(const SettingsLayer& layer, Effects effects) {
  return layer.of.empty() || std::any_of(layer.of.begin(), layer.of.end(),
                                         [&](Effect effect) { return effects.contains(effect); });
}

/// The options of a layer, without its other keys.
std::string options_text(const Node& node) {
  std::string text;
  for (const auto& [key, value] : node.members())
    if (key != "of" && key != "effects") text += key + ": " + value.as_flow() + "\n";
  return text;
}

/// Refuses what no controller has.
void check_options(const Node& node) {
  controller::ControllerConfig scratch;
  read_optional(node, scratch);
}

SettingsLayer read_layer(const Node& entry) {
  std::vector<Effect> of = read_effects(entry.at("of"));
  check_options(entry);
  std::string options = options_text(entry);
  if (options.empty()) entry.fail("has no options", "write those that these effects need");
  return {std::move(of), std::move(options)};
}

void refuse_fidelities(const Node& node) {
  if (const auto full = node.find("full"))
    full->fail("is no option: settings follow each effect of the plant",
               "write effects: [{of: [friction], ...}]; for any of several, name them all");
}

}  // namespace

controller::ControllerConfig ControlSettings::with(Effects effects) const {
  controller::ControllerConfig config = base;
  for (const SettingsLayer& layer : layers)
    if (applies(layer, effects)) read_optional(Node::parse(layer.options, "controller"), config);
  return config;
}

void read_settings(const Node& node, ControlSettings& control) {
  refuse_fidelities(node);
  std::vector<SettingsLayer> of_effects;
  Mistakes mistakes;
  mistakes.collect(node, "effects", [&] {
    const auto list = node.find("effects");
    if (!list) return;
    for (const Node& entry : list->elements(1))
      mistakes.collect(entry, [&] { of_effects.push_back(read_layer(entry)); });
  });
  mistakes.collect(node, [&] { check_options(node); });
  mistakes.refuse();
  if (std::string always = options_text(node); !always.empty())
    control.layers.push_back({{}, std::move(always)});
  control.layers.insert(control.layers.end(), of_effects.begin(), of_effects.end());
}

}  // namespace ventosa::models
