#include "view/panels/draw.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ventosa::view {
namespace {

ImU32 colour_of(const sim::Rgba& colour) { return ImGui::GetColorU32(as_imgui(colour)); }

struct Span {
  ImVec2 low, high;
  float width() const { return high.x - low.x; }
};

/// Starts a bar that takes the rest of the line.
Span begin_bar(float height) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = std::max(20.0f, ImGui::GetContentRegionAvail().x);
  const Span span{low, {low.x + width, low.y + height}};
  ImGui::GetWindowDrawList()->AddRectFilled(span.low, span.high,
                                            ImGui::GetColorU32(ImGuiCol_FrameBg), 2);
  return span;
}

void end_bar(const Span& span, const char* text) {
  const float pad = 0.5f * (span.high.y - span.low.y - ImGui::GetFontSize());
  const ImVec2 place{span.low.x + 4, span.low.y + pad};
  const ImU32 around = ImGui::GetColorU32(ImGuiCol_FrameBg);  // readable on any bar
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddText({place.x + 1, place.y + 1}, around, text);
  draw.AddText(place, ImGui::GetColorU32(ImGuiCol_Text), text);
  ImGui::Dummy({span.width(), span.high.y - span.low.y});
}

float shown(double share, double least) {
  return std::isfinite(share) ? static_cast<float>(std::clamp(share, least, 1.0)) : 0;
}

}  // namespace

FixedPanel::FixedPanel(const char* title, const Rect& place, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos({place.x, place.y});
  ImGui::SetNextWindowSize({place.width, place.height});
  ImGui::Begin(title, nullptr,
               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoSavedSettings | flags);
}

Section::Section(const char* title, bool& open, bool was_open_before)
    : open_([&] {
        bool& was_open =
            *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(title), was_open_before);
        const bool asked_for = open && !was_open;
        ImGui::SetNextItemOpen(open);
        open = was_open = ImGui::CollapsingHeader(title);
        if (asked_for) ImGui::SetScrollHereY(0);
        return open;
      }()) {
  ImGui::PushID(title);
}

Section::~Section() { ImGui::PopID(); }

FloatingPanel::FloatingPanel(const char* title, bool& open, float width, float height,
                             float scale) {
  ImGui::SetNextWindowSize({width * scale, height * scale}, ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowPos({200 * scale, 60 * scale}, ImGuiCond_FirstUseEver);
  visible_ = ImGui::Begin(title, &open);
}

void bar(double share, double limit, const sim::Rgba& colour, const char* text, float height) {
  const Span span = begin_bar(height);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float end = span.low.x + span.width() * shown(share, 0);
  draw.AddRectFilled(span.low, {end, span.high.y}, colour_of(colour), 2);
  if (limit > 0) {
    const float x = span.low.x + span.width() * shown(limit, 0);
    draw.AddLine({x, span.low.y - 1}, {x, span.high.y + 1}, colour_of(kVermillion), 2);
  }
  end_bar(span, text);
}

void signed_bar(double share, const sim::Rgba& colour, const char* text, float height) {
  const Span span = begin_bar(height);
  const float middle = 0.5f * (span.low.x + span.high.x);
  const float end = middle + 0.5f * span.width() * shown(share, -1);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({std::min(middle, end), span.low.y}, {std::max(middle, end), span.high.y},
                     colour_of(colour), 2);
  draw.AddLine({middle, span.low.y}, {middle, span.high.y}, ImGui::GetColorU32(ImGuiCol_Text));
  end_bar(span, text);
}

std::string with_unit(double value, const char* unit) {
  return three_digits(value) + (std::isnan(value) ? "" : std::string(" ") + unit);
}

void header(std::initializer_list<const char*> titles) {
  for (const char* title : titles) ImGui::TableSetupColumn(title);
  ImGui::TableHeadersRow();
}

void cell(const std::string& text) {
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(text.c_str());
}

void cell(const std::string& text, const sim::Rgba& colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, as_imgui(colour));
  cell(text);
  ImGui::PopStyleColor();
}

void swatch(const sim::Rgba& colour) {
  const float size = 0.7f * ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + 0.5f * (ImGui::GetFrameHeight() - size);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + size, y + size}, colour_of(colour));
  ImGui::Dummy({size, ImGui::GetFrameHeight()});
  ImGui::SameLine();
}

std::string three_digits(double value) {
  if (std::isnan(value)) return "unknown";
  char text[32];
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

}  // namespace ventosa::view
