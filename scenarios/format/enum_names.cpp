#include "scenarios/format/enum_names.h"

#include <algorithm>

#include "controller/diagnostics.h"

namespace ventosa::scenarios {
namespace {

/// controller::name() of every value up to `last`, as one word.
template <class Enum>
std::vector<std::string> names_up_to(Enum last) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names.emplace_back(controller::name(static_cast<Enum>(i)));
    std::replace(names.back().begin(), names.back().end(), ' ', '_');
  }
  return names;
}

}  // namespace

std::vector<std::string> enum_names(std::string_view signal) {
  const bool plan = signal.starts_with("plan.");
  if (signal == "plan.payload.status")
    return {"off", "moving", "not_a_weight", "changed", "bad_reading", "weighed"};
  if (signal == "plan.request.status") return names_up_to(controller::RequestStatus::kPreempted);
  if (plan && signal.ends_with(".limit")) return names_up_to(controller::Limit::kPush);
  if (signal == "goal.activity") return {"hold", "pose", "walk", "walk_to", "move", "leg"};
  if (plan && signal.ends_with(".alarm")) return names_up_to(controller::FootAlarm::kDetachment);
  if (signal.ends_with(".reason")) return names_up_to(controller::Reason::kWayBlocked);
  if (signal.ends_with(".kind")) return names_up_to(controller::TaskKind::kAttach);
  if (signal.ends_with(".status")) return names_up_to(controller::TaskStatus::kPreempted);
  if (signal.ends_with(".cup.phase")) return {"free", "sealing", "attached", "releasing"};
  if (signal.ends_with(".phase"))
    return {"stance", "unload", "release", "lift", "transfer",
            "lower",  "touch",  "seal",    "load", "free"};
  if (signal.ends_with(".pack.supply")) return {"on", "down", "booting"};
  if (signal.ends_with(".pack.relay")) return {"isolated", "share", "charge", "bus_only"};
  if (signal.ends_with(".cup.mode")) return {"hold", "grip", "release", "attach"};
  if (signal == "session.robot") return {"ok", "late", "stale", "lost", "unstable", "ended"};
  if (signal == "session.mode") return {"ready", "active", "holding", "cut"};
  if (signal == "session.input") return {"new", "old", "late", "unsorted", "future", "unsound"};
  if (signal == "session.request") return {"none", "arm", "hold", "acknowledge", "cut"};
  if (signal == "session.options") return {"unchanged", "changed", "refused"};
  if (signal.ends_with(".mode"))
    return {"hold",     "passive", "impedance",        "position",
            "velocity", "current", "current_position", "pwm"};
  return {};
}

std::string enum_name(std::string_view signal, double value) {
  const std::vector<std::string> names = enum_names(signal);
  const bool named = value >= 0 && value < static_cast<double>(names.size());
  return named ? names[static_cast<std::size_t>(value)] : std::to_string(value);
}

}  // namespace ventosa::scenarios
