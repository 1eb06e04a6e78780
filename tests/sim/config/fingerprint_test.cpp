#include "sim/config/fingerprint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "models/input_error.h"
#include "tests/scratch_folder.h"
#include "tests/sim/config/fields.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::fingerprint_test {
namespace {

namespace fs = std::filesystem;

/// change(leaf) for each number, flag, name and text in `value`, at any depth.
template <class Value, class Change>
void for_each_leaf(Value& value, Change&& change) {
  if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value> ||
                std::is_same_v<Value, std::string>)
    change(value);
  else if constexpr (requires { value.linear(); })
    for_each_leaf(value.matrix(), change);
  else if constexpr (requires { value.reshaped(); })
    for (double& x : value.reshaped()) change(x);
  else if constexpr (requires { value.has_value(); }) {
    if (value) for_each_leaf(*value, change);
  } else if constexpr (requires { value.valueless_by_exception(); })
    std::visit([&](auto& one) { for_each_leaf(one, change); }, value);
  else if constexpr (requires { value.begin(); })
    for (auto& element : value) for_each_leaf(element, change);
  else
    for_each_field(value, [&](auto& field) { for_each_leaf(field, change); });
}

void spoil(bool& flag) { flag = !flag; }
void spoil(std::string& text) { text += "?"; }
template <class Number>
void spoil(Number& number) {
  if constexpr (std::is_enum_v<Number>)
    number = static_cast<Number>(static_cast<int>(number) + 1);
  else
    number =
        std::isfinite(static_cast<double>(number)) ? static_cast<Number>(number + 1) : Number{};
}

/// Fingerprints with one leaf of `value` changed at a time.
template <class Value, class Fingerprint>
std::vector<std::uint64_t> with_each_changed(Value& value, Fingerprint&& fingerprint) {
  std::size_t n = 0;
  for_each_leaf(value, [&](auto&) { ++n; });
  std::vector<std::uint64_t> all;
  for (std::size_t k = 0; k < n; ++k) {
    Value changed = value;
    std::size_t at = 0;
    for_each_leaf(changed, [&](auto& leaf) {
      if (at++ == k) spoil(leaf);
    });
    all.push_back(fingerprint(changed));
  }
  return all;
}

TEST(Fingerprint, ChangesWithEveryOptionOfTheTwinAndEveryNumberOfTheRobot) {
  models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.relief[0] = {.seed = 1, .height_m = 0.03, .correlation_m = 0.2};
  std::vector<std::uint64_t> all{fingerprint_of(robot, config)};
  const auto take = [&](const std::vector<std::uint64_t>& changed) {
    all.insert(all.end(), changed.begin(), changed.end());
  };
  take(with_each_changed(config, [&](const auto& c) { return fingerprint_of(robot, c); }));
  EXPECT_GT(all.size(), 300u);
  take(with_each_changed(robot, [&](const auto& r) { return fingerprint_of(r, config); }));
  EXPECT_GT(all.size(), 1500u);
  // not settings of a robot: a controller's period, gravity (3) and cup goal
  constexpr std::size_t kOfTheRun = 5;
  EXPECT_EQ(std::set<std::uint64_t>(all.begin(), all.end()).size(), all.size() - kOfTheRun);
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Every number of a YAML text: after `: ` or in a list.
std::vector<std::smatch> numbers_of(const std::string& text) {
  static const std::regex number(R"([:\[,] *(-?[0-9]+\.?[0-9]*(e-?[0-9]+)?)(?=[\],} \n]))");
  std::vector<std::smatch> found;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    const std::size_t line = text.rfind('\n', static_cast<std::size_t>(at->position(1))) + 1;
    const std::size_t comment = text.find('#', line);
    if (comment > static_cast<std::size_t>(at->position(1))) found.push_back(*at);
  }
  return found;
}

/// A copy of the folder of robots that a test may change.
class CopiedRobots {
 public:
  CopiedRobots() { fs::copy(fs::path(VENTOSA_SOURCE_DIR) / "models/data", folder_.path()); }

  fs::path file(const char* name) const { return folder_.path() / name; }
  void write(const char* name, const std::string& text) const { std::ofstream(file(name)) << text; }

 private:
  ScratchFolder folder_;
};

std::string replaced(std::string text, const std::smatch& number, double factor) {
  std::ostringstream other;
  other.precision(12);
  const double value = std::stod(number[1]);
  other << (value == 0 ? 1e-3 : value * factor);
  return text.replace(static_cast<std::size_t>(number.position(1)),
                      static_cast<std::size_t>(number.length(1)), other.str());
}

// by the numbers of the file, not by the struct's fields: each number must be read and stored, for
// both leg types
TEST(Fingerprint, ChangesWithEveryNumberInTheFileOfParts) {
  const CopiedRobots robots;
  const TwinConfig config = standing(romerin4(), 0);
  const auto fingerprint = [&]() -> std::optional<std::uint64_t> {
    try {
      return fingerprint_of(models::load(robots.file("romerin4_mixed.yaml")), config);
    } catch (const models::InputError&) {
      return std::nullopt;
    }
  };
  const auto original = fingerprint();
  const std::string text = text_of(robots.file("romerin_parts.yaml"));
  int n_changed = 0;
  for (const std::smatch& number : numbers_of(text)) {
    const auto place = static_cast<std::size_t>(number.position(1));
    const std::string line = text.substr(text.rfind('\n', place) + 1, 60);
    bool taken = false;
    // the change of one number may exceed a limit
    for (const double factor : {1 - 1e-4, 1 + 1e-4}) {
      robots.write("romerin_parts.yaml", replaced(text, number, factor));
      const auto changed = fingerprint();
      if (!changed) continue;
      taken = true;
      EXPECT_NE(changed, original) << line;
    }
    const bool whole = number[1].str().find_first_of(".e") == std::string::npos;
    EXPECT_TRUE(taken || whole) << line;  // a count cannot change by 1e-4
    n_changed += taken;
  }
  EXPECT_GT(n_changed, 25);
}

}  // namespace
}  // namespace ventosa::sim::fingerprint_test
