#pragma once

#include <filesystem>

#include "view/panels/ui.h"

/// Saved appearance of the window.
namespace ventosa::view {

/// Loads the appearance; a missing or invalid file changes nothing.
void recall(const std::filesystem::path& file, Appearance& appearance);

/// Saves the appearance.  @throws record::OutputError
void remember(const Appearance& appearance, const std::filesystem::path& file);

}  // namespace ventosa::view
