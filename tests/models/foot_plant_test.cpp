#include "models/foot_plant.h"

#include <gtest/gtest.h>

#include <string>

#include "models/input_error.h"

namespace ventosa::models::foot_plant_test {
namespace {

const std::string kNormal =
    "stiffness_N_m: 2e4\nstiffness_exponent: 1\ndamping_Ns_m: 40\ndamping_depth_m: 0.0005\n";
const std::string kSticking = "sticking: {stiffness_N_m: 3e4, damping_Ns_m: 50}\n";
const std::string kCreeping = "creeping: {v_lim_m_s: 0.04}\n";
const std::string kSensor = "sensor: {rate_hz: 500, noise_N: 0.1, range_N: 50, cutoff_hz: 20}\n";

PointFootPlant read(const std::string& text) {
  const Node root = Node::parse(text, "foot.yaml");
  const PointFootPlant foot = read_point_foot(root);
  root.finish();
  return foot;
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FootPlant, IsReadWithFrictionThatSticks) {
  const PointFootPlant foot = read(kNormal + kSticking + kSensor);
  EXPECT_EQ(foot.stiffness_N_m, 2e4);
  EXPECT_EQ(std::get<GrowingDamping>(foot.damping).depth_m, 0.0005);
  EXPECT_EQ(std::get<Sticking>(foot.friction).stiffness_N_m, 3e4);
  EXPECT_EQ(std::get<Sticking>(foot.friction).damping_Ns_m, 50);
  EXPECT_EQ(foot.sensor.value().range_N, 50);
}

TEST(FootPlant, IsReadWithFrictionThatCreepsAndWithoutSensor) {
  const PointFootPlant foot = read(kNormal + kCreeping + "sensor: null\n");
  EXPECT_EQ(std::get<Creeping>(foot.friction).v_lim_m_s, 0.04);
  EXPECT_FALSE(foot.sensor);
}

TEST(FootPlant, HasExactlyOneLawOfFriction) {
  for (const std::string& friction : {std::string(), kSticking + kCreeping})
    EXPECT_NE(refusal(kNormal + friction + kSensor).find("exactly one of the keys sticking"),
              std::string::npos);
}

TEST(FootPlant, HasExactlyOneLawOfDamping) {
  const std::string spring = "stiffness_N_m: 2e4\nstiffness_exponent: 1\ndamping_Ns_m: 40\n";
  const std::string printed = "printed: {damping_exponent: 0.5}\n";
  const PointFootPlant foot = read(spring + printed + kSticking + kSensor);
  EXPECT_EQ(std::get<PrintedDamping>(foot.damping).damping_exponent, 0.5);
  for (const std::string& both : {spring, kNormal + printed})
    EXPECT_NE(refusal(both + kSticking + kSensor)
                  .find("exactly one of the keys damping_depth_m and printed"),
              std::string::npos);
  for (const std::string exponent : {"-1", "3.5", ".nan"})
    EXPECT_NE(
        refusal(spring + "printed: {damping_exponent: " + exponent + "}\n" + kSticking + kSensor)
            .find("printed.damping_exponent = " + exponent),
        std::string::npos);
}

TEST(FootPlant, IsRefusedWithNumbersThatHaveNoMeaning) {
  const std::string zero_rate = "sensor: {rate_hz: 0, noise_N: 0.1, range_N: 50, cutoff_hz: 20}\n";
  const std::string above_half =
      "sensor: {rate_hz: 40, noise_N: 0.1, range_N: 50, cutoff_hz: 20}\n";
  const std::string jumps =
      "stiffness_N_m: 2e4\nstiffness_exponent: 1\ndamping_Ns_m: 40\ndamping_depth_m: 0\n";
  EXPECT_NE(refusal(kNormal + kSticking + zero_rate).find("foot.yaml:6:19: sensor.rate_hz = 0"),
            std::string::npos);
  EXPECT_NE(refusal(kNormal + kSticking + above_half).find("sensor.cutoff_hz = 20"),
            std::string::npos);
  EXPECT_NE(refusal(jumps + kSticking + kSensor).find("damping_depth_m = 0"), std::string::npos);
  EXPECT_NE(
      refusal(kNormal + "creeping: {v_lim_m_s: 0}\n" + kSensor).find("creeping.v_lim_m_s = 0"),
      std::string::npos);
  EXPECT_NE(refusal(kNormal + kSticking + kSensor + "grip_N: 3\n").find("grip_N"),
            std::string::npos);
}

}  // namespace
}  // namespace ventosa::models::foot_plant_test
