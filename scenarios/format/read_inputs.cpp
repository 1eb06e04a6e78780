#include <span>

#include "models/yaml_fields.h"
#include "scenarios/format/input_fields.h"
#include "scenarios/format/old_stimulus.h"
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
  void list(const char* key, sim::Bytes3& values, controller::Unit = {}, models::Range = {}) {
    list(key, std::span<double>(values));
  }
  template <class T, int kMax>
  void list(const char* key, sim::FixedList<T, kMax>& values) {
    with(key, [&](const Node& node) {
      values.n = 0;
      for (const Node& element : node.elements(0, static_cast<std::size_t>(kMax))) {
        T value;
        read(element, value, {}, {});
        values.add(value);
      }
    });
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

void read_old_stimulus(const Node& entry, std::size_t n_legs, OldStimulus& old, Input& input) {
  const auto node = entry.find("stimulus");
  if (!node || !is_old(*node)) return;
  models::read_fields<InputFields>(*node, n_legs, [&](auto& field) { describe(field, old); });
  input.stimulus = stimulus_of(old);
}

/// What names a leg or a link must name one that is there.
void check_parts(const Node& entry, const InputContext& context, const Input& input) {
  const controller::RobotModel& robot = context.robot.nominal;
  const int n_legs = robot.n_legs(), asked = input.goal.request.leg;
  if (asked < 0 || asked >= n_legs) entry.at("goal").at("request").at("leg").as_int(0, n_legs - 1);
  const auto refuse = [&](const std::string& rule) { entry.at("stimulus").fail(rule); };
  const auto check_leg = [&](int leg) {
    if (leg < 0 || leg >= n_legs)
      refuse("names a leg that is not there, of 0 to " + std::to_string(n_legs - 1));
  };
  for (const sim::TimedForce& push : input.stimulus.push) {
    if (push.part == controller::PartId{}) continue;
    check_leg(push.part.leg);
    const int n_links = robot.leg[static_cast<std::size_t>(push.part.leg)].n_joints;
    if (push.part.link < 0 || push.part.link >= n_links)
      refuse("names a link that is not there, of 0 to " + std::to_string(n_links - 1));
  }
  for (const sim::TimedFault& timed : input.stimulus.fault)
    if (const auto refusal = sim::refusal_of(timed.fault, context.robot, context.twin))
      refuse(std::string(controller::name(timed.fault.kind)) + ": " + refusal->key + " " +
             refusal->rule);
}

void read_levels(const Node& entry, const InputContext& context, OldStimulus& old, Input& input) {
  const auto n_legs = static_cast<std::size_t>(context.robot.nominal.n_legs());
  input.stimulus = sim::going_on(input.stimulus);
  models::read_fields<InputFields>(entry, n_legs,
                                   [&](auto& field) { describe_levels(field, input); });
  read_old_stimulus(entry, n_legs, old, input);
  check_parts(entry, context, input);
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
  OldStimulus old;
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
      read_levels(entry, context, old, next);
      next.request = read_request(entry);
      next.options = read_options(entry, options);
      input = next;
      all.push_back({tick, made, next});
    });
  mistakes.refuse();
  return RecordedInputs(std::move(all));
}

}  // namespace ventosa::scenarios
