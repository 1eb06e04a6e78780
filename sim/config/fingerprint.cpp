#include "sim/config/fingerprint.h"

#include "sim/config/content_hash.h"

namespace ventosa::sim {

std::uint64_t fingerprint_of(const models::Robot& robot, const TwinConfig& config) {
  ContentHash hash;
  hash.add(robot);
  hash.add(config);
  return hash.value();
}

}  // namespace ventosa::sim
