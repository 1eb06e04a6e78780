#pragma once

#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::hal {

/// What an operator says of a cup that nothing is known of.
enum class CupWord : std::uint8_t {
  kHolds,  ///< it does, whatever it tells
  kFree,   ///< it does not
};
constexpr auto enumerators(CupWord) { return controller::words("holds", "free"); }

struct CupAnswer {
  std::size_t leg = 0;
  CupWord word = CupWord::kHolds;
  bool confirmed = false;  ///< it has been said twice
};

/// What becomes of it.
enum class CupReply : std::uint8_t {
  kTaken,
  kSayAgain,  ///< `free`, not confirmed, while nothing is known of other cups
  kIsOff,     ///< `holds`, not confirmed, of a cup that tells that it is off its surface
  kKnown,     ///< the cup itself tells whether it holds
  kActive,    ///< the controller decides: hold first
};
constexpr auto enumerators(CupReply) {
  return controller::words("taken", "say_again", "is_off", "known", "active");
}

/// As a sentence for the operator.
constexpr const char* sentence(CupReply reply) noexcept {
  switch (reply) {
    case CupReply::kTaken:
      return "taken";
    case CupReply::kSayAgain:
      return "say it again if it is so: nothing is known of other cups either";
    case CupReply::kIsOff:
      return "its distances tell that it is off the surface: look, and say it again if it holds";
    case CupReply::kKnown:
      return "its own readings tell it, and count";
    case CupReply::kActive:
      return "not while the controller decides: hold first";
  }
  return "";
}

}  // namespace ventosa::hal
