#pragma once

#include "papers/experiment.h"

/// Experiments of Bombled and Verlinden 2010.
namespace ventosa::papers::amru5 {

Experiment gait();  ///< Fig. 3
Experiment fig5();
Experiment lag();       ///< cause of that of Fig. 5
Experiment feedback();  ///< the open task
Experiment slope();     ///< against "no sliding"
Experiment uneven();    ///< against "flat ground, no obstacles"
Experiment legs();      ///< eq. 2, closed and serial legs

}  // namespace ventosa::papers::amru5
