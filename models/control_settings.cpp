#include "models/control_settings.h"

#include "models/yaml_fields.h"

namespace ventosa::models {

void read_settings(const Node& node, ControlSettings& control) {
  read_fields<OptionalFields>(node, 0, [&](auto& field) {
    describe(field, control.ideal);
    describe(field, control.full);
    field.group("full", [&](auto& full) { describe(full, control.full); });
  });
}

}  // namespace ventosa::models
