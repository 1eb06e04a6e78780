#pragma once

#include <string>
#include <vector>

#include "papers/experiment.h"

/// The papers whose experiments are here.
namespace ventosa::papers {

const std::vector<Paper>& catalogue();

/// The papers, each in a folder of its own.
namespace amru5 {
Paper paper();
}
namespace asif2012 {
Paper paper();
}

/// A paper, with those of its experiments that were chosen.
struct Chosen {
  const Paper* paper = nullptr;
  std::vector<const Experiment*> experiments{};
};

/// Experiments by name, by the name of their paper, or all by "all"; each once, in the order of the
/// catalogue.  @throws models::InputError  there is no such name, with the nearest one
std::vector<Chosen> choose(const std::vector<std::string>& names);

}  // namespace ventosa::papers
