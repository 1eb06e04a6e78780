#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ventosa::models {

/// The word of `words` that `word` may be a misspelling of (one or two typing errors, none in very
/// short words), or empty: for "did you mean".
std::string_view closest(std::string_view word, const std::vector<std::string>& words);

}  // namespace ventosa::models
