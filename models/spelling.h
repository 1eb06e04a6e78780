#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ventosa::models {

/// The word of `words` of which `word` may be a misspelling (one or two typing errors, none in very
/// short words), or empty. For "did you mean".
std::string_view closest(std::string_view word, const std::vector<std::string>& words);

}  // namespace ventosa::models
