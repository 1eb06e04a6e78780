#include "view/panels/panels.h"

namespace ventosa::view {

Layout lay_out(float width, float height, float scale, bool sides) {
  const float top = 44 * scale, bottom = 230 * scale;
  const float left = sides ? 190 * scale : 0, right = sides ? 300 * scale : 0;
  const float middle = height - top - bottom;
  return {.top = {0, 0, width, top},
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
