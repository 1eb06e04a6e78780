#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ventosa::models {

/// Suggestion for "did you mean": the word of `words` of which `word` may be a misspelling (one or
/// two typing errors, none in very short words); empty if there is no such word.
std::string_view closest(std::string_view word, const std::vector<std::string>& words);

}  // namespace ventosa::models
