#include "scenarios/format/read_breakage.h"

#include <limits>
#include <string_view>

namespace ventosa::scenarios {

using controller::Relay;
using models::Node;
using sim::FaultKind;

namespace {

double read_amount(const Node& node, FaultKind kind) {
  const sim::FaultAmount& amount = sim::traits(kind).amount;
  if (amount.key == nullptr) return 0;
  if (kind == FaultKind::kRelayStuck)
    return static_cast<double>(node.at(amount.key)
                                   .as_choice({controller::kEnumerators<Relay>.begin(),
                                               controller::kEnumerators<Relay>.end()}));
  const auto given = node.find(amount.key);
  if (!given && amount.usual) return *amount.usual;
  return node.at(amount.key).as_double();
}

/// `body: true` takes the place of a leg.
void read_body(const Node& node) {
  const auto body = node.find("body");
  if (body && !body->as_bool()) body->fail("must be true", "or name a leg");
  if (const auto leg = node.find("leg"); body && leg) leg->fail("excludes body");
}

/// Reports a refused amount under the key that scripts use for this kind.
[[noreturn]] void refuse(const Node& node, FaultKind kind, const sim::FaultRefusal& refusal) {
  const bool of_amount = std::string_view(refusal.key) == "amount";
  const char* const key = of_amount ? sim::traits(kind).amount.key : refusal.key;
  (node.find(key) ? node.at(key) : node).fail(refusal.rule, refusal.hint);
}

sim::Fault read_fault(const Node& node, FaultKind kind, const ScriptContext& context) {
  sim::Fault fault{.kind = kind};
  read_body(node);
  if (const auto leg = node.find("leg")) fault.leg = read_leg(*leg, context.robot);
  if (const auto joint = node.find("joint")) fault.joint = joint->as_int();
  fault.amount = read_amount(node, kind);
  if (const auto refusal = sim::refusal_of(fault, context.plant, context.twin))
    refuse(node, kind, *refusal);
  return fault;
}

double read_duration_s(const Node& node) {
  const auto duration_s = node.find("duration_s");
  return duration_s ? duration_s->as_double(models::between(kShortest_s, kLongestPart_s))
                    : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<Breakage> read_breakage(const Node& entry, double at_s,
                                      const ScriptContext& context) {
  const auto read = [&](const Node& node, FaultKind kind) {
    return Breakage{at_s, read_duration_s(node), read_fault(node, kind, context)};
  };
  const auto& kinds = controller::kEnumerators<FaultKind>;
  const auto fault = entry.find("fault"), leak = entry.find("leak");
  if (fault && leak) leak->fail("excludes fault", "write them as two entries of the script");
  if (leak) return read(*leak, FaultKind::kLeak);
  if (!fault) return std::nullopt;
  const std::size_t kind = fault->at("kind").as_choice({kinds.begin(), kinds.end()});
  return read(*fault, static_cast<FaultKind>(kind));
}

}  // namespace ventosa::scenarios
