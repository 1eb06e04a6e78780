#pragma once

#include "sim/render/scene.h"

/// Colours with fixed meanings in arrows, plots and tables, by Okabe and Ito: distinguishable by
/// colour-blind people. Colour is never the only distinction.
namespace ventosa::view {

inline constexpr sim::Rgba kBlue{0.000f, 0.447f, 0.698f, 1};
inline constexpr sim::Rgba kOrange{0.902f, 0.624f, 0.000f, 1};
inline constexpr sim::Rgba kGreen{0.000f, 0.620f, 0.451f, 1};
inline constexpr sim::Rgba kVermillion{0.835f, 0.369f, 0.000f, 1};
inline constexpr sim::Rgba kPurple{0.800f, 0.475f, 0.655f, 1};
inline constexpr sim::Rgba kSky{0.337f, 0.706f, 0.914f, 1};
inline constexpr sim::Rgba kYellow{0.941f, 0.894f, 0.259f, 1};
inline constexpr sim::Rgba kGrey{0.55f, 0.56f, 0.58f, 1};

inline constexpr sim::Rgba kTrue = kBlue, kEstimated = kOrange, kPlanned = kPurple;

/// Colour for a cup's safety factor: lost, critical, sufficient, ample.
sim::Rgba margin_colour(double safety_factor);

}  // namespace ventosa::view
