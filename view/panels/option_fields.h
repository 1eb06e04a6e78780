#pragma once

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "controller/model/robot_model.h"

/// The `field` argument of descriptions (controller/model/description.h) that draws an input for
/// each field, in its unit and within its range.
namespace ventosa::view {

class OptionFields {
 public:
  template <class T>
  void operator()(const char* name, T& value, controller::Unit unit = {},
                  controller::Range range = {}) {
    if constexpr (std::is_same_v<T, bool>)
      ImGui::Checkbox(name, &value);
    else if constexpr (std::is_same_v<T, double>)
      number(name, value, unit, range);
    else if constexpr (controller::Enumeration<T>)
      choice(name, value);
    else if constexpr (std::is_integral_v<T>)
      integer(name, value, range);
    else if constexpr (std::is_same_v<T, controller::Vector3d>)
      vector(name, value, unit, range);
    else
      group(name, [&](OptionFields& field) { describe(field, value); });
  }

  template <class Members>
  void group(const char* name, Members members) {
    if (!ImGui::TreeNodeEx(name, ImGuiTreeNodeFlags_Framed)) return;
    members(*this);
    ImGui::TreePop();
  }

  template <class T>
  void per_joint(const char* name, controller::PerJoint<T>& values, controller::Unit unit = {},
                 controller::Range range = {}) {
    list(name, values, unit, range);
  }

  template <class Elements>
  void list(const char* name, Elements& values, controller::Unit unit = {},
            controller::Range range = {}) {
    if (!ImGui::TreeNode(name)) return;
    int k = 0;
    for (auto& value : values) (*this)(std::to_string(++k).c_str(), value, unit, range);
    ImGui::TreePop();
  }

  template <class T>
  void unlogged(const char* name, T& value) {
    (*this)(name, value);
  }

 private:
  static void number(const char* name, double& value, controller::Unit unit,
                     controller::Range range) {
    double shown = value / unit.si;
    const std::string format =
        std::string("%.4g ") + (std::string(unit.symbol) == "1" ? "" : unit.symbol);
    ImGui::SetNextItemWidth(11 * ImGui::GetFontSize());
    const bool edited = ImGui::InputDouble(name, &shown, 0, 0, format.c_str());
    tell(range);
    const bool low_is_out = range.min_excluded && shown <= range.min;
    if (edited && shown >= range.min && shown <= range.max && !low_is_out) value = shown * unit.si;
  }

  /// Shows the permitted range while the mouse is over the field.
  static void tell(controller::Range range) {
    if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
    ImGui::SetTooltip("%s%.4g to %.4g", range.min_excluded ? "above " : "", range.min, range.max);
  }

  template <class T>
  static void integer(const char* name, T& value, controller::Range range) {
    int shown = static_cast<int>(value);
    ImGui::SetNextItemWidth(11 * ImGui::GetFontSize());
    if (ImGui::InputInt(name, &shown) && shown >= range.min && shown <= range.max)
      value = static_cast<T>(shown);
  }

  template <class Enum>
  static void choice(const char* name, Enum& value) {
    const auto& words = controller::kEnumerators<Enum>;
    ImGui::SetNextItemWidth(11 * ImGui::GetFontSize());
    if (!ImGui::BeginCombo(name, std::string(controller::name(value)).c_str())) return;
    for (std::size_t k = 0; k < words.size(); ++k)
      if (ImGui::Selectable(std::string(words[k]).c_str(), static_cast<std::size_t>(value) == k))
        value = static_cast<Enum>(k);
    ImGui::EndCombo();
  }

  static void vector(const char* name, controller::Vector3d& value, controller::Unit unit,
                     controller::Range range) {
    constexpr const char* kAxis[] = {"x", "y", "z"};
    if (!ImGui::TreeNode(name)) return;
    for (int k = 0; k < 3; ++k) number(kAxis[k], value[k], unit, range);
    ImGui::TreePop();
  }
};

}  // namespace ventosa::view
