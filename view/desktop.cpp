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
#include "view/actions.h"
#include "view/files.h"
#include "view/gamepad.h"
#include "view/mouse.h"
#include "view/panels/draw.h"
#include "view/panels/plot.h"
#include "view/run/player.h"
#include "view/window/keys.h"
#include "view/window/window.h"

namespace ventosa::view {

namespace fs = std::filesystem;
using controller::Vector3d;

namespace {

using Clock = std::chrono::steady_clock;

/// Shadows, reflections, then pixels: what costs most goes first when the machine is too slow, and
/// comes back last.
class QualityGuard {
 public:
  void look(double frame_s) {
    mean_s_ += 0.1 * (frame_s - mean_s_);
    if (++n_ < 20) return;
    if (mean_s_ > 1.0 / 25 && level_ < kLast) ++level_, n_ = 0;
    if (mean_s_ < 1.0 / 70 && level_ > 0) --level_, n_ = 0;
  }
  sim::Quality quality() const { return kLevels[level_]; }

 private:
  static constexpr sim::Quality kLevels[] = {{true, true, 1},
                                             {false, true, 1},
                                             {false, false, 1},
                                             {false, false, 0.7},
                                             {false, false, 0.5}};
  static constexpr int kLast = 4;
  double mean_s_ = 1.0 / 60;
  int n_ = 0, level_ = 0;
};

/// Where the depth camera is, and what it sees of the world.
sim::Eye camera_eye(const Frame& frame) {
  const models::BodySensors& sensors = *frame.scenario->robot.sensors;
  return {frame.truth.X_WB *
              models::camera_pose(sensors.mount, frame.truth.pan_rad, frame.truth.tilt_rad),
          2 * std::atan(sensors.depth.height_px / (2 * sensors.depth.focal_px))};
}

/// In the corner of the scene, as wide as the camera's pictures.
Rect camera_place(const Rect& scene, const Frame& frame) {
  const models::DepthSensor& depth = frame.scenario->robot.sensors->depth;
  const float width = 0.33f * scene.width;
  const float height =
      width * static_cast<float>(depth.height_px) / static_cast<float>(depth.width_px);
  return {scene.x + scene.width - width, scene.y, width, height};
}

class Desktop {
 public:
  Desktop(const DesktopOptions& options, const LoadRun& load);
  void run();
  ViewSpeed measure(double duration_s);

 private:
  double show_picture(double wait_at_most_s);
  void draw();
  void take_frame();
  void begin_run();
  void draw_scene(const Rect& place);
  sim::Area area_of(const Rect& place) const;
  void draw_panels(const Layout& layout);
  void use_keys();
  void carry_out(Action action);
  void open(const fs::path& file);
  void write_picture();
  void write_picture(const sim::Area& area, const fs::path& file);
  void switch_film(const fs::path& file);
  void film_frame();
  void warn(const std::exception& error);
  void finish_screenshot();

  const DesktopOptions options_;
  const LoadRun load_;
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
  Mouse mouse_;
  Gamepad gamepad_;
  Film film_;
  fs::path film_file_;
  sim::Area film_size_;
  std::vector<unsigned char> pixels_;
  fs::path picture_;  ///< that the next frame is written to
  int n_still_ = 0;   ///< frames at the tick of the screenshot
};

Desktop::Desktop(const DesktopOptions& options, const LoadRun& load)
    : options_(options),
      load_(load),
      window_("Ventosa", options.width, options.height,
              options.remembers && options.screenshot.empty() ? layout_file() : fs::path()),
      player_(messages_) {
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
    const bool idle = player_.frame().scenario && !player_.frame().play.playing;
    const bool hurries = !options_.screenshot.empty();
    const double past_s = show_picture(window_.is_hidden() ? 0.2 : idle && !hurries ? 0.1 : 0);
    if (idle) continue;
    frame_s_ += 0.1 * (past_s - frame_s_);
    quality_.look(past_s);
  }
}

/// @return since the one before [s]
double Desktop::show_picture(double wait_at_most_s) {
  window_.begin(wait_at_most_s);
  take_frame();
  draw();
  window_.render();
  finish_screenshot();
  write_picture();
  film_frame();
  window_.show();
  const Clock::time_point now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
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
  ui_.light ? ImGui::StyleColorsLight() : ImGui::StyleColorsDark();
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
  mouse_.use(layout.scene, *scene_, ui_, ask_);
  gamepad_.use(window_.sticks(), player_.frame(), ask_);
  use_keys();
  for (const fs::path& file : window_.dropped()) open(file);
}

sim::Area Desktop::area_of(const Rect& place) const {
  return {static_cast<int>(place.x),
          window_.pixels().height - static_cast<int>(place.y + place.height),
          static_cast<int>(place.width), static_cast<int>(place.height)};
}

/// Last what the mouse picks from.
void Desktop::draw_scene(const Rect& place) {
  const Frame& frame = player_.frame();
  const std::vector<sim::Mark> marks = marks_of(frame, ui_.overlays, ui_.orbit.view().direction_W);
  const std::vector<sim::Rgba> colours = cup_colours(frame);
  const sim::Composition scene{.robot = &frame.scene,
                               .ghost = frame.ghost ? &*frame.ghost : nullptr,
                               .look_at_W = ui_.orbit.point_W,
                               .view = ui_.orbit.view(),
                               .cup_colour = colours,
                               .marks = marks,
                               .quality = quality_.quality()};
  scene_->compose(scene);
  scene_->draw(area_of(place));
  if (!ui_.overlays.camera || !frame.scenario->robot.sensors) return;
  sim::Composition seen = scene;
  seen.eye = camera_eye(frame);
  seen.marks = {};
  const Rect inset = camera_place(place, frame);
  scene_->compose(seen);
  scene_->draw(area_of(inset));
  scene_->compose(scene);
  const ImU32 grey = ImGui::GetColorU32(as_imgui(kGrey));
  ImDrawList& over = *ImGui::GetBackgroundDrawList();
  over.AddRect({inset.x, inset.y}, {inset.x + inset.width, inset.y + inset.height}, grey, 0, 0, 2);
  const char* const title = "the depth camera's view";
  const ImVec2 size = ImGui::CalcTextSize(title);
  over.AddRectFilled({inset.x, inset.y}, {inset.x + size.x + 8, inset.y + size.y + 8},
                     ImGui::GetColorU32(ImGuiCol_WindowBg));
  over.AddText({inset.x + 4, inset.y + 4}, ImGui::GetColorU32(ImGuiCol_Text), title);
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
      picture_ = fresh_file(stem, ".png");
      return;
    case Action::kFilm:
      return switch_film(fresh_file(stem, ".mp4"));
    case Action::kReload:
      return open(file_);
    case Action::kSave:
      return ask_(Save{fresh_file(stem, "_touched.yaml")});
    case Action::kQuit:
      return window_.close();
    default:
      return;
  }
}

/// What is broken leaves the running one there.
void Desktop::open(const fs::path& file) {
  try {
    player_.ask(load_(file));
    file_ = file;
  } catch (const std::exception& error) {
    warn(error);
  }
}

void Desktop::warn(const std::exception& error) {
  messages_.warn(error.what());
  ui_.panels.messages = true;
  for (std::string& text : messages_.take()) ui_.messages.push_back(std::move(text));
}

void Desktop::switch_film(const fs::path& file) {
  if (film_.is_running()) {
    if (film_.end())
      messages_.info("written: " + film_file_.string());
    else
      messages_.warn("the film could not be written: " + film_file_.string());
    return;
  }
  try {
    const sim::Area all = window_.pixels();
    film_.begin(file, all.width, all.height, player_.frame().time_s());
    film_size_ = all;
    film_file_ = file;
    messages_.info("filming: " + file.string());
  } catch (const std::runtime_error& error) {
    warn(error);
  }
}

/// A window of another size would need another film.
void Desktop::film_frame() {
  if (!scene_ || !film_.wants(player_.frame().time_s())) return;
  const sim::Area all = window_.pixels();
  if (all.width != film_size_.width || all.height != film_size_.height) return switch_film({});
  scene_->read_pixels(all, pixels_);
  try {
    film_.add(pixels_);
  } catch (const std::runtime_error& error) {
    warn(error);
  }
}

void Desktop::write_picture(const sim::Area& area, const fs::path& file) {
  scene_->read_pixels(area, pixels_);
  try {
    sim::write_png(pixels_, area.width, area.height, file);
    messages_.info("written: " + file.string());
  } catch (const std::runtime_error& error) {
    warn(error);
  }
}

/// Of the whole window, or of a plot, once it is drawn.
void Desktop::write_picture() {
  if (!scene_) return;
  if (!picture_.empty()) write_picture(window_.pixels(), std::exchange(picture_, {}));
  if (!ui_.plot_picture) return;
  const PlotPicture& plot = *ui_.plot_picture;
  if (--ui_.plot_picture->wait_frames > 0) return;  // the menu is still there
  write_picture(
      area_of({plot.x, plot.y, plot.width, plot.height}),
      fresh_file(player_.frame().scenario->name + "-plot" + std::to_string(plot.plot + 1), ".png"));
  ui_.plot_picture.reset();
}

/// Of a window that is opened for it alone.
void Desktop::finish_screenshot() {
  constexpr int kSettled = 4;  // panels need a frame or two to find their sizes
  if (options_.screenshot.empty() || !scene_) return;
  const Frame& frame = player_.frame();
  const auto target = static_cast<std::int64_t>(std::llround(options_.at_s / frame.period_s()));
  if (frame.play.repeats || frame.tick < std::min(target, frame.n_ticks)) return;
  if (++n_still_ < kSettled) return;
  picture_ = options_.screenshot;
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
