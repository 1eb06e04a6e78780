#include <algorithm>
#include <cmath>
#include <cstdio>

#include "view/panels/draw.h"
#include "view/panels/plot.h"

namespace ventosa::view {
namespace {

struct Look {
  sim::Rgba colour;
  const char* sign;  ///< shown besides the colour
  const char* text;
};

Look look_of(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::kAttached:
      return {kGreen, "+", "attached"};
    case Event::Kind::kLifted:
      return {kSky, "-", "lifted"};
    case Event::Kind::kLost:
      return {kVermillion, "x", "lost"};
    case Event::Kind::kReason:
      return {kOrange, "!", ""};
    case Event::Kind::kTouched:
      return {kPurple, "o", "touched"};
  }
  return {kGrey, "?", ""};
}

std::string text_of(const Event& event, const Frame& frame) {
  char text[128];
  const char* const leg = event.leg >= 0 && event.leg < frame.robot().n_legs()
                              ? frame.robot().leg[static_cast<std::size_t>(event.leg)].name.c_str()
                              : "";
  const std::string what = event.kind == Event::Kind::kReason
                               ? std::string(controller::name(event.reason))
                               : look_of(event.kind).text;
  std::snprintf(text, sizeof text, "%.2f s  %s %s",
                static_cast<double>(event.tick) * frame.period_s(), leg, what.c_str());
  return text;
}

void event_marks(const Frame& frame, const ImVec2& low, const ImVec2& high) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float mouse_x = ImGui::GetMousePos().x;
  const bool hovered = ImGui::IsMouseHoveringRect(low, high);
  const Event* nearest = nullptr;
  float nearest_px = 8;
  for (const Event& event : frame.events) {
    const double share = static_cast<double>(event.tick) /
                         static_cast<double>(std::max<std::int64_t>(1, frame.n_ticks));
    const float x = low.x + static_cast<float>(share) * (high.x - low.x);
    const Look look = look_of(event.kind);
    draw.AddText({x - 0.25f * ImGui::GetFontSize(), low.y},
                 ImGui::GetColorU32(as_imgui(look.colour)), look.sign);
    if (!hovered || std::abs(x - mouse_x) > nearest_px) continue;
    nearest = &event;
    nearest_px = std::abs(x - mouse_x);
  }
  if (nearest != nullptr) ImGui::SetTooltip("%s", text_of(*nearest, frame).c_str());
}

void scrub_bar(const Frame& frame, const Ask& ask) {
  const float height = 1.2f * ImGui::GetFontSize();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high{low.x + width, low.y + height};
  ImGui::InvisibleButton("scrub", {width, height});
  const auto x_of = [&](std::int64_t tick) {
    const double share =
        static_cast<double>(tick) / static_cast<double>(std::max<std::int64_t>(1, frame.n_ticks));
    return low.x + static_cast<float>(share) * width;
  };
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg), 2);
  draw.AddRectFilled(low, {x_of(frame.n_reached), high.y},
                     ImGui::GetColorU32(ImGuiCol_FrameBgHovered), 2);
  draw.AddRectFilled({x_of(frame.tick) - 2, low.y - 2}, {x_of(frame.tick) + 2, high.y + 2},
                     ImGui::GetColorU32(ImGuiCol_SliderGrabActive));
  if (!ImGui::IsItemActive() || !frame.is_twin()) return;
  const double share = std::clamp((ImGui::GetMousePos().x - low.x) / width, 0.0f, 1.0f);
  const auto tick =
      static_cast<std::int64_t>(std::llround(share * static_cast<double>(frame.n_ticks)));
  if (ImGui::IsItemActivated()) ask(Pause{});
  if (tick != frame.tick) ask(Seek{std::min(tick, frame.n_reached)});
}

/// Shows the last message; a click opens the list of all.
void last_message(Ui& ui) {
  ImGui::TextDisabled("%s", ui.messages.empty() ? "" : ui.messages.back().c_str());
  if (ImGui::IsItemClicked()) ui.panels.messages = true;
}

}  // namespace

void timeline_panel(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask) {
  const FixedPanel panel("timeline", place);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetTextLineHeight();
  event_marks(frame, low, {low.x + width, low.y + height});
  ImGui::Dummy({width, height});
  scrub_bar(frame, ask);
  const float each =
      (width - ImGui::GetStyle().ItemSpacing.x) / static_cast<float>(ui.plots.size());
  const float rest = ImGui::GetContentRegionAvail().y - ImGui::GetTextLineHeightWithSpacing();
  for (std::size_t k = 0; k < ui.plots.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    draw_plot(static_cast<int>(k), {each, rest}, frame, ui, ui.plots[k]);
  }
  last_message(ui);
}

}  // namespace ventosa::view
