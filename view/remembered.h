#pragma once

#include <filesystem>

#include "view/panels/ui.h"

/// The window's appearance, from one time to the next.
namespace ventosa::view {

/// A file that is missing or broken changes nothing.
void recall(const std::filesystem::path& file, Appearance& appearance);

/// @throws record::OutputError
void remember(const Appearance& appearance, const std::filesystem::path& file);

}  // namespace ventosa::view
