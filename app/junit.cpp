#include <pugixml.hpp>
#include <sstream>

#include "app/execution.h"
#include "app/report.h"
#include "app/text_table.h"

namespace ventosa::app {
namespace {

using scenarios::AssertResult;
using scenarios::Outcome;

/// Text of all failures, in one line.
std::string failures_of(const Verdict& verdict) {
  std::string text = verdict.message;
  for (const AssertResult& result : verdict.asserts)
    if (!result.pass) text += (text.empty() ? "" : "; ") + failure_text(result);
  return text;
}

/// Text of failures and shortfalls, one per line.
std::string shortfalls_of(const Verdict& verdict) {
  std::ostringstream text;
  for (const AssertResult& result : verdict.asserts)
    if (!result.pass) text << failure_text(result) << '\n';
  print_shortfalls(text, verdict);
  return text.str();
}

double wall_s(const Verdict& verdict) {
  return verdict.realtime_factor > 0 ? verdict.sim_time_s / verdict.realtime_factor : 0;
}

/// Adds the node for the run's text: its failure, or system-out.
pugi::xml_node add_text(pugi::xml_node node, const Verdict& verdict) {
  if (verdict.outcome != Outcome::kFail && verdict.outcome != Outcome::kError)
    return node.append_child("system-out");
  const char* const kind = verdict.outcome == Outcome::kFail ? "failure" : "error";
  pugi::xml_node failure = node.append_child(kind);
  failure.append_attribute("message") = failures_of(verdict).c_str();
  return failure;
}

void add_case(pugi::xml_node suite, const Verdict& verdict) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = "scenarios";
  node.append_attribute("name") = run_name(verdict).c_str();
  node.append_attribute("time") = digits(wall_s(verdict), 6).c_str();
  if (verdict.outcome == Outcome::kSkipped)
    node.append_child("skipped").append_attribute("message") = verdict.message.c_str();
  const std::string text = shortfalls_of(verdict);
  const bool is_bad = verdict.outcome == Outcome::kFail || verdict.outcome == Outcome::kError;
  if (text.empty() && !is_bad) return;
  add_text(node, verdict).append_child(pugi::node_pcdata).set_value(text.c_str());
}

int count(const std::vector<Verdict>& verdicts, Outcome outcome) {
  int n = 0;
  for (const Verdict& verdict : verdicts) n += verdict.outcome == outcome ? 1 : 0;
  return n;
}

double wall_s(const std::vector<Verdict>& verdicts) {
  double sum_s = 0;
  for (const Verdict& verdict : verdicts) sum_s += wall_s(verdict);
  return sum_s;
}

}  // namespace

void write_junit(record::OutputFile& file, const std::vector<Verdict>& verdicts) {
  pugi::xml_document document;
  pugi::xml_node suite = document.append_child("testsuites").append_child("testsuite");
  suite.append_attribute("name") = "ventosa";
  suite.append_attribute("tests") = verdicts.size();
  suite.append_attribute("failures") = count(verdicts, Outcome::kFail);
  suite.append_attribute("errors") = count(verdicts, Outcome::kError);
  suite.append_attribute("skipped") = count(verdicts, Outcome::kSkipped);
  suite.append_attribute("time") = digits(wall_s(verdicts), 6).c_str();
  for (const Verdict& verdict : verdicts) add_case(suite, verdict);
  std::ostringstream text;
  document.save(text, "  ");
  file.write(text.str());
  file.close();
}

}  // namespace ventosa::app
