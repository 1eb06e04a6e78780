#include "papers/signal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/input_error.h"

namespace ventosa::papers {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Patterns of the columns that a value is computed from.
std::vector<std::string> patterns_of(const Signal& signal) {
  const std::string& p = signal.pattern;
  switch (signal.form) {
    case Signal::Form::kItself:
    case Signal::Form::kRate:
      return {p};
    case Signal::Form::kDifference:
      return {p, signal.other};
    case Signal::Form::kFriction:
    case Signal::Form::kFrictionRatio:
    case Signal::Form::kWorldRatio:
      break;
    case Signal::Form::kEquationWay:
      return {};
  }
  return {p + ".normal", p + ".force.x", p + ".force.y", p + ".force.z"};
}

/// sqrt(|f|^2 - n^2)
double friction_N(const std::array<double, 4>& foot) {
  const auto [n, x, y, z] = foot;
  return std::sqrt(std::max(0.0, x * x + y * y + z * z - n * n));
}

/// @param v  of a foot: normal force, then the force in W
double value_of(Signal::Form form, const std::array<double, 4>& v) {
  const bool loaded = v[0] >= kLoaded_N;
  switch (form) {
    case Signal::Form::kItself:
    case Signal::Form::kRate:
      return v[0];
    case Signal::Form::kDifference:
      return v[0] - v[1];
    case Signal::Form::kFriction:
      return friction_N(v);
    case Signal::Form::kFrictionRatio:
      return loaded ? friction_N(v) / v[0] : kUnknown;
    case Signal::Form::kWorldRatio:
      return loaded ? std::hypot(v[1], v[2]) / v[3] : kUnknown;
    case Signal::Form::kEquationWay:
      break;
  }
  return kUnknown;
}

}  // namespace

SignalReader::SignalReader(const Signal& signal, const RowSource& source) : form_(signal.form) {
  if (form_ == Signal::Form::kEquationWay) {
    equation_.emplace(signal.pattern, source);
    return;
  }
  const std::vector<record::Column>& columns = source.columns;
  const std::vector<std::string> patterns = patterns_of(signal);
  for (const std::size_t first : matches_of(patterns.front(), columns))
    inputs_.push_back({first, first, first, first});
  for (std::size_t i = 1; i < patterns.size(); ++i) {
    const std::vector<std::size_t> found = matches_of(patterns[i], columns);
    if (found.size() != inputs_.size())
      throw models::InputError("", patterns[i], "must match as many signals as " + patterns.front(),
                               "");
    for (std::size_t k = 0; k < found.size(); ++k) inputs_[k][i] = found[k];
  }
  values_.resize(inputs_.size(), kUnknown);
  if (form_ == Signal::Form::kRate) rates_.resize(inputs_.size());
}

std::span<const double> SignalReader::read(std::int64_t time_ns, std::span<const double> row) {
  if (equation_) return equation_->read(time_ns, row);
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    std::array<double, 4> inputs{};
    std::transform(inputs_[k].begin(), inputs_[k].end(), inputs.begin(),
                   [&](std::size_t column) { return row[column]; });
    values_[k] = value_of(form_, inputs);
    if (form_ != Signal::Form::kRate) continue;
    rates_[k].take(time_ns, values_[k]);
    values_[k] = rates_[k].rate;
  }
  return values_;
}

}  // namespace ventosa::papers
