#include "view/desktop_window.h"

#include <imgui.h>

#include <cmath>

#include "models/input_error.h"
#include "record/output_file.h"
#include "view/actions.h"
#include "view/panels/plot.h"
#include "view/remembered.h"
#include "view/scene_view.h"
#include "view/window/font.h"
#include "view/window/viewpoints.h"

namespace ventosa::view {

namespace fs = std::filesystem;
namespace {

/// Distance of the first view: a multiple of the largest distance of a foot from the body's origin.
double view_distance_m(const Frame& frame) {
  constexpr double kSizes = 4, kFarthest_m = 1.3;
  double size_m = 0;
  for (std::size_t i = 0; i < frame.robot().leg.size(); ++i)
    size_m = std::max(size_m,
                      (frame.shown.X_WB.inverse() * frame.shown.leg[i].X_WF.translation()).norm());
  return std::min(kFarthest_m, kSizes * size_m);
}

}  // namespace

DesktopWindow::DesktopWindow(const DesktopOptions& options, const LoadRun& load)
    : options_(options),
      load_(load),
      player_(messages_, options.remembers ? state_folder() : fs::path()),
      window_("Ventosa", options.width, options.height, remembered_file("layout.ini"),
              options.priority) {
  recall(remembered_file("appearance.json"), ui_);
  ui_.scale = window_.scale();
  load_font(ui_.scale);
  ImGui::GetStyle().ScaleAllSizes(static_cast<float>(ui_.scale));
  file_ = options.scenario;
  const Load run = load(file_);
  asks_modules_ = static_cast<bool>(run.modules);
  player_.ask(run);
  if (options.ghost.scenario) player_.ask(options.ghost);
  if (options.at_s > 0 && !asks_modules_)
    player_.ask(Step{std::llround(options.at_s / run.scenario->twin.control_period_s)});
  if (options.plays) player_.ask(Play{});
  for (const std::string& name : options.panels)
    for (const PanelName& panel : kPanelNames)
      if (name == panel.name) ui_.panels.*panel.open = true;
  for (const std::string& name : options.overlays)
    for (const OverlayName& overlay : kOverlayNames)
      if (name == overlay.name) ui_.overlays.*overlay.shown = true;
  ui_.light = ui_.light || options.light;
}

DesktopWindow::~DesktopWindow() {
  const fs::path file = remembered_file("appearance.json");
  if (file.empty()) return;
  try {
    remember(ui_, file);
  } catch (const record::OutputError& error) {
    messages_.warn(error.what());
  }
}

/// File for saved settings; empty if there is no place for it, or for a window that only takes a
/// screenshot.
fs::path DesktopWindow::remembered_file(const char* name) const {
  const bool stays = options_.remembers && options_.screenshot.empty();
  const fs::path folder = stays ? state_folder() : fs::path();
  return folder.empty() ? folder : folder / name;
}

void DesktopWindow::run() {
  while (!window_.is_closed() && !options_.ends()) {
    const bool plays = player_.frame().play.playing;
    const bool idle = (player_.frame().scenario || asks_modules_) && !plays;
    const bool hurries = !options_.screenshot.empty();
    const double past_s = show_picture(window_.is_hidden() ? 0.2 : idle && !hurries ? 0.1 : 0);
    if (!plays || hurries) continue;
    look_at_speed(past_s);
  }
  check_screenshot();
  if (!scene_ && failure_) throw NoRobot(*failure_);
}

void DesktopWindow::check_screenshot() const {
  if (!options_.screenshot.empty() && pictures_.has_failed())
    throw record::OutputError(options_.screenshot, "there is no picture");
}

void DesktopWindow::look_at_speed(double picture_s) {
  frame_s_ += 0.1 * (picture_s - frame_s_);
  quality_.look(picture_s);
}

double DesktopWindow::show_picture(double wait_at_most_s) {
  window_.begin(wait_at_most_s);
  take_frame();
  draw();
  window_.render() ? finish_picture() : reopen();
  const Clock::time_point now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
}

void DesktopWindow::finish_picture() {
  finish_screenshot();
  if (scene_) pictures_.take(window_.pixels(), player_.frame(), *scene_, ui_);
  window_.show();
}

/// Reopens the window while the run continues.
void DesktopWindow::reopen() {
  messages_.warn("the OpenGL context was lost: the window is opened again");
  scene_.reset();
  window_.reopen();
  if (ui_.run > 0) make_scene();
  last_ = Clock::now();  // the pause must not reduce the quality
}

void DesktopWindow::take_frame() {
  look_at_failure();
  if (!player_.look()) {
    if (ui_.signals) drain();
    return;
  }
  const Frame& frame = player_.frame();
  if (frame.run != ui_.run) begin_run();
  drain();
  tell_mode();
  ui_.orbit.follow(frame.shown.X_WB.translation());
}

void DesktopWindow::drain() {
  player_.frame().rows->drain(
      [this](std::int64_t tick, std::span<const float> row) { ui_.signals->add(tick, row); });
}

void DesktopWindow::begin_run() {
  const Frame& frame = player_.frame();
  const bool other_robot = ui_.run == 0;
  ui_.run = frame.run;
  ui_.columns = recorded_columns(
      *frame.scenario, frame.is_twin() ? scenarios::Subject::kTwin : scenarios::Subject::kRobot);
  ui_.signals = std::make_unique<SignalStore>(ui_.columns.size());
  ui_.options.reset();
  ui_.needs_arming = frame.can.needs_arming;
  ui_.cut = {};
  printed_mode_.reset();
  ui_.leg = std::min(ui_.leg, frame.robot().leg.size() - 1);
  make_scene();
  ui_.orbit.distance_m = view_distance_m(frame);
  ui_.view = 0;
  look_from(ui_.view, frame, ui_.orbit);
  if (other_robot) choose(presets().front(), ui_);
  window_.set_title("Ventosa: " + frame.scenario->name);
}

void DesktopWindow::make_scene() {
  const scenarios::Scenario& scenario = *player_.frame().scenario;
  sim::TwinConfig world = scenario.twin;
  world.seed = player_.frame().seed;  // of reliefs without a seed of their own
  const sim::Area all = window_.pixels();
  scene_.reset();
  scene_.emplace(scenario.robot, world, sim::Scene::Target::kWindow, all.width, all.height);
}

void DesktopWindow::choose_theme() {
  if (is_light_ == ui_.light) return;
  is_light_ = ui_.light;
  ui_.light ? ImGui::StyleColorsLight() : ImGui::StyleColorsDark();
  ImGui::GetStyle().Colors[ImGuiCol_WindowBg].w = 1;  // otherwise old frames would show through
}

void DesktopWindow::draw() {
  for (std::string& text : messages_.take()) ui_.messages.push_back(std::move(text));
  choose_theme();
  ImGuiStyle& style = ImGui::GetStyle();
  style.AntiAliasedLines = style.AntiAliasedFill = quality_.quality().smooth_lines;
  const sim::Area all = window_.pixels();
  const Layout layout = lay_out(static_cast<float>(all.width), static_cast<float>(all.height), ui_);
  if (!scene_)
    return draw_waiting({0, 0, static_cast<float>(all.width), static_cast<float>(all.height)});
  draw_scene(layout.scene, all, player_.frame(), ui_, quality_.quality().scene, *scene_);
  draw_panels(layout);
  mouse_.use(layout.scene, *scene_, player_.frame(), ui_, ask_);
  gamepad_.use(window_.sticks(), player_.frame(), ask_);
  use_keys();
  open_files();
}

void DesktopWindow::draw_panels(const Layout& layout) {
  const Frame& frame = player_.frame();
  top_bar(layout.top, frame, ui_, ask_);
  if (ui_.needs_arming) safety_bar(layout.safety, frame, ui_, ask_);
  if (ui_.panels.sides) {
    robot_panel(layout.left, frame, ui_);
    column(layout.right, frame, ui_, ask_, {window_.renderer(), 1 / frame_s_});
  }
  timeline_panel(layout.bottom, frame, ui_, ask_);
  help_panel(ui_);
  files_panel(options_.shipped, ui_);
}

void DesktopWindow::use_keys() {
  const std::vector<KeyPress> pressed = window_.pressed();
  const bool writes = ImGui::GetIO().WantTextInput;
  for (const KeyPress& press : pressed) {
    const bool is_letter = press.code >= 'A' && press.code <= 'Z';
    if (writes && !(press.with == Modifier::kCtrl && is_letter)) continue;
    const Key* const key = key_of(press.code, press.with);
    if (key == nullptr) continue;
    const bool steps = key->action == Action::kStep || key->action == Action::kStepBack;
    if (steps || !press.repeats) carry_out(key->action);
  }
}

void DesktopWindow::carry_out(Action action) {
  const Frame& frame = player_.frame();
  if (act_on_run(action, frame, ui_, ask_) || act_on_view(action, frame, ui_)) return;
  const std::string stem = frame.scenario->name;
  switch (action) {
    case Action::kFullScreen:
      return window_.toggle_full_screen();
    case Action::kScreenshot:
      return pictures_.ask(record::fresh_file(stem, ".png"));
    case Action::kFilm:
      return pictures_.switch_film(window_.pixels(), frame, ui_);
    case Action::kReload:
      return open(file_);
    case Action::kSave:
      return save(record::fresh_file(stem, "_touched.yaml"));
    case Action::kQuit:
      return window_.close();
    default:
      return;
  }
}

/// Opens and saves files that were dropped on the window or chosen in the panel of files.
void DesktopWindow::open_files() {
  for (const fs::path& file : window_.dropped()) open(file);
  if (ui_.file_to_open) open(*std::exchange(ui_.file_to_open, std::nullopt));
  if (std::exchange(ui_.reloads, false)) carry_out(Action::kReload);
  if (ui_.plot_to_export) export_plot(*std::exchange(ui_.plot_to_export, std::nullopt));
  if (ui_.file_to_save) save(*std::exchange(ui_.file_to_save, std::nullopt));
}

/// Opens a scenario; if it is invalid the present run continues.
void DesktopWindow::open(const fs::path& file) {
  try {
    player_.ask(load_(file));
    file_ = file;
  } catch (const std::exception& error) {
    messages_.warn(error.what());
    ui_.panels.messages = true;
  }
}

void DesktopWindow::export_plot(std::size_t plot) {
  const Frame& frame = player_.frame();
  const fs::path file =
      record::fresh_file(frame.scenario->name + "-plot" + std::to_string(plot + 1), ".csv");
  try {
    write_csv(frame, ui_, ui_.plots[plot], file);
    messages_.info("written: " + file.string());
  } catch (const record::OutputError& error) {
    messages_.warn(error.what());
    ui_.panels.messages = true;
  }
}

/// Saves the run as a scenario; never overwrites a file.
void DesktopWindow::save(const fs::path& name) {
  const fs::path file = name.has_extension() ? name : fs::path(name).concat(".yaml");
  if (fs::exists(file))
    messages_.warn(file.string() + " is there already: choose another name");
  else
    ask_(Save{file});
}

/// Takes the screenshot of a window that was opened only for that.
void DesktopWindow::finish_screenshot() {
  constexpr int kSettled = 4;  // panels need a few frames to settle their sizes
  if (options_.screenshot.empty() || !scene_) return;
  const Frame& frame = player_.frame();
  const auto target = static_cast<std::int64_t>(std::llround(options_.at_s / frame.period_s()));
  if (frame.play.repeats || frame.tick < std::min(target, frame.n_ticks)) return;
  if (++n_still_ < kSettled) return;
  pictures_.ask(options_.screenshot);
  window_.close();
}

}  // namespace ventosa::view
