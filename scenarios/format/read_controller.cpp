#include <algorithm>

#include "scenarios/format/controller_options.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using models::Node;

namespace {

/// Reads the options that are there and leaves the others alone.
class OptionReader {
 public:
  explicit OptionReader(std::optional<Node> node) : node_(std::move(node)) {}

  template <class Function>
  void group(const char* key, Function read) const {
    const OptionReader reader(find(key));
    read(reader);
  }
  void operator()(const char* key, models::Range range, double& value) const {
    if (const auto node = find(key)) value = node->as_double(range);
  }
  void operator()(const char* key, models::Range range, int& value) const {
    if (const auto node = find(key))
      value = node->as_int(static_cast<int>(range.min), static_cast<int>(range.max));
  }
  /// A value per joint along the leg; the last one given counts for the rest.
  void operator()(const char* key, models::Range range,
                  controller::PerJoint<double>& values) const {
    const auto node = find(key);
    if (!node) return;
    const auto elements = node->elements(1, controller::kMaxJoints);
    for (std::size_t j = 0; j < values.size(); ++j)
      values[j] = elements[std::min(j, elements.size() - 1)].as_double(range);
  }
  template <class Enum>
  void choice(const char* key, const std::vector<std::string_view>& names, Enum& value) const {
    if (const auto node = find(key)) value = static_cast<Enum>(node->as_choice(names));
  }

 private:
  std::optional<Node> find(const char* key) const {
    return node_ ? node_->find(key) : std::nullopt;
  }

  std::optional<Node> node_;
};

}  // namespace

void read_controller(const Node& scenario, controller::ControllerConfig& config) {
  const OptionReader reader(scenario.find("controller"));
  controller_options(reader, config);
}

}  // namespace ventosa::scenarios
