#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "papers/equation_way.h"
#include "papers/row_source.h"
#include "scenarios/session/motion_signals.h"

/// Values of each tick of a run, read from its recorded signals.
namespace ventosa::papers {

/// A value of each tick, or one per leg or joint where the pattern has stars.
struct Signal {
  enum class Form : std::uint8_t {
    kItself,
    kDifference,     ///< minus `other`, a pattern with as many matches
    kRate,           ///< its filtered difference, late as motion.leg*.joint*.acceleration
    kFriction,       ///< force of a foot "truth.leg*.foot" along the ground [N]
    kFrictionRatio,  ///< friction over normal force of a loaded foot; else unknown
    kWorldRatio,     ///< horizontal over vertical force of a loaded foot; else unknown
    kEquationWay,    ///< way of a leg with bars "leg0" less that by the equation of its bars
  };

  std::string pattern{};
  Form form = Form::kItself;
  std::string other{};
};

/// Least normal force of a loaded foot [N]: ten times the noise of the hexapod's force sensor.
inline constexpr double kLoaded_N = 1;

/// Reads a signal from the rows of a run.
class SignalReader {
 public:
  /// @throws models::InputError  there is no such signal
  SignalReader(const Signal& signal, const RowSource& source);

  std::size_t size() const { return equation_ ? equation_->size() : values_.size(); }
  /// Values of a row, in the order of its columns; NaN where unknown. Rows in the order of time.
  std::span<const double> read(std::int64_t time_ns, std::span<const double> row);

 private:
  using Inputs = std::array<std::size_t, 4>;  ///< columns; unused ones repeat the first

  Signal::Form form_;
  std::vector<Inputs> inputs_;
  std::vector<scenarios::FilteredRate<double>> rates_;
  std::vector<double> values_;
  std::optional<EquationWay> equation_{};
};

}  // namespace ventosa::papers
