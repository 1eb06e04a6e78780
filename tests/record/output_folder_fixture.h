#pragma once

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string>

#include "record/output_folder.h"
#include "tests/record/other_process.h"
#include "tests/scratch_folder.h"

namespace ventosa::record {

namespace fs = std::filesystem;

/// Folder with the subfolder `run` for results.
class OutputFolderFixture : public testing::Test {
 protected:
  std::ptrdiff_t n_entries() const {
    return std::distance(fs::directory_iterator(parent_), fs::directory_iterator());
  }

  void leave_results(const std::string& name) const {
    OutputFolder folder(parent_ / "run");
    write_text(folder.file(name), "");
    folder.commit();
  }
  /// Paths below a folder without marks, sorted.
  static std::string files_of(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().filename() != OutputFolder::kMark)
        names.insert(entry.path().lexically_relative(folder).string());
    std::string text;
    for (const std::string& name : names) text += name + " ";
    return text;
  }

  ScratchFolder scratch_;
  fs::path parent_ = fs::canonical(scratch_.path());
};

}  // namespace ventosa::record
