#include <gtest/gtest.h>

#include <variant>

#include "tests/scenarios/good_scenario.h"
#include "tests/view/panels/headless.h"
#include "view/actions.h"
#include "view/panels/safety_words.h"

/// Modules over UDP as an operator sees them, and requests to them.
namespace ventosa::view::safety_test {
namespace {

using hal::GuardMode;
using hal::OperatorAction;
using hal::Refusal;
using hal::Trigger;

constexpr std::int64_t kSecond_ns = 1'000'000'000;
constexpr GuardMode kModes[] = {GuardMode::kOffline, GuardMode::kReady,       GuardMode::kActive,
                                GuardMode::kHold,    GuardMode::kDegradedLeg, GuardMode::kCut,
                                GuardMode::kStand};

struct SafetyPanels : testing::Test {
  SafetyPanels() {
    frame.scenario = std::make_shared<const scenarios::Scenario>(scenarios::read(scenarios::kGood));
    frame.can.needs_arming = frame.can.keeps_time = true;
    frame.can.control_period_ns = 10'000'000;
    frame.session.guard = {.mode = GuardMode::kActive, .now_ns = 20 * kSecond_ns};
    frame.n_ticks = 400;
    frame.wire.emplace();
    for (const controller::Leg& leg : frame.robot().leg)
      frame.wire->device.push_back({.name = leg.name, .is_ours = true});
    ui.needs_arming = true;
  }

  hal::GuardState& guard() { return frame.session.guard; }
  Rect place(float width = 1280) { return lay_out(width, 800, ui).safety; }
  Headless::Draw bar(float width = 1280) {
    return [this, width] { safety_bar(place(width), frame, ui, ask); };
  }
  /// In the column at the right.
  std::string text_of(void (*panel)(const Frame&, Ui&)) {
    return window.text([&] {
      ImGui::SetNextWindowSize({370, 2000});
      ImGui::Begin("column");
      panel(frame, ui);
      ImGui::End();
    });
  }
  Headless::Draw safety() {
    return [this] {
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize({370, 800});
      ImGui::Begin("column");
      safety_panel(frame, ui, ask);
      ImGui::End();
    };
  }
  std::string safety_text() { return window.text(safety()); }
  std::vector<OperatorAction> requests() const {
    std::vector<OperatorAction> all;
    for (const hal::OperatorRequest& request : requested) all.push_back(request.action);
    return all;
  }

  Headless window{1280, 800};
  Frame frame;
  Ui ui;
  /// The lowest button at that place of a line.
  void click_up(float x) {
    const std::size_t n_answers = answers.size();
    const auto free_leg = ui.free_leg;
    for (float y = 795; y > 40 && answers.size() == n_answers && ui.free_leg == free_leg; y -= 5)
      window.click(x, y, safety());
  }
  float second_button() {
    const ImGuiStyle& style = ImGui::GetStyle();
    return style.WindowPadding.x + ImGui::CalcTextSize("holds").x + 2 * style.FramePadding.x +
           style.ItemSpacing.x + 5;
  }

  std::vector<hal::OperatorRequest> requested;
  std::vector<hal::CupAnswer> answers;
  Ask ask = [this](Request request) {
    const auto& what = std::get<Intervention>(request);
    requested.push_back(what.request);
    if (what.cup) answers.push_back(*what.cup);
  };
};

bool contains(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST_F(SafetyPanels, SayTheModeInCapitalsWhateverItIs) {
  for (const GuardMode mode : kModes) {
    guard().mode = mode;
    EXPECT_TRUE(contains(window.text(bar()), upper_case(mode))) << upper_case(mode);
  }
}

TEST_F(SafetyPanels, HaveNoLargerButtonThanHold) {
  const SafetyButtons at = safety_buttons(place(), 1);
  const auto area = [](const Rect& rect) { return rect.width * rect.height; };
  for (const Rect& other : {at.go_on, at.disarm, at.cut}) EXPECT_GT(area(at.hold), 4 * area(other));
  EXPECT_GT(at.hold.height, 2 * lay_out(1280, 800, ui).top.height);
}

TEST_F(SafetyPanels, HoldByOneClickWhereverTheRobotIsArmed) {
  for (const GuardMode mode : kModes) {
    guard().mode = mode;
    requested.clear();
    window.click(safety_buttons(place(), 1).hold, bar());
    EXPECT_EQ(requests(),
              is_armed(mode) ? std::vector{OperatorAction::kHold} : std::vector<OperatorAction>{})
        << upper_case(mode);
  }
}

TEST_F(SafetyPanels, OfferTheRequestsThatTheModeTakes) {
  const auto by_mode = [&](const Rect SafetyButtons::*button) {
    std::vector<OperatorAction> all;
    for (const GuardMode mode : kModes) {
      guard().mode = mode;
      requested.clear();
      window.click(safety_buttons(place(), 1).*button, bar());
      all.push_back(requested.empty() ? OperatorAction::kNone : requested.front().action);
    }
    return all;
  };
  using enum OperatorAction;
  EXPECT_EQ(by_mode(&SafetyButtons::go_on),
            (std::vector{kNone, kArm, kNone, kAcknowledge, kAcknowledge, kArm, kAcknowledge}));
  EXPECT_EQ(by_mode(&SafetyButtons::disarm),
            (std::vector{kNone, kNone, kDisarm, kDisarm, kDisarm, kDisarm, kDisarm}));
}

TEST_F(SafetyPanels, CutOnlyAfterBothQuestions) {
  const auto cut_at = [&](const char* label) {
    const ImGuiWindow* const questions = ImGui::FindWindowByName("cut");
    const float line = ImGui::GetFrameHeightWithSpacing();
    const float y = questions->Pos.y + ImGui::GetStyle().WindowPadding.y +
                    ImGui::GetTextLineHeightWithSpacing();
    const int n = label[0] == 'I' ? (label[1] == ' ' ? 0 : 1) : 2;
    window.click(questions->Pos.x + 20, y + (static_cast<float>(n) + 0.4f) * line, bar());
  };
  window.click(safety_buttons(place(), 1).cut, bar());
  EXPECT_TRUE(ui.cut.are_open);
  cut_at("now");
  EXPECT_TRUE(requested.empty());
  cut_at("I mean it");
  EXPECT_TRUE(ui.cut.confirmed);
  cut_at("now");
  EXPECT_TRUE(requested.empty());
  cut_at("It stands");
  EXPECT_TRUE(ui.cut.supported);
  cut_at("now");
  ASSERT_EQ(requests(), std::vector{OperatorAction::kCut});
  EXPECT_TRUE(requested[0].confirmed && requested[0].supported);
  EXPECT_FALSE(ui.cut.are_open);
}

TEST_F(SafetyPanels, KeepHoldAtHandWhileTheyAskAboutACut) {
  window.click(safety_buttons(place(), 1).cut, bar());
  window.click(safety_buttons(place(), 1).hold, bar());
  EXPECT_EQ(requests(), std::vector{OperatorAction::kHold});
}

TEST_F(SafetyPanels, GoOnByAKeyOnlyWithATwin) {
  guard().mode = GuardMode::kHold;
  EXPECT_TRUE(act_on_run(Action::kHold, frame, ui, ask));
  frame.can.needs_arming = false;
  EXPECT_TRUE(act_on_run(Action::kHold, frame, ui, ask));
  EXPECT_EQ(requests(), (std::vector{OperatorAction::kHold, OperatorAction::kAcknowledge}));
}

TEST_F(SafetyPanels, SayWhyARequestWasRefused) {
  for (const std::size_t k : {1, 2, 3, 4, 5, 6, 7}) {
    const auto refusal = static_cast<Refusal>(k);
    frame.wire->refused = {OperatorAction::kAcknowledge, refusal, 0};
    const std::string text = window.text(bar());
    EXPECT_TRUE(contains(text, "GO ON was refused")) << text;
    EXPECT_EQ(advice(frame).find(refusal_text(refusal)), 19u) << advice(frame);
  }
}

TEST_F(SafetyPanels, NameEachCauseWithItsTimesAndWhatClearsIt) {
  guard() = {};
  const auto step = [&](hal::GuardInputs inputs, std::int64_t now_ns) {
    inputs.session = inputs.lease = true;
    guard() = hal::step(guard(), inputs, now_ns).state;
  };
  step({}, kSecond_ns);
  step({.request = {OperatorAction::kArm}}, 2 * kSecond_ns);
  hal::GuardInputs stale;
  stale.leg[2].insert(Trigger::kStale);
  stale.robot.insert(Trigger::kOverrun);
  step(stale, 3 * kSecond_ns);
  stale.robot = {};
  step(stale, 4 * kSecond_ns);
  step(stale, 6 * kSecond_ns);
  const std::string text = safety_text();
  EXPECT_TRUE(contains(text, frame.robot().leg[2].name + " stale, since 3.0 s")) << text;
  EXPECT_TRUE(contains(text, "robot overrun, since 3.0 s, gone for 2.0 s")) << text;
  for (const Trigger trigger : {Trigger::kStale, Trigger::kOverrun})
    EXPECT_TRUE(contains(text, std::string(hal::remedy(trigger)).substr(0, 20))) << text;
  EXPECT_FALSE(contains(text, hal::remedy(Trigger::kLost)));
}

TEST_F(SafetyPanels, AskOfEachCupThatMayHold) {
  using enum hal::CupKnowledge;
  frame.wire->cup = {kUnknown, kAttached, kUnknown, kFree};
  const std::string text = safety_text();
  for (const std::size_t leg : {0u, 1u, 2u, 3u})
    EXPECT_EQ(contains(text, frame.robot().leg[leg].name + ": its pressure zero"), leg % 2 == 0)
        << text;
  click_up(20);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].leg, 2u);
  EXPECT_EQ(answers[0].word, hal::CupWord::kHolds);
}

TEST_F(SafetyPanels, AskTwiceOfACupThatIsFreeWhileOthersMayHold) {
  using enum hal::CupKnowledge;
  frame.wire->cup = {kUnknown, kAttached, kUnknown, kFree};
  safety_text();
  click_up(second_button());
  EXPECT_TRUE(answers.empty());
  EXPECT_EQ(ui.free_leg, 2u);
  EXPECT_TRUE(contains(safety_text(), "other cups are unknown too"));
  click_up(second_button());
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].leg, 2u);
  EXPECT_EQ(answers[0].word, hal::CupWord::kFree);
  EXPECT_TRUE(answers[0].confirmed);
  frame.wire->cup[2] = kFree;  // it is now the last button
  click_up(second_button());
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1].leg, 0u);
}

TEST_F(SafetyPanels, TellWhatBecameOfAnAnswer) {
  for (std::size_t k = 0; k < controller::kEnumerators<hal::CupReply>.size(); ++k) {
    const auto reply = static_cast<hal::CupReply>(k);
    frame.wire->answered = {{1, hal::CupWord::kFree}, reply};
    EXPECT_TRUE(contains(safety_text(), std::string(hal::sentence(reply)).substr(0, 20)));
  }
}

TEST_F(SafetyPanels, ForetellTheModeThatThenComes) {
  for (const GuardMode mode : kModes)
    for (const bool session : {false, true})
      for (std::size_t k = 0; k < hal::kTriggers; ++k)
        for (const std::optional<int> leg : {std::optional<int>(), std::optional<int>(1)}) {
          const auto trigger = static_cast<Trigger>(k);
          hal::GuardInputs now{.session = session, .lease = true};
          now.leg[0].insert(Trigger::kJointFault);
          guard() = hal::step({.mode = mode}, now, kSecond_ns).state;
          frame.health = {.session = session, .lease = true, .robot = now.robot, .leg = now.leg};
          const GuardMode reported = would_follow(frame, leg, trigger);
          (leg ? now.leg[1] : now.robot).insert(trigger);
          const std::int64_t next_ns = kSecond_ns + frame.can.control_period_ns;
          EXPECT_EQ(reported, hal::step(guard(), now, next_ns).state.mode);
        }
}

TEST_F(SafetyPanels, HaveALineForEachTrigger) {
  const std::string text = text_of(what_if_panel);
  for (const std::string_view trigger : controller::kEnumerators<Trigger>)
    EXPECT_TRUE(contains(text, std::string(trigger))) << trigger;
  EXPECT_TRUE(contains(text, "DEGRADED LEG")) << text;
}

TEST_F(SafetyPanels, TellWhoHoldsWhichModule) {
  frame.wire->device[1] = {.name = "front_right", .is_ours = false, .holder = "anna on pc3"};
  const std::string text = text_of(links_panel);
  EXPECT_TRUE(contains(text, "front_right has another master: anna on pc3")) << text;
  EXPECT_TRUE(contains(text, "another's")) << text;
}

TEST_F(SafetyPanels, TellHowFarRobotAndTwinAreApart) {
  frame.wire->twin.emplace().n_exchanges = 7;
  frame.wire->twin->difference[1] = {2, 3.25 * controller::kRadPerDegree};
  const std::string text = text_of(twin_panel);
  EXPECT_TRUE(contains(text, "3.25")) << text;
  EXPECT_TRUE(contains(text, "unknown")) << text;
  frame.wire->twin->ended = "the physics of the twin failed";
  EXPECT_TRUE(contains(text_of(twin_panel), "the physics of the twin failed"));
}

TEST_F(SafetyPanels, AskAnewForARobotThatCannotBeHad) {
  const std::string why = "front_left: expected an answer, found none";
  Waiting waiting = Waiting::kGoesOn;
  const std::string* failure = nullptr;
  const auto draw = [&] {
    const Waiting now = waiting_panel({0, 0, 1280, 800}, "asking", 3, failure, ui);
    if (now == Waiting::kTriesAgain) waiting = now;
  };
  EXPECT_TRUE(contains(window.text(draw), "asking ... 3 s"));
  const auto click_down_the_window = [&] {
    for (float y = 5; y < 200; y += 5) window.click(30, y, draw);
  };
  click_down_the_window();
  EXPECT_EQ(waiting, Waiting::kGoesOn);
  failure = &why;
  EXPECT_TRUE(contains(window.text(draw), why));
  click_down_the_window();
  EXPECT_EQ(waiting, Waiting::kTriesAgain);
}

/// The longest texts in the narrowest window.
TEST_F(SafetyPanels, CutOffNothingInASmallWindow) {
  for (const GuardMode mode : kModes)
    for (std::size_t k = 0; k < controller::kEnumerators<Refusal>.size(); ++k) {
      guard().mode = mode;
      frame.wire->refused.reset();
      if (k > 0) frame.wire->refused = {OperatorAction::kAcknowledge, static_cast<Refusal>(k), -99};
      window.text(bar(1024));
      for (const ImGuiWindow* each : GImGui->Windows) {
        if (!contains(each->Name, "words")) continue;
        EXPECT_EQ(Headless::cut_off(*each).x, 0) << upper_case(mode) << advice(frame);
        EXPECT_EQ(Headless::cut_off(*each).y, 0) << upper_case(mode) << advice(frame);
      }
    }
}

}  // namespace
}  // namespace ventosa::view::safety_test
