#include "app/data_folder.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "models/input_error.h"
#include "models/spelling.h"
#include "models/strict_yaml.h"
#include "models/text.h"

namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

DataFolder inside(const fs::path& folder) { return {folder / "robots", folder / "scenarios"}; }

fs::path share_folder() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  return program.parent_path().parent_path() / "share" / "ventosa";
}

/// Robots have legs, scenarios a robot, traces gaps; a file of parts has none of them.
bool is_named_by_users(const fs::path& file) {
  try {
    const models::Node root = models::Node::load(file);
    return root.is_map() && (root.find("legs") || root.find("robot") || root.find("gaps_ms"));
  } catch (const models::InputError&) {
    return true;  // who names it will hear what is wrong with it
  }
}

std::vector<std::string> shipped_names(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) {
    if (!fs::is_directory(folder)) continue;
    for (const fs::path& file : yaml_files(folder))
      if (is_named_by_users(file)) names.push_back(file.stem().string());
  }
  return names;
}

std::string hint_for(const std::string& name, const std::vector<fs::path>& folders) {
  const std::vector<std::string> names = shipped_names(folders);
  const std::string_view meant = models::closest(name, names);
  if (!meant.empty()) return "did you mean " + std::string(meant) + "?";
  std::string all;
  for (const std::string& each : names) all += (all.empty() ? "" : ", ") + each;
  return "a path has a / or ends in .yaml; shipped are: " + all;
}

}  // namespace

DataFolder data_folder() {
  const char* named = std::getenv("VENTOSA_DATA");
  if (named != nullptr && *named != '\0') return inside(named);
  if (const fs::path share = share_folder(); fs::is_directory(share)) return inside(share);
  return {VENTOSA_ROBOTS_FOLDER, VENTOSA_SCENARIOS_FOLDER};
}

fs::path find_input(const std::string& input, const std::vector<fs::path>& folders) {
  if (models::is_path(input)) return input;
  for (const fs::path& folder : folders)
    if (fs::path file = folder / (input + ".yaml"); fs::exists(file)) return file;
  throw models::InputError("", input, "nothing shipped has this name", hint_for(input, folders));
}

std::vector<fs::path> yaml_files(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  if (failed)
    throw models::InputError("", folder.string(), "cannot be listed: " + failed.message(),
                             "name a folder of scenario files");
  if (files.empty())
    throw models::InputError("", folder.string(), "must hold .yaml files",
                             "name a folder of scenario files");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace ventosa::app
