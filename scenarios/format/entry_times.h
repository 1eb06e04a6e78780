#pragma once

#include <map>
#include <string>

#include "models/strict_yaml.h"

namespace ventosa::scenarios {

/// When the entries of a script begin, in order.
class EntryTimes {
 public:
  EntryTimes(double duration_s, double period_s) : duration_s_(duration_s), period_s_(period_s) {}

  /// `at_s`, not before that of the last entry, with a control tick left to act in.
  /// @throws models::InputError
  double read(const models::Node& entry);

  /// What begins in one tick with another of its kind takes its place before it could begin.
  /// @throws models::InputError
  void begin(const models::Node& entry, const std::string& kind, double at_s);

 private:
  struct Begun {
    std::string entry;  ///< its key path
    std::size_t tick = 0;
  };

  const double duration_s_, period_s_;
  double last_s_ = 0;
  std::map<std::string, Begun> last_;  ///< by kind
};

}  // namespace ventosa::scenarios
