#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "record/output_folder.h"
#include "scenarios/session/scenario_run.h"
#include "sim/render/picture.h"

namespace ventosa::app {

/// A series of pictures of one run, 0000.png, 0001.png, ..., in a folder of results.
class Frames {
 public:
  /// @param period_s  simulated time between two pictures; the end always has one
  /// @throws record::OutputError
  Frames(const std::filesystem::path& folder, double period_s);

  /// Takes a picture if it is due.  @throws record::OutputError
  void look(const scenarios::ScenarioRun& run);
  void commit() { folder_.commit(); }
  record::OutputError kept(const record::OutputError& failure) { return folder_.kept(failure); }
  const std::filesystem::path& target() const { return folder_.target(); }

 private:
  record::OutputFolder folder_;
  double period_s_;
  std::int64_t n_ = 0;
  std::optional<sim::Picture> camera_;  ///< created with the first picture
};

}  // namespace ventosa::app
