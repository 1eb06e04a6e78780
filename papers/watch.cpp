#include "papers/watch.h"

#include "models/input_error.h"

namespace ventosa::papers {
namespace {

SignalReader only_one(const Signal& signal, const RowSource& source) {
  SignalReader reader(signal, source);
  if (reader.size() != 1)
    throw models::InputError("", signal.pattern, "must match one signal, for a curve",
                             "replace its stars by numbers");
  return reader;
}

bool is_within(double time_s, double from_s, double to_s) {
  constexpr double kRounding_s = 1e-9;
  return time_s >= from_s - kRounding_s && time_s <= to_s + kRounding_s;
}

}  // namespace

Watch::Watch(const Experiment& experiment, const std::string& run, const RowSource& source,
             const Timing& timing, Draws draws)
    : timing_(timing), n_measures_(measures_of(experiment).size()) {
  const std::vector<Measure> measures = measures_of(experiment);
  for (std::size_t k = 0; k < measures.size(); ++k)
    if (measures[k].run == run)
      measuring_.push_back({k, measures[k], SignalReader(measures[k].signal, source)});
  if (draws == Draws::kNothing) return;
  drawings_.reserve(experiment.figures.size());  // curves are referred to
  for (const FigureSpec& spec : experiment.figures)
    if (spec.run == run) prepare(spec, source);
}

void Watch::prepare(const FigureSpec& spec, const RowSource& source) {
  record::Figure& figure = drawings_.emplace_back(Drawing{&spec}).figure;
  figure.title = spec.title;
  figure.caption = spec.caption;
  figure.x = spec.x;
  figure.panels.reserve(spec.panels.size());
  for (const PanelSpec& panel : spec.panels) {
    figure.panels.push_back({panel.y, std::vector<record::Curve>(panel.curves.size())});
    prepare(spec, panel, source,
            std::get<std::vector<record::Curve>>(figure.panels.back().content));
  }
}

void Watch::prepare(const FigureSpec& spec, const PanelSpec& panel, const RowSource& source,
                    std::vector<record::Curve>& curves) {
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const CurveSpec& curve = panel.curves[k];
    curves[k].name = curve.name;
    curves[k].style = curve.style;
    curves[k].x.reserve(static_cast<std::size_t>(timing_.n_ticks) + 1);  // none while it runs
    curves[k].y.reserve(static_cast<std::size_t>(timing_.n_ticks) + 1);
    drawn_.push_back(
        {&curves[k], panel.factor, spec.from_s, spec.to_s, only_one(curve.y, source), {}});
    if (curve.x) drawn_.back().x = only_one(*curve.x, source);
  }
}

bool Watch::take(std::int64_t tick, std::span<const double> row) noexcept {
  const std::int64_t time_ns = tick * timing_.period_ns;
  const double time_s = 1e-9 * static_cast<double>(time_ns);
  for (Measuring& each : measuring_) {
    const std::span<const double> values = each.reader.read(time_ns, row);
    if (!is_within(time_s, each.measure.from_s, each.measure.to_s)) continue;
    for (const double value : values) each.tally.add(value, each.measure.above);
  }
  for (Drawn& each : drawn_) {
    const double y = each.y.read(time_ns, row).front();
    const double x = each.x ? each.x->read(time_ns, row).front() : time_s;
    if (!is_within(time_s, each.from_s, each.to_s)) continue;
    each.curve->x.push_back(x);
    each.curve->y.push_back(each.factor * y);
  }
  return true;
}

std::vector<Tally> Watch::tallies() const {
  std::vector<Tally> all(n_measures_);
  for (const Measuring& each : measuring_) {
    all[each.index] = each.tally;
    all[each.index].end_run();
  }
  return all;
}

}  // namespace ventosa::papers
