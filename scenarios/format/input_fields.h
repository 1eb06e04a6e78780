#pragma once

#include <array>
#include <limits>
#include <span>
#include <utility>

#include "controller/model/config.h"
#include "models/yaml_fields.h"
#include "scenarios/script/inputs.h"

/// Field descriptions used only by files of recorded inputs.
namespace ventosa::scenarios {

/// Word that is written in place of an invalid stimulus and of options that are out of range or not
/// finite. A session refuses both.
inline constexpr const char* kRefused = "refused";

/// Reads the fields that an entry contains; also lists and non-finite numbers.
class InputFields : public models::YamlFields<InputFields> {
 public:
  static constexpr bool kKnowsAllKeys = false;  ///< an entry has further keys
  InputFields(models::Node node, std::size_t n_legs) : YamlFields(std::move(node), n_legs) {}

  std::optional<models::Node> find(const char* key) const { return node_.find(key); }

  template <class T>
  void list(const char* key, std::span<T> values, controller::Unit = {}, models::Range = {}) {
    with(key, [&](const models::Node& node) { read_all(node, values); });
  }
  void list(const char* key, sim::Bytes3& values, controller::Unit = {}, models::Range = {}) {
    list(key, std::span<double>(values));
  }
  template <class T, int kMax>
  void list(const char* key, sim::FixedList<T, kMax>& values) {
    with(key, [&](const models::Node& node) {
      values.n = 0;
      for (const models::Node& element : node.elements(0, static_cast<std::size_t>(kMax))) {
        T value;
        read(element, value, {}, {});
        values.add(value);
      }
    });
  }

  /// Reads the words that to_json writes for non-finite numbers.
  static double number(const models::Node& node, models::Range range) {
    if (!node.is_quoted()) return node.as_double(range);
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    constexpr std::array kNumber{kNan, -kNan, kInf, -kInf};
    return kNumber[node.as_choice({"nan", "-nan", "inf", "-inf"})];
  }

 private:
  template <class T>
  void read_all(const models::Node& node, std::span<T> values) {
    std::size_t i = 0;
    for (const models::Node& element : node.elements(values.size(), values.size()))
      read_element(element, values[i++]);
  }
  template <class T, std::size_t N>
  void read_element(const models::Node& node, std::array<T, N>& values) {
    read_all(node, std::span<T>(values));
  }
  template <class T>
  void read_element(const models::Node& node, T& value) {
    read(node, value, {}, {});
  }
};

/// Describes the fields that persist until the next input.
void describe_levels(auto& field, controller::Is<Input> auto& input) {
  field("goal", input.goal);
  field("stimulus", input.stimulus);
}

/// Describes the options of the `controller` section, and those that the scenario sets in other
/// sections.
void describe_all_options(auto& field, controller::Is<controller::ControllerConfig> auto& options) {
  field("control_period_s", options.period_s, "s");
  field("gravity_m_s2", options.gravity_W, "m/s2");
  field("cup_force_N", options.cup_goal_force_N, "N");
  describe(field, options);
}

}  // namespace ventosa::scenarios
