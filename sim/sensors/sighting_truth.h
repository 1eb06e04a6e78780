#pragma once

#include "sim/truth.h"

namespace ventosa::sim {

/// The patches that seen planes lie on: of those that face the camera and reach below what is seen,
/// the nearest. Angles of the pan-tilt stay zero.
/// @param seen  in B, as X_WB was when the picture was taken
SightingTruth truth_of(const controller::Sighting& seen, const controller::Isometry3d& X_WB,
                       const controller::PatchList& patches) noexcept;

}  // namespace ventosa::sim
