#include <pugixml.hpp>
#include <sstream>

#include "app/report.h"
#include "app/text_table.h"

namespace ventosa::app {
namespace {

using scenarios::AssertResult;
using scenarios::Outcome;

std::string failures_of(const Verdict& verdict) {
  std::string text = verdict.message;
  for (const AssertResult& result : verdict.asserts)
    if (!result.pass) text += (text.empty() ? "" : "; ") + failure_text(result);
  return text;
}

double wall_s(const Verdict& verdict) {
  return verdict.realtime_factor > 0 ? verdict.sim_time_s / verdict.realtime_factor : 0;
}

void add_case(pugi::xml_node suite, const Verdict& verdict) {
  pugi::xml_node node = suite.append_child("testcase");
  const std::string name = verdict.scenario + "-" + std::to_string(verdict.seed);
  node.append_attribute("classname") = "scenarios";
  node.append_attribute("name") = name.c_str();
  node.append_attribute("time") = digits(wall_s(verdict), 6).c_str();
  if (verdict.outcome == Outcome::kSkipped) node.append_child("skipped");
  if (verdict.outcome != Outcome::kFail && verdict.outcome != Outcome::kError) return;
  const char* const kind = verdict.outcome == Outcome::kFail ? "failure" : "error";
  node.append_child(kind).append_attribute("message") = failures_of(verdict).c_str();
}

int count(const std::vector<Verdict>& verdicts, Outcome outcome) {
  int n = 0;
  for (const Verdict& verdict : verdicts) n += verdict.outcome == outcome ? 1 : 0;
  return n;
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
  for (const Verdict& verdict : verdicts) add_case(suite, verdict);
  std::ostringstream text;
  document.save(text, "  ");
  file.write(text.str());
  file.close();
}

}  // namespace ventosa::app
