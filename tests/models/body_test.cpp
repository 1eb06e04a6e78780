#include "models/body.h"

#include <gtest/gtest.h>

#include "models/input_error.h"

namespace ventosa::models::body_test {
namespace {

using controller::Matrix3d;
using controller::RobotModel;
using controller::Vector3d;

RobotModel read(const std::string& text) {
  const Node root = Node::parse(text, "robot.yaml");
  RobotModel robot;
  read_body(root.at("body"), robot);
  read_payload(root, robot);
  root.finish();
  return robot;
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const std::string& text, const std::string& message) {
  EXPECT_NE(refusal(text).find(message), std::string::npos) << refusal(text);
}

const std::string kCube = "body: {mass_kg: 3, com_m: [0, 0, 0], half_extent_m: [0.1, 0.1, 0.1]";

TEST(Body, OfTwoCubesSideBySideIsThatOfTheirBox) {
  const RobotModel robot =
      read(kCube + ", boxes: [{mass_kg: 3, com_m: [0.2, 0, 0], half_extent_m: [0.1, 0.1, 0.1]}]}");
  const RobotModel box =
      read("body: {mass_kg: 6, com_m: [0.1, 0, 0], half_extent_m: [0.2, 0.1, 0.1]}");
  EXPECT_NEAR(robot.body_mass_kg, 6, 1e-12);
  EXPECT_LT((robot.p_BC - box.p_BC).norm(), 1e-15);
  EXPECT_LT((robot.I_C - box.I_C).norm(), 1e-15);
}

TEST(Body, TakesTheSpaceOfAllItsBoxes) {
  const RobotModel robot = read(
      kCube + ", boxes: [{mass_kg: 1, com_m: [0, 0.3, 0], half_extent_m: [0.02, 0.2, 0.02]}]}\n" +
      "payload: {mass_kg: 2, com_m: [0, 0, 0.2], half_extent_m: [0.05, 0.06, 0.1]}");
  ASSERT_EQ(robot.body_box.size(), 3u);
  EXPECT_EQ(robot.body_box[0].p_BO, Vector3d::Zero());
  EXPECT_EQ(robot.body_box[1].p_BO, Vector3d(0, 0.3, 0));
  EXPECT_EQ(robot.body_box[1].half_extent_m, Vector3d(0.02, 0.2, 0.02));
  EXPECT_EQ(robot.body_box[2].p_BO, Vector3d(0, 0, 0.2));
}

// parallel axes: two masses a distance d apart add m1 m2 / (m1 + m2) d^2 across
TEST(Body, CarriesAPayloadThatIsAPoint) {
  const RobotModel bare = read(kCube + "}");
  const RobotModel laden = read(kCube + "}\npayload: {mass_kg: 1, com_m: [0, 0, 0.4]}");
  EXPECT_EQ(laden.body_box.size(), 1u);
  EXPECT_NEAR(laden.body_mass_kg, 4, 1e-12);
  EXPECT_LT((laden.p_BC - Vector3d(0, 0, 0.1)).norm(), 1e-15);
  const double across = 3.0 * 1.0 / 4.0 * 0.16;
  const Matrix3d more = Vector3d(across, across, 0).asDiagonal();
  EXPECT_LT((laden.I_C - bare.I_C - more).norm(), 1e-15);
}

TEST(Body, CarriesAPayloadOfItsOwnInertia) {
  const std::string where = "payload: {mass_kg: 1, com_m: [0, 0, 0], ";
  const RobotModel bare = read(kCube + "}");
  const RobotModel laden = read(kCube + "}\n" + where + "inertia_kgm2: [0.01, 0.02, 0.02]}");
  const Matrix3d own = Vector3d(0.01, 0.02, 0.02).asDiagonal();
  EXPECT_LT((laden.I_C - bare.I_C - own).norm(), 1e-15);
}

TEST(Body, RefusesLoadsThatCannotBe) {
  const std::string bare = kCube + "}\npayload: ";
  expect_refused(bare + "{mass_kg: 0, com_m: [0, 0, 0]}",
                 "robot.yaml:2:20: payload.mass_kg = 0: must be above 0");
  expect_refused(bare + "{mass_kg: 1}", "payload.com_m: missing key");
  expect_refused(bare + "{mass_kg: 1, com_m: [0, 0, 0], half_extent_m: [0.1, 0, 0.1]}",
                 "payload.half_extent_m[1] = 0: must be above 0");
  expect_refused(bare + "{mass_kg: 1, com_m: [0, 0, 0], half_extend_m: [0.1, 0.1, 0.1]}",
                 "payload.half_extend_m: unknown key (did you mean 'half_extent_m'?");
  expect_refused(kCube + ", boxes: []}", "body.boxes = [...]: must have 1 to 14 elements, has 0");
  expect_refused(kCube + ", boxes: [{mass_kg: 1, half_extent_m: [0.1, 0.1, 0.1]}]}",
                 "body.boxes[0].com_m: missing key");
}

}  // namespace
}  // namespace ventosa::models::body_test
