#pragma once

#include <imgui.h>

#include <initializer_list>
#include <string>

#include "view/panels/panels.h"
#include "view/window/colours.h"

/// Small things that several panels draw.
namespace ventosa::view {

inline ImVec4 as_imgui(const sim::Rgba& colour) { return {colour.r, colour.g, colour.b, colour.a}; }

/// A window that stays at its place.
class FixedPanel {
 public:
  FixedPanel(const char* title, const Rect& place, ImGuiWindowFlags flags = 0);
  ~FixedPanel() { ImGui::End(); }
  FixedPanel(const FixedPanel&) = delete;
  FixedPanel& operator=(const FixedPanel&) = delete;
};

/// Of the column at the right; opened and closed by its title.
class Section {
 public:
  /// One that is opened by a key or a button is brought into sight.
  /// @param was_open  before it is drawn for the first time
  Section(const char* title, bool& open, bool was_open = false);
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;
  explicit operator bool() const { return open_; }

 private:
  const bool open_;
};

/// A window that is moved about and closed.
class FloatingPanel {
 public:
  FloatingPanel(const char* title, bool& open, float width, float height, float scale);
  ~FloatingPanel() { ImGui::End(); }
  FloatingPanel(const FloatingPanel&) = delete;
  FloatingPanel& operator=(const FloatingPanel&) = delete;
  explicit operator bool() const { return visible_; }

 private:
  bool visible_;
};

/// A bar from 0 to 1 with a mark at a limit and words in it.
void bar(double share, double limit, const sim::Rgba& colour, const char* text, float height);

/// A bar to both sides of its middle, -1 to 1.
void signed_bar(double share, const sim::Rgba& colour, const char* text, float height);

/// Three significant digits, or "unknown".
std::string three_digits(double value);
std::string with_unit(double value, const char* unit);

/// Of tables. @{
inline constexpr ImGuiTableFlags kTable = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
void header(std::initializer_list<const char*> titles);
void cell(const std::string& text);
void cell(const std::string& text, const sim::Rgba& colour);
/// @}

/// A square of a colour, before what it explains.
void swatch(const sim::Rgba& colour);

}  // namespace ventosa::view
