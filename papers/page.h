#pragma once

#include <string>
#include <vector>

#include "papers/catalogue.h"
#include "papers/comparison.h"

/// Results of experiments as text.
namespace ventosa::papers {

/// A line of a table: what the paper says beside what was measured.
struct Cells {
  std::string section, what, paper, ours, off, threshold, verdict;
};
Cells cells_of(const Compared& compared);

/// A finished experiment with its comparison.
struct Result {
  Outcome outcome{};
  std::vector<Compared> compared{};
};

/// All results of a paper.
struct PaperResults {
  const Paper* paper = nullptr;
  std::vector<Result> results{};
};

/// Page in Markdown: for each experiment its table, causes, runs, figures and notes. It has nothing
/// that differs from run to run, as times do.
std::string to_markdown(const std::vector<PaperResults>& papers);

/// "flat: hexapod3_walk_ground (hexapod3), seed 1: pass", with the failed assertions.
std::vector<std::string> run_texts(const Outcome& outcome);

}  // namespace ventosa::papers
