#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "papers/page.h"

/// Reports on the experiments of papers.
namespace ventosa::app {

/// Names with the papers' sections. @{
void print_names(std::ostream& out);
nlohmann::ordered_json names_json();
/// @}

/// Tables of all experiments, with causes, runs and notes.
void print_results(std::ostream& out, const std::vector<papers::PaperResults>& papers);

/// {schema, papers: [{name, reference, notes, experiments: [{name, sections, title, runs, lines,
/// figures, notes}]}]}
nlohmann::ordered_json results_json(const std::vector<papers::PaperResults>& papers);

}  // namespace ventosa::app
