#pragma once

#include <string>

namespace ventosa::app {

/// "2026-11-26 06:54:47 UTC": a label for who reads a record later. Nothing may be decided by it:
/// that clock may be set while a robot hangs on a wall.
std::string date_text();

}  // namespace ventosa::app
