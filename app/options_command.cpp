#include <algorithm>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/text_table.h"
#include "controller/model/config.h"
#include "models/input_error.h"
#include "models/part_keys.h"
#include "models/ranges.h"
#include "models/text.h"
#include "scenarios/format/sections.h"

/// `ventosa options`: options of the section `controller` of a scenario or robot.
namespace ventosa::app {

using controller::ControllerConfig;
using controller::Key;
using controller::Range;
using controller::Unit;
using nlohmann::ordered_json;

namespace {

struct Option {
  std::string key;  ///< for example "gait.stride_m"
  std::string value, unit, range, meaning;
};

std::string number_text(double value) { return models::decimal(value, 9); }

/// Range as text, for example "above 0 and at most 1".
std::string range_text(const Range& range) {
  constexpr std::string_view kRule = "must be ";
  const std::string rule = models::rule_of(range);
  return rule.starts_with(kRule) ? rule.substr(kRule.size()) : "any";
}

/// The `field` of a description that lists options.
class OptionList {
 public:
  /// @param parts  of the robot whose options are listed; null: of any robot
  explicit OptionList(const controller::Shape* parts) : parts_(parts) {}

  template <class Group>
  void operator()(const char* group, const Group& members) {
    group_ = group;
    describe(*this, members);
  }
  template <class T>
  void operator()(const Key& key, const T& value, Unit unit = {}, Range range = {}) {
    if (key.only && parts_ && !parts_->has(*key.only)) return;
    if constexpr (requires { describe(*this, value); })
      (*this)(key.name, value);
    else if constexpr (controller::Enumeration<T>)
      add(key, std::string(name(value)), "", words_of<T>());
    else
      add(key, number_text(static_cast<double>(value) / unit.si), unit.symbol, range_text(range));
  }
  template <class T>
  void per_joint(const Key& key, const controller::PerJoint<T>& values, Unit unit = {},
                 Range range = {}) {
    std::vector<std::string> texts;
    for (const T& value : values) texts.push_back(number_text(value / unit.si));
    add(key, joined(texts), unit.symbol, range_text(range));
  }

  std::vector<Option> options;

 private:
  void add(const Key& key, std::string value, std::string unit, std::string range) {
    options.push_back({group_ + "." + key.name, std::move(value), std::move(unit), std::move(range),
                       key.meaning});
  }
  template <class Enum>
  static std::string words_of() {
    const auto& words = controller::kEnumerators<Enum>;
    return joined({words.begin(), words.end()});
  }

  const controller::Shape* parts_;
  std::string group_;
};

std::vector<Option> options_of(const ControllerConfig& config,
                               const controller::Shape* parts = nullptr) {
  OptionList list(parts);
  describe(list, config);
  return list.options;
}

/// Title of a set of values, and the options with these values.
struct Source {
  std::string title;
  std::vector<Option> options;
};

/// For each option of `ideal` the effects of the plant that change it.
std::vector<Option> effects_on(
    std::vector<Option> ideal,
    const std::function<std::vector<Option>(models::Effects)>& options_with) {
  std::vector<std::vector<std::string>> names(ideal.size());
  for (const models::Effect effect : models::each_effect()) {
    const std::vector<Option> with = options_with({effect});
    for (std::size_t k = 0; k < ideal.size(); ++k)
      if (with[k].value != ideal[k].value) names[k].emplace_back(controller::name(effect));
  }
  for (std::size_t k = 0; k < ideal.size(); ++k) ideal[k].value = joined(names[k]);
  return ideal;
}

std::vector<Source> sources_of(const std::string& robot) {
  if (robot.empty()) return {{"default", options_of(ControllerConfig{})}};
  const models::Robot model = models::load(find_robot(robot));
  const controller::Shape parts = models::parts_of(model);
  const controller::Cup* cup = model.nominal.cup();
  const auto with = [&](models::Effects effects) {
    return options_of(scenarios::controller_settings(model, effects, cup ? cup->goal_force_N : 0),
                      &parts);
  };
  const std::vector<Option> ideal = with({});
  return {{"ideal", ideal},
          {"full", with(models::all_effects())},
          {"effects", effects_on(ideal, with)}};
}

/// @param chosen  indices of the options
void print(const std::vector<Source>& sources, const std::vector<std::size_t>& chosen) {
  std::vector<TextTable::Column> titles{{"option"}};
  for (const Source& source : sources) titles.push_back({source.title});
  titles.insert(titles.end(), {{"unit"}, {"range"}, {"meaning"}});
  TextTable table(titles);
  for (const std::size_t k : chosen) {
    const Option& option = sources.front().options[k];
    std::vector<std::string> row{option.key};
    for (const Source& source : sources) row.push_back(source.options[k].value);
    row.insert(row.end(), {option.unit, option.range, option.meaning});
    table.add(row);
  }
  table.print(std::cout);
}

void print_json(const std::vector<Source>& sources, const std::vector<std::size_t>& chosen) {
  auto list = ordered_json::array();
  for (const std::size_t k : chosen) {
    const Option& option = sources.front().options[k];
    ordered_json json{{"key", option.key}};
    for (const Source& source : sources) json[source.title] = source.options[k].value;
    json["unit"] = option.unit;
    json["range"] = option.range;
    json["meaning"] = option.meaning;
    list.push_back(std::move(json));
  }
  std::cout << ordered_json{{"schema", 1}, {"options", std::move(list)}}.dump(2) << '\n';
}

}  // namespace

ExitCode options(const OptionsOptions& options) {
  const std::vector<Source> sources = sources_of(options.robot);
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < sources.front().options.size(); ++k)
    if (matches_name(sources.front().options[k].key, options.pattern)) chosen.push_back(k);
  if (chosen.empty())
    throw models::InputError("", options.pattern, "matches no option's name",
                             "omit it to list all");
  options.json ? print_json(sources, chosen) : print(sources, chosen);
  return ExitCode::kPass;
}

}  // namespace ventosa::app
