#pragma once

#include <string>
#include <vector>

#include "controller/model/config.h"
#include "models/effects.h"
#include "models/strict_yaml.h"

/// Controller settings of a robot: gains, margins and ramps for all tasks, and what each effect of
/// the plant changes about them.
namespace ventosa::models {

/// Options in YAML, read without mistakes before.
struct SettingsLayer {
  std::vector<Effect> of;  ///< any of these makes it apply; empty: it applies always
  std::string options;     ///< "gait: {load_s: 0.5}"
};

void describe(auto& field, controller::Is<SettingsLayer> auto& layer) {
  field.list("of", layer.of);
  field("options", layer.options);
}

struct ControlSettings {
  controller::ControllerConfig base;
  std::vector<SettingsLayer> layers;  ///< each replaces what it has in common with those before

  /// Settings for a plant with these effects.
  controller::ControllerConfig with(Effects effects) const;
};

void describe(auto& field, controller::Is<ControlSettings> auto& control) {
  field("base", control.base);
  field.list("layers", control.layers);
}

/// Adds the layers of a robot's or parts file's `controller`: the options of a scenario's section
/// of this name and, under `effects`, a list of {of: [EFFECT, ...], ...options}.
/// @throws InputError
void read_settings(const Node& node, ControlSettings& control);

/// visit(options) for the map of all options in `node`, and those of each entry of `effects`.
template <class Visit>
void for_each_layer(const Node& node, Visit visit) {
  visit(node);
  if (const auto effects = node.find("effects"))
    for (const Node& entry : effects->elements()) visit(entry);
}

}  // namespace ventosa::models
