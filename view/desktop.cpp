#include "view/desktop.h"

#include <imgui.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <optional>
#include <utility>

#include "models/input_error.h"
#include "record/output_error.h"
#include "sim/render/png_file.h"
#include "view/panels/draw.h"
#include "view/panels/plot.h"
#include "view/run/player.h"
#include "view/window/keys.h"
#include "view/window/window.h"

namespace ventosa::view {

namespace fs = std::filesystem;
using controller::Vector3d;
using scenarios::Scenario;

namespace {

using Clock = std::chrono::steady_clock;

/// Kept for the panel, and told on the terminal.
class MessageList final : public Messages {
 public:
  void info(const std::string& text) override { add(text); }
  void warn(const std::string& text) override { add("warning: " + text); }
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(fresh_, {});
  }

 private:
  void add(const std::string& text) {
    std::cerr << text << '\n';
    const std::lock_guard lock(mutex_);
    fresh_.push_back(text);
  }
  std::mutex mutex_;
  std::vector<std::string> fresh_;
};

/// Under XDG_STATE_HOME; empty if there is no place for it.
fs::path layout_file() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  if (state == nullptr && home == nullptr) return {};
  const fs::path folder =
      (state != nullptr ? fs::path(state) : fs::path(home) / ".local/state") / "ventosa";
  std::error_code failed;
  fs::create_directories(folder, failed);
  return failed ? fs::path() : folder / "layout.ini";
}

/// Shadows first: what costs most goes first when the machine is too slow, and comes back last.
class QualityGuard {
 public:
  void look(double frame_s) {
    mean_s_ += 0.1 * (frame_s - mean_s_);
    if (++n_ < 20) return;
    if (mean_s_ > 1.0 / 25 && level_ < kLast) ++level_, n_ = 0;
    if (mean_s_ < 1.0 / 70 && level_ > 0) --level_, n_ = 0;
  }
  sim::Quality quality() const { return {.shadows = level_ < 1, .reflections = level_ < 2}; }

 private:
  static constexpr int kLast = 2;
  double mean_s_ = 1.0 / 60;
  int n_ = 0, level_ = 0;
};

class Desktop {
 public:
  Desktop(const DesktopOptions& options, const LoadScenario& load);
  void run();

 private:
  void draw();
  void take_frame();
  void begin_run();
  void draw_scene(const Rect& place);
  void draw_panels(const Layout& layout);
  void use_mouse(const Rect& place);
  void use_keys();
  void carry_out(Action action);
  void open(const fs::path& file);
  void write_picture();
  void push(const Vector3d& push_N);
  fs::path fresh_file(const std::string& end) const;
  void finish_screenshot();

  const DesktopOptions options_;
  const LoadScenario load_;
  MessageList messages_;
  Window window_;
  Player player_;
  Ask ask_ = [this](Request request) { player_.ask(std::move(request)); };
  Ui ui_;
  std::optional<sim::Scene> scene_;
  fs::path file_;
  QualityGuard quality_;
  double frame_s_ = 1.0 / 60;
  Clock::time_point last_ = Clock::now();
  bool pushes_ = false;
  fs::path picture_;  ///< that the next frame is written to
  int n_still_ = 0;   ///< frames at the tick of the screenshot
};

Desktop::Desktop(const DesktopOptions& options, const LoadScenario& load)
    : options_(options),
      load_(load),
      window_("Ventosa", options.width, options.height,
              options.screenshot.empty() ? layout_file() : fs::path()),
      player_(messages_) {
  ui_.scale = window_.scale();
  ImGui::GetIO().FontGlobalScale = static_cast<float>(ui_.scale);
  ImGui::GetStyle().ScaleAllSizes(static_cast<float>(ui_.scale));
  ImGui::StyleColorsDark();
  file_ = options.scenario;
  const std::shared_ptr<const Scenario> scenario = load(file_);
  player_.ask(Load{scenario, options.seed});
  if (options.at_s > 0)
    player_.ask(Step{std::llround(options.at_s / scenario->twin.control_period_s)});
  if (options.plays) player_.ask(Play{});
  for (const std::string& name : options.panels)
    for (const PanelName& panel : kPanelNames)
      if (name == panel.name) ui_.panels.*panel.open = true;
}

void Desktop::run() {
  while (!window_.is_closed()) {
    const bool idle = player_.frame().scenario && !player_.frame().play.playing;
    const bool hurries = !options_.screenshot.empty();
    window_.begin(window_.is_hidden() ? 0.2 : idle && !hurries ? 0.1 : 0);
    take_frame();
    draw();
    window_.render();
    finish_screenshot();
    write_picture();
    window_.show();
    const Clock::time_point now = Clock::now();
    const double past_s = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (!idle) frame_s_ += 0.1 * (past_s - frame_s_);
    if (!idle) quality_.look(past_s);
  }
}

void Desktop::take_frame() {
  if (!player_.look()) return;
  const Frame& frame = player_.frame();
  if (frame.run != ui_.run) begin_run();
  frame.rows->drain(
      [this](std::int64_t tick, std::span<const float> row) { ui_.signals->add(tick, row); });
  ui_.orbit.follow(frame.truth.X_WB.translation());
  for (std::string& text : messages_.take()) ui_.messages.push_back(std::move(text));
}

void Desktop::begin_run() {
  const Frame& frame = player_.frame();
  const bool other_robot = ui_.run == 0;
  ui_.run = frame.run;
  ui_.columns = recorded_columns(*frame.scenario);
  ui_.signals = std::make_unique<SignalStore>(ui_.columns.size());
  ui_.options.reset();
  ui_.leg = std::min(ui_.leg, frame.robot().leg.size() - 1);
  const sim::Area all = window_.pixels();
  scene_.reset();
  scene_.emplace(frame.scenario->robot, frame.scenario->twin, sim::Scene::Target::kWindow,
                 all.width, all.height);
  const Vector3d body_W = frame.truth.X_WB.translation();
  ui_.orbit.look_from(
      sim::choose_view(frame.scenario->twin.patches, body_W, frame.truth.X_WB.linear().col(2), 1.3),
      body_W);
  if (other_robot) choose(presets().front(), ui_);
  window_.set_title("Ventosa: " + frame.scenario->name);
}

void Desktop::draw() {
  const sim::Area all = window_.pixels();
  const Layout layout = lay_out(static_cast<float>(all.width), static_cast<float>(all.height),
                                static_cast<float>(ui_.scale), ui_.panels.sides);
  if (!scene_) {
    ImGui::SetNextWindowPos({40, 40});
    ImGui::Begin("loading", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::Text("loading %s", file_.string().c_str());
    ImGui::End();
    return;
  }
  draw_scene(layout.scene);
  draw_panels(layout);
  use_mouse(layout.scene);
  use_keys();
  for (const fs::path& file : window_.dropped()) open(file);
}

void Desktop::draw_scene(const Rect& place) {
  const Frame& frame = player_.frame();
  const std::vector<sim::Mark> marks = marks_of(frame, ui_.overlays, ui_.orbit.view().direction_W);
  const std::vector<sim::Rgba> colours = cup_colours(frame);
  scene_->compose({.robot = &frame.scene,
                   .look_at_W = ui_.orbit.point_W,
                   .view = ui_.orbit.view(),
                   .cup_colour = colours,
                   .marks = marks,
                   .quality = quality_.quality()});
  const int height = window_.pixels().height;
  scene_->draw({static_cast<int>(place.x), height - static_cast<int>(place.y + place.height),
                static_cast<int>(place.width), static_cast<int>(place.height)});
}

void Desktop::draw_panels(const Layout& layout) {
  const Frame& frame = player_.frame();
  top_bar(layout.top, frame, ui_, ask_);
  if (ui_.panels.sides) {
    robot_panel(layout.left, frame, ui_);
    leg_panel(layout.right, frame, ui_);
  }
  timeline_panel(layout.bottom, frame, ui_, ask_);
  help_panel(ui_);
  info_panel(frame, ui_, window_.renderer(), 1 / frame_s_);
  signals_panel(frame, ui_);
  options_panel(frame, ui_, ask_);
  controls_panel(frame, ui_, ask_);
  gait_panel(frame, ui_);
  estimate_panel(frame, ui_);
  power_panel(frame, ui_);
  tasks_panel(frame, ui_);
  messages_panel(ui_);
}

void Desktop::push(const Vector3d& push_N) {
  ask_(Intervention{.push_N = push_N});
  pushes_ = !push_N.isZero();
}

void Desktop::use_mouse(const Rect& place) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool inside = io.MousePos.x >= place.x && io.MousePos.x < place.x + place.width &&
                      io.MousePos.y >= place.y && io.MousePos.y < place.y + place.height;
  if (pushes_ && !ImGui::IsMouseDown(ImGuiMouseButton_Right)) push(Vector3d::Zero());
  if (io.WantCaptureMouse || !inside) return;
  const double right = double{io.MouseDelta.x} / double{place.height};
  const double up = -double{io.MouseDelta.y} / double{place.height};
  ui_.orbit.zoom(0.1 * double{io.MouseWheel});
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui_.orbit.turn(right, up);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Middle)) ui_.orbit.zoom(2 * up);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
    if (io.KeyCtrl) {
      constexpr double kFull_N = 200;  // across the picture
      const ImVec2 way = ImGui::GetMouseDragDelta(ImGuiMouseButton_Right, 0);
      const Vector3d towards = ui_.orbit.view().direction_W;
      const Vector3d x_W(-std::sin(ui_.orbit.azimuth_rad), std::cos(ui_.orbit.azimuth_rad), 0);
      push(kFull_N / double{place.height} *
           (double{way.x} * x_W - double{way.y} * towards.cross(x_W)));
    } else {
      ui_.orbit.shift(right, up);
    }
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    const auto picked =
        scene_->pick((io.MousePos.x - place.x) / place.width,
                     1 - (io.MousePos.y - place.y) / place.height, place.width / place.height);
    if (picked && picked->part && picked->part->leg >= 0)
      ui_.leg = static_cast<std::size_t>(picked->part->leg);
  }
}

void Desktop::use_keys() {
  const std::vector<KeyPress> pressed = window_.pressed();
  if (ImGui::GetIO().WantTextInput) return;
  for (const KeyPress& press : pressed)
    for (const Key& key : keys()) {
      const bool steps = key.action == Action::kStep || key.action == Action::kStepBack;
      if (press.code == key.code && press.ctrl == key.ctrl && (steps || !press.repeats))
        carry_out(key.action);
    }
}

fs::path Desktop::fresh_file(const std::string& end) const {
  const std::string stem = player_.frame().scenario->name;
  fs::path file = stem + end;
  for (int n = 2; fs::exists(file); ++n) file = stem + "-" + std::to_string(n) + end;
  return file;
}

void Desktop::carry_out(Action action) {
  const Frame& frame = player_.frame();
  const bool holds = frame.session.mode == scenarios::SessionMode::kHolding;
  using scenarios::OperatorAction;
  switch (action) {
    case Action::kPlay:
      return frame.play.playing ? ask_(Pause{}) : ask_(Play{});
    case Action::kStep:
      return ask_(Step{1});
    case Action::kStepBack:
      return ask_(Step{-1});
    case Action::kFaster:
      return ask_(Speed{std::min(16.0, 2 * frame.play.speed)});
    case Action::kSlower:
      return ask_(Speed{std::max(0.125, 0.5 * frame.play.speed)});
    case Action::kStart:
      ask_(Pause{});
      return ask_(Seek{0});
    case Action::kHold:
      return ask_(
          Intervention{.request = {holds ? OperatorAction::kAcknowledge : OperatorAction::kHold}});
    case Action::kPd:
      return ask_(Intervention{.pd = !frame.goal.pd});
    case Action::kFollow:
      ui_.orbit.follows_body = !ui_.orbit.follows_body;
      return;
    case Action::kNextView:
      ui_.orbit.turn(0.25, 0);
      return;
    case Action::kHelp:
      ui_.panels.help = !ui_.panels.help;
      return;
    case Action::kInfo:
      ui_.panels.info = !ui_.panels.info;
      return;
    case Action::kSignals:
      ui_.panels.signals = !ui_.panels.signals;
      return;
    case Action::kPanels:
      ui_.panels.sides = !ui_.panels.sides;
      return;
    case Action::kFullScreen:
      return window_.toggle_full_screen();
    case Action::kScreenshot:
      picture_ = fresh_file(".png");
      return;
    case Action::kReload:
      return open(file_);
    case Action::kSave:
      return ask_(Save{fresh_file("_touched.yaml")});
    case Action::kQuit:
      return window_.close();
  }
}

/// What is broken leaves the running one there.
void Desktop::open(const fs::path& file) {
  try {
    player_.ask(Load{load_(file), options_.seed});
    file_ = file;
  } catch (const std::exception& error) {
    messages_.warn(error.what());
    ui_.panels.messages = true;
    for (std::string& text : messages_.take()) ui_.messages.push_back(std::move(text));
  }
}

/// Of the whole window, once it is drawn.
void Desktop::write_picture() {
  if (picture_.empty() || !scene_) return;
  const fs::path file = std::exchange(picture_, {});
  const sim::Area all = window_.pixels();
  std::vector<unsigned char> rgb;
  scene_->read_pixels(all, rgb);
  try {
    sim::write_png(rgb, all.width, all.height, file);
    messages_.info("written: " + file.string());
  } catch (const std::runtime_error& error) {
    messages_.warn(error.what());
  }
}

/// Of a window that is opened for it alone.
void Desktop::finish_screenshot() {
  constexpr int kSettled = 4;  // panels need a frame or two to find their sizes
  if (options_.screenshot.empty() || !scene_) return;
  const Frame& frame = player_.frame();
  const auto target = static_cast<std::int64_t>(std::llround(options_.at_s / frame.period_s()));
  if (frame.tick < std::min(target, frame.n_ticks) || ++n_still_ < kSettled) return;
  picture_ = options_.screenshot;
  window_.close();
}

}  // namespace

std::vector<std::string> panel_names() {
  std::vector<std::string> names;
  for (const PanelName& panel : kPanelNames) names.emplace_back(panel.name);
  return names;
}

void show_desktop(const DesktopOptions& options, const LoadScenario& load) {
  Desktop desktop(options, load);
  desktop.run();
}

}  // namespace ventosa::view
