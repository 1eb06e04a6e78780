#pragma once

#include <cstddef>
#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::hal {

/// Statement of an operator about a cup whose state is unknown.
enum class CupWord : std::uint8_t {
  kHolds,  ///< the cup is attached, whatever its vacuum reading
  kFree,   ///< the cup is not attached
};
constexpr auto enumerators(CupWord) { return controller::words("holds", "free"); }

struct CupAnswer {
  std::size_t leg = 0;
  CupWord word = CupWord::kHolds;
  bool confirmed = false;  ///< the operator has repeated the statement
};

/// Result of a statement.
enum class CupReply : std::uint8_t {
  kTaken,
  kSayAgain,  ///< `free`, not confirmed, while other cups are unknown too
  kIsOff,     ///< `holds`, not confirmed, for a cup whose sensors report it off its surface
  kKnown,     ///< the cup's own readings decide
  kActive,    ///< the controller is active: hold first
  kNoCup,     ///< the leg's foot is no cup
};
constexpr auto enumerators(CupReply) {
  return controller::words("taken", "say_again", "is_off", "known", "active", "no_cup");
}

/// The result as a sentence for the operator.
constexpr const char* sentence(CupReply reply) noexcept {
  switch (reply) {
    case CupReply::kTaken:
      return "taken";
    case CupReply::kSayAgain:
      return "other cups are unknown too: repeat the answer to confirm it";
    case CupReply::kIsOff:
      return "its range sensors report it off the surface: check, and repeat the answer if it is "
             "attached";
    case CupReply::kKnown:
      return "its own readings decide: no answer is needed";
    case CupReply::kActive:
      return "not while the controller is active: hold first";
    case CupReply::kNoCup:
      return "its foot is no cup: no answer is needed";
  }
  return "";
}

}  // namespace ventosa::hal
