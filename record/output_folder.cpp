#include "record/output_folder.h"

#include <string>
#include <system_error>

#include "record/staging.h"

namespace ventosa::record {

namespace fs = std::filesystem;

namespace {

constexpr int kMostLinks = 40;  ///< the system's own limit

/// Target of all links, even if it does not exist; without a trailing slash.
fs::path without_links(const fs::path& target) {
  fs::path path = fs::absolute(target);
  if (!path.has_filename()) path = path.parent_path();
  for (int n = 0; n < kMostLinks && fs::is_symlink(path); ++n)
    path = path.parent_path() / fs::read_symlink(path);
  return fs::weakly_canonical(path);
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& target) : OutputFolder() {
  target_ = target;
  try {
    target_ = without_links(target);
    if (fs::exists(target_) && !fs::is_directory(target_))
      throw OutputError(target_, "exists and is not a folder: choose another path");
    const bool is_new = fs::create_directories(target_);
    target_lock_.emplace(target_);
    if (target_lock_->is_foreign())
      throw OutputError(target_,
                        "another run writes its results there: wait for its end, or choose "
                        "another folder");
    is_new_ = is_new;
    settle_leftovers(target_);
    if (!may_be_filled(target_))
      throw OutputError(target_,
                        "contains files that are not results of ventosa: choose another folder");
    staging_ = make_staging(target_);
    staging_lock_.emplace(staging_);
    write_text(staging_ / kMark, "");  // identifies the folder if this process is killed
  } catch (const fs::filesystem_error& error) {
    throw OutputError(target_, "cannot be created: " + error.code().message());
  }
}

OutputFolder::~OutputFolder() {
  if (committed_) return;
  std::error_code ignored;
  if (!kept_ && !staging_.empty()) fs::remove_all(staging_, ignored);
  if (is_new_) fs::remove(target_, ignored);  // unless something is in it
}

void OutputFolder::commit() {
  try {
    list_files(staging_);
    std::error_code failed = std::make_error_code(std::errc::file_exists);
    if (is_new_) fs::rename(staging_, target_, failed);
    if (failed) move_files(staging_, target_);
    committed_ = true;
  } catch (const fs::filesystem_error& error) {
    keep();
    throw OutputError(target_, "cannot be put into place: " + error.code().message());
  } catch (...) {
    keep();
    throw;
  }
}

void OutputFolder::keep() noexcept {
  std::error_code ignored;
  fs::remove(staging_ / kMark, ignored);
  kept_ = true;
}

OutputError OutputFolder::kept(const OutputError& failure) {
  if (!committed_) keep();
  return {failure, "results kept in " + place().string()};
}

}  // namespace ventosa::record
