#include "scenarios/format/gap_trace_file.h"

#include "models/strict_yaml.h"

namespace ventosa::scenarios {
namespace {

constexpr double kSeconds = 1e-3;  // seconds per millisecond
constexpr double kLongest_ms = 60e3;
constexpr std::size_t kMostGaps = 100'000;

double read_period_s(const models::Node& root, hal::GapKind kind) {
  if (kind == hal::GapKind::kHold) return 0;
  return kSeconds * root.at("period_ms").as_double(models::above(0, kLongest_ms));
}

}  // namespace

hal::GapTrace read_gap_trace(const std::filesystem::path& file) {
  const models::Node root = models::Node::load(file);
  const auto kind = root.at("kind").as_enum<hal::GapKind>(
      {{"hold", hal::GapKind::kHold}, {"drop", hal::GapKind::kDrop}});
  const double period_s = read_period_s(root, kind);
  std::vector<double> gaps_s;
  for (const models::Node& gap : root.at("gaps_ms").elements(1, kMostGaps))
    gaps_s.push_back(kSeconds * gap.as_double(models::between(1e-3, kLongest_ms)));
  root.finish();
  return hal::gap_trace(kind, period_s, gaps_s);
}

}  // namespace ventosa::scenarios
