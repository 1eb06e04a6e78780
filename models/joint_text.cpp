#include "models/joint_text.h"

#include "models/text.h"

namespace ventosa::models {

std::string way_text(const controller::Joint& joint, double q_rad) {
  if (!joint.slides()) return "";
  return " (" + decimal(1e3 * joint.slide_m_rad * q_rad, 4) + " mm of way)";
}

}  // namespace ventosa::models
