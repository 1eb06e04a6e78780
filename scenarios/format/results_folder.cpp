#include "scenarios/format/results_folder.h"

#include "record/output_folder.h"

namespace ventosa::scenarios {

bool holds_results(const std::filesystem::path& folder) {
  const auto has = [&](const char* name) { return std::filesystem::exists(folder / name); };
  return has(record::OutputFolder::kMark) ||
         (has("scenario.yaml") && (has("settings.json") || has("verdict.json")));
}

}  // namespace ventosa::scenarios
