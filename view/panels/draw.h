#pragma once

#include <imgui.h>

#include <initializer_list>
#include <string>

#include "view/panels/panels.h"
#include "view/window/colours.h"

/// Drawing elements shared by several panels.
namespace ventosa::view {

inline ImVec4 as_imgui(const sim::Rgba& colour) { return {colour.r, colour.g, colour.b, colour.a}; }

/// Window with a fixed position.
class FixedPanel {
 public:
  FixedPanel(const char* title, const Rect& place, ImGuiWindowFlags flags = 0);
  ~FixedPanel() { ImGui::End(); }
  FixedPanel(const FixedPanel&) = delete;
  FixedPanel& operator=(const FixedPanel&) = delete;
};

/// Section of the column at the right, opened and closed by its title.
class Section {
 public:
  /// A section opened by a key or button is scrolled into view.
  /// @param was_open  state before it is drawn for the first time
  Section(const char* title, bool& open, bool was_open = false);
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;
  explicit operator bool() const { return open_; }

 private:
  const bool open_;
};

/// Window that can be moved and closed.
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

/// Bar from 0 to 1 with a mark at a limit and a text.
void bar(double share, double limit, const sim::Rgba& colour, const char* text, float height);

/// Bar from -1 to 1, to both sides of its middle.
void signed_bar(double share, const sim::Rgba& colour, const char* text, float height);

/// Number with three significant digits, or "unknown".
std::string three_digits(double value);
std::string with_unit(double value, const char* unit);

/// Elements of tables. @{
inline constexpr ImGuiTableFlags kTable = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
void header(std::initializer_list<const char*> titles);
void cell(const std::string& text);
void cell(const std::string& text, const sim::Rgba& colour);
/// @}

/// Small square in a legend's colour.
void swatch(const sim::Rgba& colour);

}  // namespace ventosa::view
