#include "record/output_folder.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace ventosa::record {

namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& file) : path_(file), stream_(std::fopen(file.c_str(), "w")) {
  if (stream_ == nullptr) fail("cannot be created");
}

OutputFile::~OutputFile() {
  if (stream_ == nullptr) return;
  std::fclose(stream_);
  std::error_code ignored;
  if (fs::is_regular_file(path_, ignored)) fs::remove(path_, ignored);  // never a device
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail("cannot be written");
}

void OutputFile::flush() {
  if (std::fflush(stream_) != 0) fail("cannot be written");
}

void OutputFile::close() {
  flush();
  const int status = std::fclose(stream_);
  stream_ = nullptr;
  if (status != 0) fail("cannot be closed");
}

void OutputFile::keep() noexcept {
  if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
}

void OutputFile::fail(const char* action) const {
  throw OutputError(path_, std::string(action) + ": " + std::strerror(errno));
}

void write_text(const fs::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

namespace {

constexpr const char* kPartial = ".partial-";
constexpr const char* kOld = ".old-";

bool may_be_replaced(const fs::path& folder) {
  return fs::is_directory(folder) &&
         (fs::is_empty(folder) || fs::exists(folder / OutputFolder::kMark));
}

/// "out/climb.partial-4711" and the like, of processes that are no more.
void remove_leftovers(const fs::path& target) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(target.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    for (const std::string suffix : {kPartial, kOld}) {
      const std::string start = target.filename().string() + suffix;
      if (!name.starts_with(start)) continue;
      const auto process = static_cast<pid_t>(std::strtol(&name[start.size()], nullptr, 10));
      const bool is_ours = fs::exists(entry.path() / OutputFolder::kMark);
      const bool is_gone = is_ours && process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
      if (is_gone && suffix == kOld && !fs::exists(target))
        fs::rename(entry.path(), target, ignored);  // it died between two renames
      else if (is_gone && (suffix == kOld || !fs::exists(entry.path() / OutputFolder::kStory)))
        fs::remove_all(entry.path(), ignored);
    }
  }
}

/// The same name without a trailing slash, so that neighbours can be named beside it.
fs::path tidy(const fs::path& target) {
  const fs::path path = fs::absolute(target).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

fs::path beside(const fs::path& target, const char* suffix) {
  return target.string() + suffix + std::to_string(::getpid());
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& target)
    : target_(tidy(target)), staging_(beside(target_, kPartial)) {
  try {
    remove_leftovers(target_);
    if (fs::exists(target_) && !may_be_replaced(target_))
      throw OutputError(target_, "exists and holds no earlier results: name another folder");
    fs::create_directories(target_.parent_path());
    fs::remove_all(staging_);
    fs::create_directory(staging_);
    write_text(staging_ / kMark, "");  // whose it is, should this process be killed
  } catch (const fs::filesystem_error& error) {
    throw OutputError(target_, "cannot be created: " + error.code().message());
  }
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (!committed_ && !kept_) fs::remove_all(staging_, ignored);
}

namespace {

constexpr const char* kNote =
    "A folder of results of ventosa; the next run may replace these files:";

/// All files below, by their paths from there.
std::set<std::string> files_in(const fs::path& folder) {
  std::set<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory()) files.insert(fs::relative(entry.path(), folder).string());
  return files;
}

std::string mark_of(const std::set<std::string>& files) {
  std::string text(kNote);
  for (const std::string& file : files)
    if (file != OutputFolder::kMark) text.append("\n").append(file);
  return text.append("\n");
}

/// The files that the mark of a folder lists.
std::set<std::string> listed_in(const fs::path& folder) {
  std::ifstream stream(folder / OutputFolder::kMark);
  std::set<std::string> files{OutputFolder::kMark};
  std::string line;
  std::getline(stream, line);
  if (line != kNote) return files_in(folder);  // of an earlier version, which kept no list
  while (std::getline(stream, line)) files.insert(line);
  return files;
}

/// Somebody's own files in an older folder of results.
void keep_others(const fs::path& older, const fs::path& newer) {
  const std::set<std::string> own = listed_in(older);
  for (const std::string& file : files_in(older)) {
    if (own.contains(file) || fs::exists(newer / file)) continue;
    fs::create_directories((newer / file).parent_path());
    fs::rename(older / file, newer / file);
  }
}

}  // namespace

void OutputFolder::commit() {
  const fs::path old = beside(target_, kOld);
  try {
    write_text(file(kMark), mark_of(files_in(staging_)));
    if (fs::exists(target_)) fs::rename(target_, old);
    try {
      fs::rename(staging_, target_);
    } catch (const fs::filesystem_error&) {
      if (fs::exists(old)) fs::rename(old, target_);
      throw;
    }
    committed_ = true;
    if (fs::exists(old)) keep_others(old, target_);
    fs::remove_all(old);
  } catch (const fs::filesystem_error& error) {
    throw OutputError(target_, "cannot be put into place: " + error.code().message());
  }
}

}  // namespace ventosa::record
