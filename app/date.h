#pragma once

#include <string>

namespace ventosa::app {

/// Date and time, for example "2026-11-26 06:54:47 UTC". Only for labels in records: the system
/// clock may be set at any time, so nothing may depend on it.
std::string date_text();

}  // namespace ventosa::app
