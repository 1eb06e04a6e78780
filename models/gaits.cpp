#include "models/gaits.h"

#include <algorithm>
#include <string_view>

namespace ventosa::models {

using controller::FootMove;
using controller::Gait;
using controller::GaitFault;
using controller::GaitMistake;
using controller::GaitRow;

namespace {

using Names = std::vector<std::string_view>;

FootMove read_move(const std::string& key, const Node& node) {
  const auto& words = controller::kEnumerators<FootMove>;
  const auto word = std::find(words.begin(), words.end(), key);
  const auto move = static_cast<FootMove>(word - words.begin());
  if (word == words.end() || move == FootMove::kStay)
    node.fail("is not a move of a gait", "lift, carry, lower or step, each with a list of legs");
  return move;
}

GaitRow read_row(const Node& node, const Names& names, bool may_rest) {
  GaitRow row;
  for (const auto& [key, legs] : node.members()) {
    const FootMove move = read_move(key, legs);
    for (const Node& name : legs.elements(1, names.size())) {
      FootMove& of_leg = row.move[name.as_choice(names)];
      if (of_leg != FootMove::kStay)
        name.fail("has a move in this row already", "one move per leg");
      of_leg = move;
    }
  }
  if (!may_rest && std::all_of(row.move.begin(), row.move.end(),
                               [](FootMove move) { return move == FootMove::kStay; }))
    node.fail("moves no leg",
              "lift, carry, lower or step one leg at least, or give the gait a step_s");
  return row;
}

constexpr double kLongestStep_s = 60, kLongestSweep_m = 1;

void read_clock(const Node& table, Gait& gait) {
  gait.step_s = table.at("step_s").as_double(above(0, kLongestStep_s));
  gait.sweep_m = table.at("sweep_m").as_double(above(0, kLongestSweep_m));
  if (const auto swing = table.find("swing"))
    gait.swing = static_cast<controller::SwingRule>(swing->as_choice({"foothold", "reverse_body"}));
}

/// A foot that swings by the reverse body leaves the ground at once; a cup first has to let go.
void refuse_reverse(const Node& entry) {
  const auto swing = entry.is_map() ? entry.find("swing") : std::nullopt;
  if (swing && swing->as_string() == "reverse_body")
    swing->fail("needs feet without cups", "a cup has to let go before it swings: swing: foothold");
}

/// Another clock for a gait that has one.
void change_clock(const Node& entry, Gait& gait) {
  if (!gait.is_clocked())
    entry.fail("has no rows, and the gait of this name is not by the clock", "add its rows");
  const auto step_s = entry.find("step_s"), sweep_m = entry.find("sweep_m");
  if (!step_s && !sweep_m) entry.fail("changes nothing", "give a step_s, a sweep_m or rows");
  if (step_s) gait.step_s = step_s->as_double(above(0, kLongestStep_s));
  if (sweep_m) gait.sweep_m = sweep_m->as_double(above(0, kLongestSweep_m));
}

std::string place(const Gait& gait, const GaitMistake& mistake) {
  return "row " + std::to_string(mistake.row + 1) + " of " + std::to_string(gait.row.size());
}

/// Reports a mistake at its row, if it has one.
[[noreturn]] void refuse(const Node& table, const std::vector<Node>& rows, const Gait& gait,
                         const GaitMistake& mistake, const Names& names) {
  const auto leg = [&] { return std::string(names[static_cast<std::size_t>(mistake.leg)]); };
  switch (mistake.fault) {
    case GaitFault::kLegMissing:
      table.fail(leg() + " never steps", "lift and lower, or step, every leg in some row");
    case GaitFault::kOutOfTurn:
      rows[static_cast<std::size_t>(mistake.row)].fail(
          leg() + " moves out of turn in " + place(gait, mistake),
          "a foot is lifted, then carried and lowered, and then lifted again");
    case GaitFault::kTooFewFeet:
      rows[static_cast<std::size_t>(mistake.row)].fail(
          "leaves " + std::to_string(mistake.feet) + " feet on the surface in " +
              place(gait, mistake),
          "at least " + std::to_string(controller::kFewestFeet));
    case GaitFault::kNoStep:
      rows[static_cast<std::size_t>(mistake.row)].fail(
          leg() + " does not swing in one row, once in a cycle, in " + place(gait, mistake),
          "with swing: reverse_body a leg has one step, and no lift, carry or lower");
    default:
      table.fail("must have 1 to " + std::to_string(controller::kMaxGaitRows) + " rows");
  }
}

Gait read_gait(const std::string& name, const Node& table, const Names& names) {
  if (name == "free") table.fail("is the name of the gait without a table", "choose another one");
  if (!is_name(name)) table.fail(kNameRule);
  Gait gait;
  gait.name = name;
  const Node list = table.is_map() ? table.at("rows") : table;
  if (table.is_map()) read_clock(table, gait);
  const std::vector<Node> rows = list.elements(1, controller::kMaxGaitRows);
  for (const Node& row : rows) gait.row.push_back(read_row(row, names, gait.is_clocked()));
  const GaitMistake mistake = controller::check(gait, static_cast<int>(names.size()));
  if (mistake.fault != GaitFault::kNone) refuse(table, rows, gait, mistake, names);
  return gait;
}

}  // namespace

void read_gaits(const Node& node, const std::vector<controller::Leg>& legs,
                std::vector<Gait>& gaits) {
  Names names;
  for (const controller::Leg& leg : legs) names.push_back(leg.name);
  const bool has_cups =
      std::any_of(legs.begin(), legs.end(), [](const controller::Leg& leg) { return leg.cup(); });
  for (const auto& [name, entry] : node.members()) {
    if (has_cups) refuse_reverse(entry);
    const auto there = std::find_if(gaits.begin(), gaits.end(),
                                    [&](const Gait& gait) { return gait.name == name; });
    if (entry.is_map() && !entry.find("rows") && there != gaits.end())
      change_clock(entry, *there);
    else if (there != gaits.end())
      *there = read_gait(name, entry, names);
    else
      gaits.push_back(read_gait(name, entry, names));
  }
}

}  // namespace ventosa::models
