#pragma once

#include "papers/experiment.h"

/// Experiments of Asif 2012.
namespace ventosa::papers::asif2012 {

Experiment gaits();  ///< Figs 6 and 14
Experiment fig7();
Experiment test1();  ///< Fig. 8 D
Experiment test2();  ///< Fig. 8 A-C
Experiment test3();  ///< Figs 12, 13, 15 and 16

}  // namespace ventosa::papers::asif2012
