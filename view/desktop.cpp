#include "view/desktop.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>
#include <utility>

#include "models/input_error.h"
#include "record/output_error.h"
#include "view/actions.h"
#include "view/files.h"
#include "view/gamepad.h"
#include "view/mouse.h"
#include "view/panels/plot.h"
#include "view/pictures.h"
#include "view/quality.h"
#include "view/run/player.h"
#include "view/scene_view.h"
#include "view/window/keys.h"
#include "view/window/window.h"

namespace ventosa::view {

namespace fs = std::filesystem;
using controller::Vector3d;

namespace {

using Clock = std::chrono::steady_clock;

class Desktop {
 public:
  Desktop(const DesktopOptions& options, const LoadRun& load);
  void run();
  ViewSpeed measure(double duration_s);

 private:
  double show_picture(double wait_at_most_s);
  void finish_picture();
  void reopen();
  void save_what_was_done();
  void draw();
  void take_frame();
  void begin_run();
  void make_scene();
  void draw_panels(const Layout& layout);
  void use_keys();
  void carry_out(Action action);
  void open_files();
  void open(const fs::path& file);
  void finish_screenshot();

  const DesktopOptions options_;
  const LoadRun load_;
  MessageList messages_;
  Player player_;  // before the window: its thread is of the priority that the window gives up
  Window window_;
  Ask ask_ = [this](Request request) { player_.ask(std::move(request)); };
  Ui ui_;
  std::optional<sim::Scene> scene_;
  fs::path file_;
  QualityGuard quality_;
  double frame_s_ = 1.0 / 60;
  Clock::time_point last_ = Clock::now();
  Mouse mouse_;
  Gamepad gamepad_;
  Pictures pictures_{messages_};
  int n_still_ = 0;  ///< frames at the tick of the screenshot
};

Desktop::Desktop(const DesktopOptions& options, const LoadRun& load)
    : options_(options),
      load_(load),
      player_(messages_),
      window_("Ventosa", options.width, options.height,
              options.remembers && options.screenshot.empty() ? layout_file() : fs::path()) {
  ui_.scale = window_.scale();
  ImGui::GetIO().FontGlobalScale = static_cast<float>(ui_.scale);
  ImGui::GetStyle().ScaleAllSizes(static_cast<float>(ui_.scale));
  file_ = options.scenario;
  const Load run = load(file_);
  player_.ask(run);
  if (options.ghost.scenario) player_.ask(options.ghost);
  if (options.at_s > 0)
    player_.ask(Step{std::llround(options.at_s / run.scenario->twin.control_period_s)});
  if (options.plays) player_.ask(Play{});
  for (const std::string& name : options.panels)
    for (const PanelName& panel : kPanelNames)
      if (name == panel.name) ui_.panels.*panel.open = true;
  for (const std::string& name : options.overlays)
    for (const OverlayName& overlay : kOverlayNames)
      if (name == overlay.name) ui_.overlays.*overlay.shown = true;
  ui_.light = options.light;
}

void Desktop::run() {
  while (!window_.is_closed()) {
    const bool plays = player_.frame().play.playing;
    const bool idle = player_.frame().scenario && !plays;
    const bool hurries = !options_.screenshot.empty();
    const double past_s = show_picture(window_.is_hidden() ? 0.2 : idle && !hurries ? 0.1 : 0);
    if (!plays || hurries) continue;
    frame_s_ += 0.1 * (past_s - frame_s_);
    quality_.look(past_s);
  }
}

/// @return since the one before [s]
double Desktop::show_picture(double wait_at_most_s) {
  window_.begin(wait_at_most_s);
  take_frame();
  draw();
  window_.render() ? finish_picture() : reopen();
  const Clock::time_point now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
}

void Desktop::finish_picture() {
  finish_screenshot();
  if (scene_) pictures_.take(window_.pixels(), player_.frame(), *scene_, ui_);
  window_.show();
}

/// The run goes on meanwhile.
void Desktop::reopen() {
  messages_.warn("the OpenGL context was lost: the window is opened again");
  scene_.reset();
  try {
    window_.reopen();
  } catch (const WindowError&) {
    save_what_was_done();
    throw;
  }
  if (ui_.run > 0) make_scene();
  last_ = Clock::now();  // the quality is not to blame
}

void Desktop::save_what_was_done() {
  const Frame& frame = player_.frame();
  const bool is_touched =
      std::any_of(frame.events.begin(), frame.events.end(),
                  [](const Event& event) { return event.kind == Event::Kind::kTouched; });
  if (!is_touched) return;
  const fs::path file = fresh_file(frame.scenario->name, "_touched.yaml");
  player_.ask(Save{file});
  for (int n = 0; n < 100 && !fs::exists(file); ++n)  // its thread is about to write it
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

ViewSpeed Desktop::measure(double duration_s) {
  constexpr double kWarm_s = 2;
  ViewSpeed speed{.renderer = window_.renderer()};
  while (!scene_) show_picture(0);
  player_.ask(Play{});
  for (double time_s = 0; time_s < kWarm_s;) {
    const double past_s = show_picture(0);
    quality_.look(past_s);
    time_s += past_s;
  }
  const double from_s = player_.frame().time_s();
  double time_s = 0;
  std::int64_t waits = -1;  // pictures since the last input; none is under way
  bool pd = player_.frame().goal.pd;
  while (time_s < duration_s && !player_.frame().play.over) {
    if (waits < 0) {
      pd = !pd;
      player_.ask(Intervention{.pd = pd});
      waits = 0;
    }
    const double past_s = show_picture(0);
    quality_.look(past_s);
    time_s += past_s;
    speed.picture_s.push_back(past_s);
    ++waits;
    if (player_.frame().goal.pd != pd) continue;
    speed.input_pictures.push_back(waits);
    waits = -1;
  }
  speed.realtime_factor = (player_.frame().time_s() - from_s) / time_s;
  speed.tick_p50_s = player_.frame().play.tick_p50_s;
  speed.tick_p99_s = player_.frame().play.tick_p99_s;
  return speed;
}

void Desktop::take_frame() {
  if (!player_.look()) return;
  const Frame& frame = player_.frame();
  if (frame.run != ui_.run) begin_run();
  frame.rows->drain(
      [this](std::int64_t tick, std::span<const float> row) { ui_.signals->add(tick, row); });
  ui_.orbit.follow(frame.truth.X_WB.translation());
}

void Desktop::begin_run() {
  const Frame& frame = player_.frame();
  const bool other_robot = ui_.run == 0;
  ui_.run = frame.run;
  ui_.columns = recorded_columns(*frame.scenario);
  ui_.signals = std::make_unique<SignalStore>(ui_.columns.size());
  ui_.options.reset();
  ui_.leg = std::min(ui_.leg, frame.robot().leg.size() - 1);
  make_scene();
  const Vector3d body_W = frame.truth.X_WB.translation();
  ui_.orbit.look_from(
      sim::choose_view(frame.scenario->twin.patches, body_W, frame.truth.X_WB.linear().col(2), 1.3),
      body_W);
  if (other_robot) choose(presets().front(), ui_);
  window_.set_title("Ventosa: " + frame.scenario->name);
}

void Desktop::make_scene() {
  const scenarios::Scenario& scenario = *player_.frame().scenario;
  const sim::Area all = window_.pixels();
  scene_.reset();
  scene_.emplace(scenario.robot, scenario.twin, sim::Scene::Target::kWindow, all.width, all.height);
}

void Desktop::draw() {
  for (std::string& text : messages_.take()) ui_.messages.push_back(std::move(text));
  ui_.light ? ImGui::StyleColorsLight() : ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.Colors[ImGuiCol_WindowBg].w = 1;  // below is what the last frames left
  style.AntiAliasedLines = style.AntiAliasedFill = quality_.quality().smooth_lines;
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
  draw_scene(layout.scene, all, player_.frame(), ui_, quality_.quality().scene, *scene_);
  draw_panels(layout);
  mouse_.use(layout.scene, *scene_, player_.frame().robot(), ui_, ask_);
  gamepad_.use(window_.sticks(), player_.frame(), ask_);
  use_keys();
  open_files();
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
  files_panel(options_.shipped, ui_);
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

void Desktop::carry_out(Action action) {
  const Frame& frame = player_.frame();
  if (act_on_run(action, frame, ask_) || act_on_view(action, ui_)) return;
  const std::string stem = frame.scenario->name;
  switch (action) {
    case Action::kFullScreen:
      return window_.toggle_full_screen();
    case Action::kScreenshot:
      return pictures_.ask(fresh_file(stem, ".png"));
    case Action::kFilm:
      return pictures_.switch_film(window_.pixels(), frame, ui_);
    case Action::kReload:
      return open(file_);
    case Action::kSave:
      ui_.panels.messages = true;  // that tell where it went
      return ask_(Save{fresh_file(stem, "_touched.yaml")});
    case Action::kQuit:
      return window_.close();
    default:
      return;
  }
}

/// That were dropped on the window, or asked for in the panel of files.
void Desktop::open_files() {
  for (const fs::path& file : window_.dropped()) open(file);
  if (ui_.file_to_open) open(*std::exchange(ui_.file_to_open, std::nullopt));
  if (std::exchange(ui_.reloads, false)) carry_out(Action::kReload);
  if (std::exchange(ui_.saves, false)) carry_out(Action::kSave);
}

/// What is broken leaves the running one there.
void Desktop::open(const fs::path& file) {
  try {
    player_.ask(load_(file));
    file_ = file;
  } catch (const std::exception& error) {
    messages_.warn(error.what());
    ui_.panels.messages = true;
  }
}

/// Of a window that is opened for it alone.
void Desktop::finish_screenshot() {
  constexpr int kSettled = 4;  // panels need a frame or two to find their sizes
  if (options_.screenshot.empty() || !scene_) return;
  const Frame& frame = player_.frame();
  const auto target = static_cast<std::int64_t>(std::llround(options_.at_s / frame.period_s()));
  if (frame.play.repeats || frame.tick < std::min(target, frame.n_ticks)) return;
  if (++n_still_ < kSettled) return;
  pictures_.ask(options_.screenshot);
  window_.close();
}

}  // namespace

std::vector<std::string> panel_names() {
  std::vector<std::string> names;
  for (const PanelName& panel : kPanelNames) names.emplace_back(panel.name);
  return names;
}

std::vector<std::string> overlay_names() {
  std::vector<std::string> names;
  for (const OverlayName& overlay : kOverlayNames) names.emplace_back(overlay.name);
  return names;
}

ViewSpeed measure_desktop(const DesktopOptions& options, const LoadRun& load, double duration_s) {
  TickTimes alone;
  const Load watched = load(options.scenario);
  scenarios::ScenarioRun run(*watched.scenario, watched.seed);
  for (bool more = true; more && run.time_s() < duration_s;) {
    const Clock::time_point start = Clock::now();
    more = run.advance();
    alone.add(std::chrono::duration<double>(Clock::now() - start).count());
  }
  ViewSpeed speed = Desktop(options, load).measure(duration_s);
  speed.alone_p50_s = alone.quantile_s(0.5);
  speed.alone_p99_s = alone.quantile_s(0.99);
  return speed;
}

void show_desktop(const DesktopOptions& options, const LoadRun& load) {
  Desktop desktop(options, load);
  desktop.run();
}

}  // namespace ventosa::view
