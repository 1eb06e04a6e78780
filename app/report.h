#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "record/output_folder.h"
#include "scenarios/verdict/verdict.h"

/// What the program says of finished runs: to people, to scripts, to CI.
namespace ventosa::app {

using scenarios::Verdict;

/// How much of its room an assertion has used: 0 none, 1 all, above 1 it failed. A value that
/// equals its limit, as counts and enumerations do when they pass, counts as 0.
double usage(const scenarios::AssertResult& result);

/// "0.0021 m, limit 0.005"
std::string value_and_limit(const scenarios::AssertResult& result);

/// "cups do not slip: 0.007 m, limit 0.005 m, at 0.17 s, front_right"
std::string failure_text(const scenarios::AssertResult& result);

/// A run with all its assertions.
void print_details(std::ostream& out, const Verdict& verdict);

/// Every scenario with every assertion, of several seeds the worst; then which runs failed and how.
void print_table(std::ostream& out, const std::vector<Verdict>& verdicts);

/// {schema, scenarios: [...]}
nlohmann::ordered_json summary(const std::vector<Verdict>& verdicts);

/// JUnit XML: one testcase per run; closes the file.  @throws record::OutputError
void write_junit(record::OutputFile& file, const std::vector<Verdict>& verdicts);

/// Of several the worst; 0 of none.
scenarios::ExitCode worst(const std::vector<Verdict>& verdicts);

}  // namespace ventosa::app
