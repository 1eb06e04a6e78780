#include "app/cup_force.h"

#include <cmath>

#include "app/text_table.h"
#include "models/input_error.h"

namespace ventosa::app {

using models::InputError;

double checked(const char* option, double value, double min, double max) {
  if (value >= min && value <= max) return value;
  throw InputError(option, std::isnan(value) ? "nan" : digits(value, 6),
                   "must be between " + digits(min, 6) + " and " + digits(max, 6), "");
}

double read_cup_force_N(const std::optional<double>& option_N, const controller::Cup* cup) {
  if (cup) return checked("--cup-force", option_N.value_or(cup->goal_force_N), 0, cup->max_force_N);
  if (option_N)
    throw InputError("--cup-force", digits(*option_N, 6), "needs a robot with cups",
                     "feet that only push hold by their load");
  return 0;
}

}  // namespace ventosa::app
