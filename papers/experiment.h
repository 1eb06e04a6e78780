#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "papers/measure.h"
#include "record/figure.h"
#include "scenarios/assertions/assertion.h"

/// Experiments of papers as data: what a paper says, what is run and measured here, and by which
/// threshold the one is judged against the other.
namespace ventosa::papers {

/// Runs of one scenario, with its seeds.
struct RunSpec {
  std::string key{};  ///< name in the experiment: "wave"
  std::string scenario{};
};

/// A number of a robot's gait table.
struct GaitNumber {
  enum class Kind : std::uint8_t { kRows, kMostInAir };

  std::string robot{}, gait{};
  Kind kind = Kind::kRows;
};

struct Threshold {
  scenarios::Bound bound = scenarios::Bound::kMax;
  double limit = 0;
  double tolerance = 0;  ///< only with kEquals

  bool holds(double value) const;  ///< false for NaN
};

/// A statement of the paper beside our number.
struct Line {
  std::string section{};            ///< section of the paper
  std::string what{};               ///< the quantity
  std::string claim{};              ///< the paper's statement, in our words
  std::optional<double> printed{};  ///< the paper's number
  std::string unit{};               ///< unit of all numbers here; empty: a count or a ratio
  double factor = 1;                ///< converts the measures' unit to this one
  std::variant<Measure, GaitNumber> ours{};
  std::optional<Measure> minus{};                   ///< subtracted, before the division
  std::optional<Measure> over{};                    ///< divisor
  std::optional<Threshold> reproduced{}, better{};  ///< none: the paper claims nothing of it
  std::string cause{};                              ///< why the verdict is as it is
};

/// A curve of the first seed of a figure's run; its signals have one value each.
struct CurveSpec {
  std::string name{};
  Signal y{};
  std::optional<Signal> x{};  ///< none: time
  record::Curve::Style style = record::Curve::Style::kLine;
};

struct PanelSpec {
  record::Quantity y{};
  std::vector<CurveSpec> curves{};
  double factor = 1;  ///< converts the signals' unit to that of the axis
};

struct FigureSpec {
  std::string name{};  ///< file name without .svg
  std::string title{}, caption{};
  std::string run{};  ///< key of the run
  std::vector<PanelSpec> panels{};
  record::Quantity x{"time", "s"};
  double from_s = 0, to_s = std::numeric_limits<double>::infinity();
};

/// Chart of the steps of a cycle in which a leg is in the air.
struct GaitChart {
  std::string name{};
  std::string title{}, caption{};
  std::string robot{}, gait{};
  std::optional<int>
      first_leg{};  ///< the paper's number of the robot's first leg; none: unnumbered
};

/// Pictures of a run, in a folder of their own.
struct PictureSeries {
  std::string name{};
  std::string caption{};
  std::string run{};
  double period_s = 1;
};

struct Experiment {
  std::string name{};      ///< "hexapod-test1"
  std::string sections{};  ///< sections of the paper: "4.1, Fig. 8 D"
  std::string title{};
  std::vector<RunSpec> runs{};
  std::vector<Line> lines{};
  std::vector<FigureSpec> figures{};
  std::vector<GaitChart> charts{};
  std::vector<PictureSeries> pictures{};
  std::vector<std::string> notes{};  ///< open points and contradictions of the paper
};

struct Paper {
  std::string name{};  ///< stands for all its experiments
  std::string reference{};
  std::vector<std::string> notes{};
  std::vector<Experiment> experiments{};
};

/// Run of an experiment.  @throws std::logic_error  there is no such key
const RunSpec& run_of(const Experiment& experiment, const std::string& key);

/// All measures of an experiment: of each line its own, what is subtracted, then its divisor.
std::vector<Measure> measures_of(const Experiment& experiment);

}  // namespace ventosa::papers
