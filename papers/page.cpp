#include "papers/page.h"

#include <charconv>
#include <cmath>

#include "papers/figures.h"

namespace ventosa::papers {
namespace {

using scenarios::Bound;

constexpr double kRounding = 1e-9;  // relative; less is nothing

/// With three significant digits.
std::string number(double value) {
  if (!std::isfinite(value)) return "unknown";
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 3).ptr;
  return {digits, end};
}

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() || text == "unknown" ? text : text + " " + unit;
}

/// The paper's number, or its words; that nothing else is printed is said.
std::string paper_text(const Line& line) {
  const std::string words = line.claim.empty() ? "" : line.claim + "; ";
  return words + (line.printed ? with_unit(number(*line.printed), line.unit) : "not printed");
}

std::string off_text(const Line& line, double ours) {
  if (!line.printed || !std::isfinite(ours)) return "";
  const double beside = ours - *line.printed;
  const double off = std::abs(beside) <= kRounding * std::abs(*line.printed) ? 0 : beside;
  const std::string text = with_unit((off > 0 ? "+" : "") + number(off), line.unit);
  if (*line.printed == 0) return text;
  return text + " (" + number(std::round(1000 * off / *line.printed) / 10) + " %)";
}

std::string limit_text(const Threshold& threshold, const std::string& unit) {
  const std::string limit = with_unit(number(threshold.limit), unit);
  switch (threshold.bound) {
    case Bound::kMax:
      return "max " + limit;
    case Bound::kMin:
      return "min " + limit;
    case Bound::kEquals:
      if (threshold.tolerance == 0) return "equals " + limit;
      return number(threshold.limit) + " +- " + with_unit(number(threshold.tolerance), unit);
  }
  return "";
}

std::string thresholds_text(const Line& line) {
  std::string text;
  if (line.reproduced) text = limit_text(*line.reproduced, line.unit);
  if (line.better)
    text += (text.empty() ? "" : "; ") + ("better: " + limit_text(*line.better, line.unit));
  return text;
}

/// With the bars escaped that would end a cell.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string table(const std::vector<Compared>& compared) {
  if (compared.empty()) return "";
  std::string text =
      "| section | what | paper | ours | how far off | reproduced if | verdict |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Compared& each : compared) {
    const Cells c = cells_of(each);
    for (const std::string& part : {c.section, c.what, c.paper, c.ours, c.off, c.threshold})
      text += "| " + cell(part) + " ";
    text += "| " + c.verdict + " |\n";
  }
  return text + "\n";
}

std::string list(const std::string& head, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = head + "\n\n";
  for (const std::string& item : items) text += "- " + item + "\n";
  return text + "\n";
}

std::vector<std::string> causes_of(const std::vector<Compared>& compared) {
  std::vector<std::string> causes;
  for (const Compared& each : compared)
    if (!each.line->cause.empty())
      causes.push_back("**" + each.line->what + "**: " + each.line->cause);
  return causes;
}

std::vector<std::string> files_of(const Experiment& experiment) {
  std::vector<std::string> files;
  for (const FigureSpec& figure : experiment.figures)
    files.push_back("`" + figure.name + ".svg`: " + figure.title);
  for (const GaitChart& chart : experiment.charts)
    files.push_back("`" + chart.name + ".svg`: " + chart.title);
  for (const PictureSeries& pictures : experiment.pictures)
    files.push_back("`" + pictures.name + "/`: " + pictures.caption);
  return files;
}

std::string section_of(const Result& result) {
  const Experiment& experiment = *result.outcome.experiment;
  return "### " + experiment.name + ": " + experiment.title + "\n\nSection " + experiment.sections +
         ".\n\n" + table(result.compared) + list("Why:", causes_of(result.compared)) +
         list("Runs:", run_texts(result.outcome)) +
         list("With `--out DIR`:", files_of(experiment)) + list("Notes:", experiment.notes);
}

std::string run_text(const RunSpec& run, const scenarios::Verdict& verdict) {
  const std::string failures = failures_of(verdict);
  return run.key + ": " + run.scenario + " (" + verdict.robot + "), seed " +
         std::to_string(verdict.seed) + ": " + name(verdict.outcome) +
         (failures.empty() ? "" : " (" + failures + ")");
}

}  // namespace

Cells cells_of(const Compared& compared) {
  const Line& line = *compared.line;
  return {line.section,
          line.what,
          paper_text(line),
          with_unit(number(compared.ours), line.unit),
          off_text(line, compared.ours),
          thresholds_text(line),
          name(compared.judgement)};
}

std::vector<std::string> run_texts(const Outcome& outcome) {
  std::vector<std::string> texts;
  for (const RunSpec& run : outcome.experiment->runs)
    for (const scenarios::Verdict& verdict : outcome.verdicts.at(run.key))
      texts.push_back(run_text(run, verdict));
  return texts;
}

std::string to_markdown(const std::vector<PaperResults>& papers) {
  std::string text =
      "# Papers beside Ventosa\n\n"
      "Written by `ventosa paper all --out DIR` as `DIR/papers.md`, not by hand. \"Not printed\" "
      "means that the paper gives no number; \"left open\", that it claims nothing to judge ours "
      "by. All numbers follow from the runs; each verdict follows from its number and the "
      "threshold beside it.\n\n";
  for (const PaperResults& each : papers) {
    text += "## " + each.paper->name + ": " + each.paper->reference + "\n\n" +
            list("Notes:", each.paper->notes);
    for (const Result& result : each.results) text += section_of(result);
  }
  text.pop_back();
  return text;
}

}  // namespace ventosa::papers
