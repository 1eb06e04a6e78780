#include <algorithm>

#include "view/panels/panels.h"

namespace ventosa::view {

Layout lay_out(float width, float height, const Ui& ui) {
  const auto scale = static_cast<float>(ui.scale);
  const float bar = 40 * scale, bottom = 240 * scale;
  const float safety = ui.needs_arming ? 100 * scale : 0;
  const float top = bar + safety;
  const float left = ui.panels.sides ? 170 * scale : 0;
  const float right = ui.panels.sides ? std::min(0.5f * width, ui.column_width * scale) : 0;
  const float middle = height - top - bottom;
  return {.top = {0, 0, width, bar},
          .safety = {0, bar, width, safety},
          .left = {0, top, left, middle},
          .right = {width - right, top, right, middle},
          .bottom = {0, height - bottom, width, bottom},
          .scene = {left, top, width - left - right, middle}};
}

std::optional<std::size_t> column_of(const Ui& ui, const std::string& name) {
  for (std::size_t k = 0; k < ui.columns.size(); ++k)
    if (ui.columns[k].name == name) return k;
  return std::nullopt;
}

sim::Area area_of(const Rect& place, const sim::Area& window) {
  return {static_cast<int>(place.x), window.height - static_cast<int>(place.y + place.height),
          static_cast<int>(place.width), static_cast<int>(place.height)};
}

}  // namespace ventosa::view
