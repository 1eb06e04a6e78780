#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "papers/comparison.h"
#include "papers/watch.h"

/// Figures of an experiment.
namespace ventosa::papers {

/// A figure of a run, which the caption names. If the run failed the title says so, and the
/// caption by what.
record::Figure finished(const Watch::Drawing& drawing, const scenarios::Verdict& verdict);

/// Chart of the rows of a gait's table in which each leg is in the air.
/// @throws models::InputError  the robot has no such gait
record::Figure to_figure(const GaitChart& chart, const models::Robot& robot);

/// Names of an experiment's figures.
std::vector<std::string> figure_names(const Experiment& experiment);

}  // namespace ventosa::papers
