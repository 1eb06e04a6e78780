#include <gtest/gtest.h>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

/// Feet that slide while the controller assumes that they are attached.
namespace ventosa::scenarios::slipping_test {
namespace {

using controller::FootAlarm;
using controller::Reason;

/// A run and, for each leg, the time since which it has slid this far, and the time since which an
/// alarm names it: as a slip, or, while it moves fast and its vacuum is not known yet, as a
/// detachment.
struct Slide {
  explicit Slide(const Scenario& scenario, std::uint64_t seed = 1) : run(scenario, seed) {
    slid_s.fill(-1);
    named_s.fill(-1);
  }

  bool advance(double slid_m) {
    if (!run.advance()) return false;
    const auto& truth = run.twin().truth();
    for (std::size_t i = 0; i < run.controller().robot().leg.size(); ++i) {
      if (slid_s[i] < 0 && truth.leg[i].cup.slip_m > slid_m) slid_s[i] = run.time_s();
      if (named_s[i] < 0 && diagnostics().alarm[i] != FootAlarm::kNone) named_s[i] = run.time_s();
    }
    return true;
  }
  /// Until this time. What happens before it does not count.
  void begin_at(double s) {
    while (run.time_s() < s) advance(1);
    named_s.fill(-1);
  }
  const controller::Diagnostics& diagnostics() const { return run.controller().diagnostics(); }

  ScenarioRun run;
  controller::PerLeg<double> slid_s{};
  controller::PerLeg<double> named_s{};
};

TEST(SlippingFoot, IsNamedAndAskedForLessFrictionUntilItStands) {
  const Scenario scenario = shipped("slick_patch_ceiling");
  Slide slide(scenario);
  double planned_N = 0;
  while (slide.named_s[1] < 0 && slide.advance(0.001))
    planned_N = slide.diagnostics().f_W_B[1].head<2>().norm();
  EXPECT_EQ(slide.diagnostics().reason, Reason::kSlipping);
  EXPECT_EQ(slide.diagnostics().refused_leg, 1);
  EXPECT_LE(slide.named_s[1], slide.slid_s[1] + 0.3);
  while (slide.run.time_s() < 2) slide.advance(0.001);
  const double slid_m = slide.run.twin().truth().leg[1].cup.slip_m;
  while (slide.advance(0.001)) {
  }
  EXPECT_LT(slide.diagnostics().f_W_B[1].head<2>().norm(), 0.5 * planned_N);
  EXPECT_LT(slide.run.twin().truth().leg[1].cup.slip_m, slid_m + 1e-4);
  EXPECT_EQ(slide.diagnostics().reason, Reason::kNone);
}

/// It slides slightly at the start; distances count from there.
TEST(SlippingFoot, IsNamedUnderACirclingRobotWithEverythingOn) {
  const Scenario scenario = shipped("real_slick_patch_ceiling");
  for (const std::uint64_t seed : scenario.seeds) {
    Slide slide(scenario, seed);
    slide.begin_at(2);
    const double before_m = slide.run.twin().truth().leg[1].cup.slip_m;
    while (slide.named_s[1] < 0 && slide.advance(before_m + 0.003)) {
    }
    ASSERT_GE(slide.named_s[1], 0) << seed;
    const bool before = slide.slid_s[1] < 0;
    EXPECT_TRUE(before || slide.named_s[1] <= slide.slid_s[1] + 0.3) << seed;
    for (const std::size_t i : {0, 2, 3}) EXPECT_LT(slide.named_s[i], 0) << seed;
  }
}

/// At a millimetre a second, which is also the creep of lips.
TEST(SlippingFoot, IsNamedBeforeItHasCreptFarWithEverythingOn) {
  Scenario scenario = shipped("real_slick_patch_ceiling");
  for (controller::Patch& patch : scenario.twin.patches.patch) patch.friction = 0.6;
  for (const std::uint64_t seed : scenario.seeds) {
    Slide slide(scenario, seed);
    slide.begin_at(2);
    const double before_m = slide.run.twin().truth().leg[1].cup.slip_m;
    while (slide.named_s[1] < 0 && slide.advance(1)) {
    }
    ASSERT_GE(slide.named_s[1], 0) << seed;
    EXPECT_LE(slide.run.twin().truth().leg[1].cup.slip_m, before_m + 0.0035) << seed;
  }
}

/// All surfaces are slick: the first foot that slides is compared with feet that still stand. A
/// fast one may be lost, so it gets no load, and its load may make another one slide: 15 mm at most
/// until they stand. A foot whose load still grows does not stand yet.
TEST(SlippingFoot, IsNamedWhileWalkingOnASlickCeiling) {
  for (const auto& [name, slid_m] :
       {std::pair("crawl_ceiling", 0.001), std::pair("real_crawl_ceiling", 0.003)}) {
    Scenario scenario = shipped(name);
    for (sim::SurfaceErrors& surface : scenario.plant.given.surface) surface.friction_scale = 0.15;
    Slide slide(scenario);
    std::size_t first = 0;
    controller::PerLeg<double> at_rest_m{};
    const auto slip_m = [&](std::size_t i) { return slide.run.twin().truth().leg[i].cup.slip_m; };
    const auto stands = [&](std::size_t i) {
      return slide.diagnostics().phase[i] == controller::FootPhase::kStance;
    };
    while (slide.run.time_s() < 20 && slide.advance(slid_m))
      for (std::size_t i = 0; i < 4; ++i)
        if (slide.run.time_s() < 12 || !stands(i)) at_rest_m[i] = slip_m(i);
    for (std::size_t i = 1; i < 4; ++i)
      if (slide.slid_s[i] >= 0 && slide.slid_s[i] < slide.slid_s[first]) first = i;
    ASSERT_GE(slide.slid_s[first], 0) << name;
    ASSERT_GE(slide.named_s[first], 0) << name;
    EXPECT_LE(slide.named_s[first], slide.slid_s[first] + 0.3) << name;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(!stands(i) || slip_m(i) < 0.015) << name << " " << slip_m(i);
      EXPECT_TRUE(!stands(i) || slip_m(i) < at_rest_m[i] + 0.0005) << name << " " << slip_m(i);
    }
  }
}

/// The filter alone names these feet 2.5 s and 0.7 s after that, and one of them never: it looks at
/// the last tenths of a second, and learns a slow motion as an error of its own.
TEST(CreepingFoot, IsNamedWithinHalfASecondOfTwoMillimetres) {
  struct Case {
    const char* name;
    double friction_scale;
    std::size_t leg;
    double until_s;
  };
  for (const Case& each :
       {Case{"real_slick_patch_ceiling", 1, 1, 1}, Case{"real_crawl_ceiling", 0.15, 3, 9},
        Case{"real_tripod_ground", 0.15, 5, 4}}) {
    Scenario scenario = shipped(each.name);
    for (sim::SurfaceErrors& surface : scenario.plant.given.surface)
      surface.friction_scale *= each.friction_scale;
    Slide slide(scenario);
    while (slide.run.time_s() < each.until_s && slide.advance(0.002)) {
    }
    ASSERT_GE(slide.slid_s[each.leg], 0) << each.name;
    ASSERT_GE(slide.named_s[each.leg], 0) << each.name;
    EXPECT_LE(slide.named_s[each.leg], slide.slid_s[each.leg] + 0.5) << each.name;
  }
}

/// It slides by 4 mm as the robot's weight comes on it, and stands from then on. Nothing else
/// follows: it keeps its friction, and other feet may lift.
TEST(CreepingFoot, IsNamedForASecondAndNothingElseFollows) {
  const Scenario scenario = shipped("real_slick_patch_ceiling");
  Slide slide(scenario);
  while (slide.named_s[1] < 0 && slide.run.time_s() < 1) slide.advance(0.002);
  EXPECT_EQ(slide.diagnostics().alarm[1], FootAlarm::kCreep);
  EXPECT_LT(slide.run.controller().state().decisions.organizer.slipping, 0);
  EXPECT_EQ(slide.diagnostics().reason, Reason::kSlipping);
  EXPECT_EQ(slide.diagnostics().refused_leg, 1);
  slide.begin_at(1.9);
  EXPECT_EQ(slide.diagnostics().alarm[1], FootAlarm::kNone);
  EXPECT_EQ(slide.diagnostics().reason, Reason::kNone);
  EXPECT_LT(slide.run.controller().state().estimation.alarmed_foot[1].alarmed, 1);
}

TEST(SlippingFoot, IsNoneOnSurfacesAsRoughAsBelieved) {
  for (const char* name : {"real_circle_two_planes", "real_crawl_sideways_wall"}) {
    const Scenario scenario = shipped(name);
    ScenarioRun run(scenario, 3);
    while (run.time_s() < 60 && run.advance())
      for (const FootAlarm alarm : run.controller().diagnostics().alarm)
        ASSERT_EQ(alarm, FootAlarm::kNone) << name << " " << run.time_s();
  }
}

}  // namespace
}  // namespace ventosa::scenarios::slipping_test
