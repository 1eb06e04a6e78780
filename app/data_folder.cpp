#include "app/data_folder.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "app/text_table.h"
#include "models/input_error.h"
#include "models/spelling.h"
#include "models/text.h"
#include "scenarios/format/file_kind.h"
#include "scenarios/format/gap_trace_file.h"

namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

DataFolder inside(const fs::path& folder) { return {folder / "robots", folder / "scenarios"}; }

fs::path share_folder() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  return program.parent_path().parent_path() / "share" / "ventosa";
}

/// A kind of file that a command can take.
struct Kind {
  const char* name;  ///< name with its article
  fs::path folder;   ///< folder of the shipped files
  const char* use;   ///< commands that take files of this kind, for hints
};

struct Kinds {
  Kind scenario, robot, trace;
};

Kinds kinds() {
  const DataFolder data = data_folder();
  return {{"a scenario", data.scenarios, "'ventosa run' and 'ventosa view' take it"},
          {"a robot", data.robots,
           "'ventosa check' and 'ventosa statics' take it, and 'robot:' of a scenario"},
          {"a trace", data.robots / scenarios::kTracesFolder, "'ventosa link' takes it"}};
}

fs::path shipped(const Kind& kind, const std::string& name) {
  return kind.folder / (name + ".yaml");
}

std::vector<std::string> shipped_names(const std::vector<Kind>& wanted) {
  std::vector<std::string> names;
  for (const Kind& kind : wanted) {
    if (!fs::is_directory(kind.folder)) continue;
    for (const fs::path& file : yaml_files(kind.folder))
      if (scenarios::file_kind(file) != scenarios::FileKind::kParts)
        names.push_back(file.stem().string());
  }
  return names;
}

/// Hint for a name that no shipped file has.
std::string hint_for(const std::string& name, const std::vector<Kind>& wanted) {
  for (const char* const ending : {"", ".yaml", ".yml"})
    if (fs::is_regular_file(name + ending)) return "write ./" + name + ending;
  const Kinds all = kinds();
  for (const Kind& other : {all.scenario, all.robot, all.trace})
    if (fs::exists(shipped(other, name)))
      return std::string("it is ") + other.name + ": " + other.use;
  const std::vector<std::string> names = shipped_names(wanted);
  const std::string_view meant = models::closest(name, names);
  if (!meant.empty()) return "did you mean " + std::string(meant) + "?";
  constexpr std::size_t kFew = 12;
  return names.size() > kFew ? "'ventosa list' shows all names; a file is written as ./NAME.yaml"
                             : "shipped are: " + joined(names);
}

std::string folder_hint(const fs::path& folder) {
  if (fs::exists(folder / "scenario.yaml")) return "name scenario.yaml in it";
  return "name a file in it; 'ventosa test " + folder.string() + "' runs its scenarios";
}

fs::path find(const std::string& input, const std::vector<Kind>& wanted) {
  if (input == "-") return "/dev/stdin";
  for (const Kind& kind : wanted)
    if (fs::path file = shipped(kind, input); !models::is_path(input) && fs::exists(file))
      return file;
  std::error_code unreadable;
  if (fs::is_directory(input, unreadable))
    throw models::InputError("", input, "is a folder", folder_hint(input));
  if (models::is_path(input)) return input;
  std::string names;
  for (const Kind& kind : wanted) names += (names.empty() ? "" : " or ") + std::string(kind.name);
  throw models::InputError("", input, "is not the name of " + names, hint_for(input, wanted));
}

}  // namespace

DataFolder data_folder() {
  const char* named = std::getenv("VENTOSA_DATA");
  if (named != nullptr && *named != '\0') return inside(named);
  if (const fs::path share = share_folder(); fs::is_directory(share)) return inside(share);
  return {VENTOSA_ROBOTS_FOLDER, VENTOSA_SCENARIOS_FOLDER};
}

fs::path find_scenario(const std::string& input) { return find(input, {kinds().scenario}); }
fs::path find_robot(const std::string& input) { return find(input, {kinds().robot}); }
fs::path find_trace(const std::string& input) { return find(input, {kinds().trace}); }
fs::path find_robot_or_scenario(const std::string& input) {
  return find(input, {kinds().scenario, kinds().robot});
}

bool matches_name(const std::string& name, const std::string& pattern) {
  const bool is_whole = pattern.find_first_of("*?[") != std::string::npos;
  return ::fnmatch((is_whole ? pattern : "*" + pattern + "*").c_str(), name.c_str(), 0) == 0;
}

std::vector<fs::path> yaml_files(const fs::path& folder) {
  // a pipe or device is no file of a folder; a dangling link is one that cannot be read
  const auto is_meant = [](const fs::path& file) {
    std::error_code missing;
    return models::is_yaml(file.string()) && !file.filename().string().starts_with('.') &&
           !fs::is_other(fs::status(file, missing));
  };
  std::error_code failed;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
    if (is_meant(entry.path())) files.push_back(entry.path());
  if (failed)
    throw models::InputError("", folder.string(), "cannot be listed: " + failed.message(),
                             "name a folder of scenario files");
  if (files.empty())
    throw models::InputError("", folder.string(), "must contain .yaml files",
                             "name a folder of scenario files");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace ventosa::app
