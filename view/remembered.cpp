#include "view/remembered.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "record/output_file.h"

namespace ventosa::view {

using nlohmann::json;

namespace {

/// Calls see(group, name, value) for each saved setting.
void visit(auto& appearance, auto see) {
  for (const PanelName& panel : kPanelNames)
    see("panels", panel.name, appearance.panels.*panel.open);
  for (const OverlayName& overlay : kOverlayNames)
    see("overlays", overlay.name, appearance.overlays.*overlay.shown);
  see("window", "light", appearance.light);
  see("window", "column_width", appearance.column_width);
}

}  // namespace

void recall(const std::filesystem::path& file, Appearance& appearance) {
  std::ifstream stream(file);
  const json kept = json::parse(stream, nullptr, false);
  Appearance recalled = appearance;
  try {
    visit(recalled, [&](const char* group, const char* name, auto& value) {
      if (kept.contains(group) && kept[group].contains(name)) kept[group][name].get_to(value);
    });
  } catch (const json::exception&) {
    return;
  }
  recalled.column_width = std::clamp(recalled.column_width, kNarrowestColumn, kWidestColumn);
  appearance = recalled;
}

void remember(const Appearance& appearance, const std::filesystem::path& file) {
  json kept;
  visit(appearance,
        [&](const char* group, const char* name, const auto& value) { kept[group][name] = value; });
  record::write_text(file, kept.dump(2) + "\n");
}

}  // namespace ventosa::view
