#include "app/frames.h"

#include <cstdio>
#include <stdexcept>
#include <string>

namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

std::string file_name(std::int64_t number) {
  char name[32];
  std::snprintf(name, sizeof name, "%04d.png", static_cast<int>(number));
  return name;
}

}  // namespace

Frames::Frames(const fs::path& folder, double period_s) : folder_(folder), period_s_(period_s) {}

void Frames::look(const scenarios::ScenarioRun& run) {
  const double rounding_s = 1e-3 * run.period_s();
  const bool due = run.time_s() + rounding_s >= static_cast<double>(n_) * period_s_;
  const bool last = run.is_over();
  if (!due && !last) return;
  const std::string name = file_name(n_++);
  try {
    if (!camera_) camera_.emplace(run.twin());
    camera_->write(run.twin(), folder_.file(name));
  } catch (const std::runtime_error& error) {
    throw record::OutputError(target() / name, error.what());
  }
}

}  // namespace ventosa::app
