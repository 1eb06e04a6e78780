#include "scenarios/format/label.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/input_error.h"
#include "models/mistakes.h"
#include "models/text.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using models::InputError;
using models::Mistakes;
using models::Node;

std::string read_name(const Node& root, const std::filesystem::path& file) {
  const auto node = root.find("name");
  const std::string name = node ? node->as_string() : file.stem().string();
  if (!models::is_name(name))
    throw InputError("name", name, models::kNameRule, "it names the folder of results");
  return name;
}

std::string read_title(const Node& root, const std::string& name) {
  const auto title = root.find("title");
  return title ? title->as_string() : name;
}

std::vector<std::uint64_t> read_seeds(const Node& root) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  const auto many = root.find("seeds");
  const auto one = root.find("seed");
  if (many && one) one->fail("excludes seeds", "keep one of the two");
  if (one) return {static_cast<std::uint64_t>(one->as_int64(0, kLargest))};
  if (!many) return {1};
  std::vector<std::uint64_t> seeds;
  Mistakes mistakes;
  for (const Node& seed : many->elements(1, 1000))
    mistakes.collect(seed, [&] {
      seeds.push_back(static_cast<std::uint64_t>(seed.as_int64(0, kLargest)));
      if (std::count(seeds.begin(), seeds.end(), seeds.back()) > 1) seed.fail("is listed twice");
    });
  mistakes.refuse();
  return seeds;
}

namespace {

/// Leaves the value unchanged if the file is wrong.
template <class Read>
void try_to(Read read) {
  try {
    read();
  } catch (const InputError&) {
  }
}

std::string kind_of(const Surface& surface) {
  const double up = surface.patch.X_WS.linear().col(2).z();
  const auto incline_deg =
      std::lround(std::acos(std::clamp(up, -1.0, 1.0)) / controller::kRadPerDegree);
  if (incline_deg == 0) return "ground";
  if (incline_deg == 90) return "wall";
  return incline_deg == 180 ? "ceiling" : "incline " + std::to_string(incline_deg) + " deg";
}

std::vector<std::string> kinds_of(const std::vector<Surface>& surfaces) {
  std::vector<std::string> kinds;
  for (const Surface& surface : surfaces)
    if (const std::string kind = kind_of(surface);
        std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      kinds.push_back(kind);
  return kinds;
}

}  // namespace

Label label_of(const Node& root, const std::filesystem::path& file) {
  Label label;
  label.name = label.title = file.stem().string();
  if (!root.is_map()) return label;
  try_to([&] { label.name = label.title = read_name(root, file); });
  try_to([&] { label.title = read_title(root, label.name); });
  try_to([&] { label.seeds = read_seeds(root); });
  try_to([&] { label.robot = root.at("robot").as_string(); });
  try_to([&] { label.fidelity = controller::name(read_fidelity(root)); });
  try_to([&] { label.surfaces = kinds_of(read_surfaces(root)); });
  try_to([&] { label.duration_s = root.at("duration_s").as_double(); });
  return label;
}

Label label_of(const std::filesystem::path& file) {
  try {
    return label_of(Node::load(file), file);
  } catch (const InputError&) {
    return {.name = file.stem().string(), .title = file.stem().string()};
  }
}

}  // namespace ventosa::scenarios
