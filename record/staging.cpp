#include "record/staging.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "record/folder_lock.h"
#include "record/output_folder.h"

namespace ventosa::record {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = OutputFolder::kMark;
constexpr const char* kReplaced = ".replaced";  ///< for earlier results, in a staging folder
constexpr const char* kNote =
    "A folder of results of ventosa; the next run may replace these files:";

std::string prefix(const fs::path& target) { return target.filename().string() + ".partial-"; }

bool is_staging(const fs::path& folder, const fs::path& target) {
  return folder.filename().string().starts_with(prefix(target));
}

std::set<std::string> files_in(const fs::path& staging) {
  std::set<std::string> files;
  for (auto entry = fs::recursive_directory_iterator(staging);
       entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->path().filename() == kReplaced) entry.disable_recursion_pending();
    if (!entry->is_directory()) files.insert(entry->path().lexically_relative(staging).string());
  }
  return files;
}

/// True if the file is below the folder; a list may come from elsewhere.
bool is_inside(const fs::path& file) {
  return !file.empty() && file.is_relative() && file.has_filename() &&
         std::none_of(file.begin(), file.end(),
                      [](const fs::path& part) { return part == ".." || part == "."; });
}

bool has_list(const fs::path& folder) {
  std::ifstream stream(folder / kMark);
  std::string line;
  return std::getline(stream, line) && line == kNote;
}

std::set<std::string> listed_in(const fs::path& folder) {
  if (!has_list(folder)) return {};
  std::ifstream stream(folder / kMark);
  std::set<std::string> files{kMark};
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line))
    if (is_inside(line)) files.insert(line);
  return files;
}

/// Renames, and new folders for them, that the destructor reverts unless keep() is called.
class Moves {
 public:
  ~Moves() {
    std::error_code ignored;
    for (auto move = moves_.rbegin(); move != moves_.rend(); ++move)
      fs::rename(move->second, move->first, ignored);
    for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder)
      fs::remove(*folder, ignored);
  }
  void add(const fs::path& from, const fs::path& to) {
    make_folder(to.parent_path());
    fs::rename(from, to);
    moves_.emplace_back(from, to);
  }
  void keep() {
    moves_.clear();
    folders_.clear();
  }

 private:
  void make_folder(const fs::path& folder) {
    if (fs::is_directory(folder)) return;
    make_folder(folder.parent_path());
    fs::create_directory(folder);
    folders_.push_back(folder);
  }

  std::vector<std::pair<fs::path, fs::path>> moves_;
  std::vector<fs::path> folders_;
};

/// Order of moves: the mark last, because its list must be valid until then.
std::vector<std::string> in_order(std::set<std::string> files) {
  const bool has_mark = files.erase(kMark) > 0;
  std::vector<std::string> order(files.begin(), files.end());
  if (has_mark) order.emplace_back(kMark);
  return order;
}

bool is_folder(const fs::path& file) { return fs::is_directory(fs::symlink_status(file)); }

bool is_there(const fs::path& file) { return fs::exists(fs::symlink_status(file)); }

/// True if a folder on the path within the target is a link.
bool is_behind_link(const fs::path& file) {
  const fs::path folder = file.parent_path();
  return fs::weakly_canonical(folder) != folder;
}

void refuse_strangers(const std::set<std::string>& files, const std::set<std::string>& own,
                      const fs::path& target) {
  for (const std::string& file : files)
    if (is_behind_link(target / file) ||
        (is_there(target / file) && (!own.contains(file) || is_folder(target / file))))
      throw OutputError(target / file, "exists and does not belong to earlier results");
}

/// Removes folders that contained only earlier results.
void remove_emptied_folders(const std::set<std::string>& own, const fs::path& target) {
  std::error_code not_empty;
  for (const fs::path file : own)
    for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path())
      fs::remove(target / folder, not_empty);
}

void settle(const fs::path& leftover, const fs::path& target) {
  const FolderLock lock(leftover);
  if (!lock.is_held()) return;
  if (has_list(leftover))
    move_files(leftover, target);
  else if (!fs::exists(leftover / OutputFolder::kStory))
    fs::remove_all(leftover);
}

}  // namespace

fs::path make_staging(const fs::path& target) {
  std::string name = (target / (prefix(target) + "XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("mkdtemp", target, {errno, std::generic_category()});
  const fs::path inside = name, beside = target.parent_path() / inside.filename();
  std::error_code failed;
  fs::permissions(inside, fs::status(target).permissions(), failed);
  fs::rename(inside, beside, failed);
  return failed ? inside : beside;
}

void settle_leftovers(const fs::path& target) {
  std::vector<fs::path> leftovers;
  std::error_code ignored;
  for (const fs::path& place : {target.parent_path(), target})
    for (const fs::directory_entry& entry : fs::directory_iterator(place, ignored))
      if (is_staging(entry.path(), target) && fs::exists(entry.path() / kMark))
        leftovers.push_back(entry.path());
  for (const fs::path& leftover : leftovers) try {
      settle(leftover, target);
    } catch (const std::runtime_error&) {  // it stays
    }
}

bool may_be_filled(const fs::path& target) {
  if (!fs::is_directory(target)) return false;
  return has_list(target) ||
         std::all_of(fs::directory_iterator(target), fs::directory_iterator(),
                     [&](const auto& entry) { return is_staging(entry.path(), target); });
}

void list_files(const fs::path& staging) {
  std::string text(kNote);
  for (const std::string& file : files_in(staging))
    if (file != kMark) text.append("\n").append(file);
  write_text(staging / kMark, text.append("\n"));
}

void move_files(const fs::path& staging, const fs::path& target) {
  const std::set<std::string> own = listed_in(target), files = files_in(staging);
  refuse_strangers(files, own, target);
  Moves moves;
  for (const std::string& file : in_order(own))
    if (is_there(target / file) && !is_folder(target / file) && !is_behind_link(target / file))
      moves.add(target / file, staging / kReplaced / file);
  for (const std::string& file : in_order(files)) moves.add(staging / file, target / file);
  moves.keep();
  std::error_code ignored;
  remove_emptied_folders(own, target);
  fs::remove_all(staging, ignored);
}

}  // namespace ventosa::record
