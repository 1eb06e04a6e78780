#include "sim/config/effects.h"

#include <gtest/gtest.h>

#include <set>

#include "sim/config/fingerprint.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::effects_test {
namespace {

using models::Effect;
using models::Effects;

TwinConfig full_twin() {
  TwinConfig twin;
  twin.drive = drive_options(Fidelity::kFull);
  twin.cup = cup_options(Fidelity::kFull);
  twin.power = power_options(Fidelity::kFull);
  twin.imu = imu_options(Fidelity::kFull, romerin4().sensors);
  twin.camera = camera_options(Fidelity::kFull, romerin4().sensors);
  twin.link = link_options(Fidelity::kFull);
  return twin;
}

std::uint64_t fingerprint(const TwinConfig& twin) { return fingerprint_of(romerin4(), twin); }

bool same(Effects a, Effects b) {
  for (const Effect effect : models::each_effect())
    if (a.contains(effect) != b.contains(effect)) return false;
  return true;
}

TEST(Effects, AreTogetherAllOfFullFidelity) {
  TwinConfig twin, full = full_twin();
  EXPECT_TRUE(effects_of(twin).empty());
  EXPECT_TRUE(same(effects_of(full), models::all_effects()));
  for (const Effect effect : models::each_effect()) switch_on(effect, full, twin);
  EXPECT_EQ(fingerprint(twin), fingerprint(full));
  for (const Effect effect : models::each_effect()) switch_off(effect, twin);
  EXPECT_EQ(fingerprint(twin), fingerprint({}));
}

TEST(Effects, EachIsATwinOfItsOwn) {
  std::set<std::uint64_t> twins{fingerprint({}), fingerprint(full_twin())};
  for (const Effect effect : models::each_effect()) {
    TwinConfig with, without = full_twin();
    switch_on(effect, full_twin(), with);
    switch_off(effect, without);
    EXPECT_TRUE(effects_of(with).contains(effect)) << controller::name(effect);
    EXPECT_FALSE(effects_of(without).contains(effect)) << controller::name(effect);
    EXPECT_TRUE(twins.insert(fingerprint(with)).second) << controller::name(effect);
    EXPECT_TRUE(twins.insert(fingerprint(without)).second) << controller::name(effect);
  }
}

TEST(Effects, ComeWithThoseThatTheyNeed) {
  TwinConfig hot, with_play, without = full_twin();
  switch_on(Effect::kThermal, full_twin(), hot);
  EXPECT_TRUE(same(effects_of(hot), {Effect::kMotor, Effect::kThermal}));
  switch_on(Effect::kBacklash, full_twin(), with_play);
  EXPECT_TRUE(same(effects_of(with_play), {Effect::kFriction, Effect::kBacklash}));
  switch_off(Effect::kFriction, without);
  EXPECT_FALSE(effects_of(without).contains(Effect::kBacklash));
  EXPECT_TRUE(effects_of(without).contains(Effect::kThermal));
}

TEST(Effects, OtherOptionsAreNone) {
  TwinConfig twin;
  twin.drive.ambient_C = 40;
  twin.drive.interface = DriveInterface::kTorque;
  twin.power.start_charge[0] = 0.5;
  EXPECT_TRUE(effects_of(twin).empty());
  twin.drive.friction = FrictionModel::kConstant;
  EXPECT_TRUE(effects_of(twin).empty());
  twin.drive.friction = FrictionModel::kLugre;
  EXPECT_TRUE(same(effects_of(twin), {Effect::kFriction}));
}

}  // namespace
}  // namespace ventosa::sim::effects_test
