#include "models/ranges.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/model/config.h"
#include "models/input_error.h"

namespace ventosa::models::ranges_test {
namespace {

struct Options {
  double share = 0.5;
  double angle_rad = 0;
  int count = 1;
  controller::Vector3d bias = controller::Vector3d::Zero();
  controller::PerLeg<double> charge{};
};

void describe(auto& field, controller::Is<Options> auto& options) {
  field("share", options.share, "1", controller::above(0, 1));
  field("angle_deg", options.angle_rad, controller::kDegrees, controller::between(-30, 30));
  field("count", options.count, "1", controller::between(1, 3));
  field("bias", options.bias, "m", controller::not_negative());
  field.per_leg("charge", options.charge, "1", controller::between(0, 1));
}

std::string error_of(const Options& options) {
  try {
    check_ranges("options", options, 2);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Ranges, AcceptTheirBounds) {
  Options options;
  options.share = 1;
  options.angle_rad = 30 * controller::kRadPerDegree;
  options.count = 3;
  options.charge[1] = 1;
  EXPECT_EQ(error_of(options), "");
}

TEST(Ranges, NameTheFirstValueOutside) {
  Options options;
  options.count = 4;
  EXPECT_EQ(error_of(options), "options.count = 4: must be at least 1 and at most 3");
  options.angle_rad = 1;
  EXPECT_NE(error_of(options).find("options.angle_deg = 57.29"), std::string::npos)
      << error_of(options);
  options.share = 0;
  EXPECT_EQ(error_of(options), "options.share = 0: must be above 0 and at most 1");
}

TEST(Ranges, CoverVectorsAndLegsThatTheRobotHas) {
  Options options;
  options.charge[2] = 7;  // no third leg
  EXPECT_EQ(error_of(options), "");
  options.charge[1] = 7;
  EXPECT_NE(error_of(options).find("options.charge = 7"), std::string::npos);
  options.bias.z() = -1;
  EXPECT_NE(error_of(options).find("options.bias = -1"), std::string::npos);
}

TEST(Ranges, RefuseWhatIsNotFinite) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Options options;
    options.bias.x() = bad;
    EXPECT_NE(error_of(options).find("must be finite"), std::string::npos);
  }
}

TEST(Ranges, HoldTheControllersDefaults) {
  EXPECT_NO_THROW(check_ranges("controller", controller::ControllerConfig{}));
}

}  // namespace
}  // namespace ventosa::models::ranges_test
