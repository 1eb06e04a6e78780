#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "papers/experiment.h"
#include "record/figure.h"
#include "record/row_sink.h"

/// Measures and curves of an experiment, taken from a run while it is running.
namespace ventosa::papers {

class Watch final : public record::RowSink {
 public:
  enum class Draws : std::uint8_t { kNothing, kFigures };

  struct Timing {
    std::int64_t period_ns = 0;
    std::int64_t n_ticks = 0;
  };

  /// @param run  key of the run; all else is of other runs
  /// @throws models::InputError  the run has no such signal, or several for one curve
  Watch(const Experiment& experiment, const std::string& run, const RowSource& source,
        const Timing& timing, Draws draws);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  /// As many as measures_of(experiment); without values those of other runs. After the last row.
  std::vector<Tally> tallies() const;

  /// Figures of this run, with their curves, and their specifications. @{
  struct Drawing {
    const FigureSpec* spec = nullptr;
    record::Figure figure{};
  };
  const std::vector<Drawing>& drawings() const { return drawings_; }
  /// @}

 private:
  struct Measuring {
    std::size_t index;  ///< among the measures of the experiment
    Measure measure;
    SignalReader reader;
    Tally tally{};
  };
  struct Drawn {
    record::Curve* curve;
    double factor, from_s, to_s;
    SignalReader y;
    std::optional<SignalReader> x;
  };

  void prepare(const FigureSpec& spec, const RowSource& source);
  void prepare(const FigureSpec& spec, const PanelSpec& panel, const RowSource& source,
               std::vector<record::Curve>& curves);

  const Timing timing_;
  const std::size_t n_measures_;
  std::vector<Measuring> measuring_;
  std::vector<Drawing> drawings_;
  std::vector<Drawn> drawn_;
};

}  // namespace ventosa::papers
