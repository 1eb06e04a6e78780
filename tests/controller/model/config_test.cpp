#include "controller/model/config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace ventosa::controller::config_test {
namespace {

/// Counts the size of the options; a field smaller than a double is padded to one.
struct SizeOfFields {
  std::size_t bytes = 0;
  template <class T>
  void operator()(const char*, const T& value, Unit = {}, Range = {}) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      bytes += std::max(sizeof value, sizeof(double));
    else
      describe(*this, value);
  }
  template <class T>
  void per_joint(const char*, const PerJoint<T>& values, Unit = {}, Range = {}) {
    bytes += sizeof values;
  }
};

TEST(ControllerConfig, DescribesAllFieldsOfItsGroups) {
  const ControllerConfig config;
  SizeOfFields size;
  describe(size, config);
  EXPECT_EQ(size.bytes, sizeof config.gains + sizeof config.sharing + sizeof config.gait +
                            sizeof config.body + sizeof config.reactions + sizeof config.filter +
                            sizeof config.payload + sizeof config.surfaces + sizeof config.lip);
}

/// "N m s/rad" -> "_Nms_rad"
std::string suffix_of(std::string unit) {
  if (unit == "1") return "";
  if (unit == "degC") return "_C";
  unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
  std::replace(unit.begin(), unit.end(), '/', '_');
  return "_" + unit;
}

struct SuffixCheck {
  template <class T>
  void operator()(const char* name, const T& value, Unit unit = {}, Range = {}) {
    if constexpr (std::is_same_v<T, double>)
      expect(name, unit);
    else if constexpr (std::is_class_v<T>)
      describe(*this, value);
  }
  template <class T>
  void per_joint(const char* name, const PerJoint<T>&, Unit unit = {}, Range = {}) {
    expect(name, unit);
  }
  static void expect(const std::string& name, Unit unit) {
    EXPECT_TRUE(name.ends_with(suffix_of(unit.symbol))) << name << " [" << unit.symbol << "]";
  }
};

TEST(ControllerConfig, HasTheUnitInEachKey) {
  SuffixCheck check;
  const ControllerConfig config;
  describe(check, config);
}

}  // namespace
}  // namespace ventosa::controller::config_test
