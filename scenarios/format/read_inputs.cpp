#include <cmath>
#include <limits>

#include "scenarios/format/input_fields.h"
#include "scenarios/format/old_stimulus.h"
#include "scenarios/format/route_entry.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using controller::ControllerConfig;
using controller::Vector3d;
using models::Node;

namespace {

void check_part(const Node& part, const controller::RobotModel& robot) {
  const auto leg = static_cast<std::size_t>(part.at("leg").as_int(0, robot.n_legs() - 1));
  part.at("link").as_int(0, robot.leg[leg].n_joints - 1);
}

void read_old_stimulus(const Node& node, const InputContext& context, OldStimulus& old,
                       Input& input) {
  if (!is_old(node)) return;
  const std::size_t n_legs = context.robot.nominal.leg.size();
  models::read_fields<InputFields>(node, n_legs, [&](auto& field) { describe(field, old); });
  if (const auto part = node.find("part"); part && old.link != controller::PartId{})
    check_part(*part, context.robot.nominal);
  input.stimulus = stimulus_of(old);
}

bool is_refused(const Node& entry) {
  const auto stimulus = entry.find("stimulus");
  if (!stimulus || stimulus->is_map()) return false;
  stimulus->as_choice({kRefused});
  return true;
}

sim::Stimulus refused_stimulus() {
  return sim::push_on_body(Vector3d::Constant(std::numeric_limits<double>::quiet_NaN()));
}

void check_request(const Node& entry, const controller::RobotModel& robot, const Input& input) {
  const int n_legs = robot.n_legs(), requested = input.goal.request.leg;
  if (requested < 0 || requested >= n_legs)
    entry.at("goal").at("request").at("leg").as_int(0, n_legs - 1);
}

/// Checks pushes and faults within a control period by the rules of a script.
class StimulusCheck {
 public:
  explicit StimulusCheck(const InputContext& context)
      : context_(context), period_ns_(std::llround(1e9 * context.twin.control_period_s)) {}

  /// @throws models::InputError
  void operator()(const Node& node, const sim::Stimulus& stimulus) const {
    check_all(node.find("push"), stimulus.push);
    check_all(node.find("fault"), stimulus.fault);
  }

 private:
  void check_all(const std::optional<Node>& list, const auto& stimuli) const {
    if (!list) return;
    const auto nodes = list->elements();
    std::size_t k = 0;
    for (const auto& each : stimuli) {
      check_span(nodes[k], each.when);
      check(nodes[k++], each);
    }
  }

  void check_span(const Node& node, const sim::Span& when) const {
    if (when.is_within(period_ns_)) return;
    const std::string period = std::to_string(period_ns_) + " ns";
    const bool begins = when.from_ns >= 0 && when.from_ns < period_ns_;
    if (begins)
      node.at("to_ns").fail("must be after from_ns and within the control period, " + period,
                            "null: until an entry changes the list");
    node.at("from_ns").fail("must be within the control period, 0 to less than " + period,
                            "an entry of a later tick");
  }

  void check(const Node& node, const sim::TimedForce& push) const {
    for (const Node& force : node.at("force").elements(3, 3)) force.as_double();
    if (push.part == controller::PartId{}) return;
    check_part(node.at("part"), context_.robot.nominal);
  }

  void check(const Node& node, const sim::TimedFault& timed) const {
    node.at("kind");
    if (const auto refusal = sim::refusal_of(timed.fault, context_.robot, context_.twin))
      (node.find(refusal->key) ? node.at(refusal->key) : node).fail(refusal->rule, refusal->hint);
  }

  const InputContext& context_;
  const std::int64_t period_ns_;
};

void read_stimulus(const Node& entry, const InputContext& context, OldStimulus& old, Input& input) {
  input.stimulus = sim::going_on(input.stimulus);
  if (is_refused(entry)) {
    input.stimulus = refused_stimulus();
    return;
  }
  const auto n_legs = static_cast<std::size_t>(context.robot.nominal.n_legs());
  const auto node = entry.find("stimulus");
  if (!node) return;
  models::read_fields<InputFields>(*node, n_legs,
                                   [&](auto& field) { describe(field, input.stimulus); });
  StimulusCheck{context}(*node, input.stimulus);
  read_old_stimulus(*node, context, old, input);
}

void read_levels(const Node& entry, const InputContext& context, OldStimulus& old, Input& input) {
  const auto n_legs = static_cast<std::size_t>(context.robot.nominal.n_legs());
  models::read_fields<InputFields>(entry, n_legs, [&](auto& field) { field("goal", input.goal); });
  check_request(entry, context.robot.nominal, input);
  read_stimulus(entry, context, old, input);
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

bool read_ends_run(const Node& entry) {
  const auto node = entry.find("ends_run");
  if (node && !node->as_bool()) node->fail("must be true", "or leave it out");
  return node.has_value();
}

/// Changes `options`, the options after the last change.
std::optional<ControllerConfig> read_options(const Node& entry, ControllerConfig& options) {
  const auto node = entry.find("options");
  if (!node) return std::nullopt;
  if (!node->is_map()) {
    node->as_choice({kRefused});
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
      if (const auto route = entry.find("route"))
        next.goal.route = route->is_null() ? nullptr : read_route(*route, context);
      next.request = read_request(entry);
      next.options = read_options(entry, options);
      next.ends_run = read_ends_run(entry);
      input = next;
      all.push_back({tick, made, next});
    });
  mistakes.refuse();
  return RecordedInputs(std::move(all));
}

}  // namespace ventosa::scenarios
