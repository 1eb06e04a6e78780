#include <span>

#include "models/yaml_fields.h"
#include "scenarios/format/input_fields.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using controller::ControllerConfig;
using models::Node;

namespace {

/// Reads what differs from the input before; lists too, and numbers that are none.
class InputFields : public models::YamlFields<InputFields> {
 public:
  static constexpr bool kKnowsAllKeys = false;  ///< of an entry
  InputFields(Node node, std::size_t n_legs) : YamlFields(std::move(node), n_legs) {}

  std::optional<Node> find(const char* key) const { return node_.find(key); }

  template <class T>
  void list(const char* key, std::span<T> values, controller::Unit = {}, models::Range = {}) {
    with(key, [&](const Node& node) { read_all(node, values); });
  }

  /// As to_json writes it.
  static double number(const Node& node, models::Range range) {
    if (!node.is_quoted()) return node.as_double(range);
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInf = std::numeric_limits<double>::infinity();
    constexpr std::array kNumber{kNan, -kNan, kInf, -kInf};
    return kNumber[node.as_choice({"nan", "-nan", "inf", "-inf"})];
  }

 private:
  template <class T>
  void read_all(const Node& node, std::span<T> values) {
    std::size_t i = 0;
    for (const Node& element : node.elements(values.size(), values.size()))
      read_element(element, values[i++]);
  }
  template <class T, std::size_t N>
  void read_element(const Node& node, std::array<T, N>& values) {
    read_all(node, std::span<T>(values));
  }
  template <class T>
  void read_element(const Node& node, T& value) {
    read(node, value, {}, {});
  }
};

/// What names a leg or a link must name one that is there.
void read_levels(const Node& entry, const controller::RobotModel& robot, Input& input) {
  const int n_legs = robot.n_legs();
  models::read_fields<InputFields>(entry, static_cast<std::size_t>(n_legs),
                                   [&](auto& field) { describe_levels(field, input); });
  const int asked = input.goal.request.leg;
  if (asked < 0 || asked >= n_legs) entry.at("goal").at("request").at("leg").as_int(0, n_legs - 1);
  const auto& [leg, link] = input.stimulus.link;
  if (leg == -1) return;
  if (leg < 0 || leg >= n_legs) entry.at("stimulus").at("part").at("leg").as_int(-1, n_legs - 1);
  const int n_links = robot.leg[static_cast<std::size_t>(leg)].n_joints;
  if (link < 0 || link >= n_links)
    entry.at("stimulus").at("part").at("link").as_int(0, n_links - 1);
}

OperatorRequest read_request(const Node& entry) {
  OperatorRequest request;
  const auto node = entry.find("request");
  if (!node) return request;
  models::read_fields<models::OptionalFields>(*node, 0, [&](auto& field) {
    field("action", request.action);
    field("confirmed", request.confirmed);
    field("supported", request.supported);
  });
  return request;
}

/// Over those of the last change.
std::optional<ControllerConfig> read_options(const Node& entry, ControllerConfig& options) {
  const auto node = entry.find("options");
  if (!node) return std::nullopt;
  if (!node->is_map()) {
    node->as_choice({kRefusedOptions});
    ControllerConfig refused = options;
    refused.period_s = std::numeric_limits<double>::quiet_NaN();
    return refused;
  }
  models::read_fields<models::OptionalFields>(
      *node, 0, [&](auto& field) { describe_all_options(field, options); });
  return options;
}

}  // namespace

RecordedInputs read_inputs(const Node& inputs, const InputContext& context) {
  ControllerConfig options = context.options;
  std::vector<RecordedInput> all;
  std::int64_t earliest = 0;
  Input input;
  models::Mistakes mistakes;
  for (const Node& entry : inputs.elements())
    mistakes.collect(entry, [&] {
      const Node at = entry.at("tick");
      const std::int64_t tick = at.as_int64(0, context.n_ticks);
      if (tick < earliest) at.fail("must be later than the entry before", "one entry a tick");
      earliest = tick + 1;
      std::optional<std::int64_t> made;
      if (const auto node = entry.find("made")) made = node->as_int64();
      Input next = input;
      read_levels(entry, context.robot, next);
      next.request = read_request(entry);
      next.options = read_options(entry, options);
      input = next;
      all.push_back({tick, made, next});
    });
  mistakes.refuse();
  return RecordedInputs(std::move(all));
}

}  // namespace ventosa::scenarios
