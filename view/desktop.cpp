#include "view/desktop.h"

#include <chrono>
#include <thread>

#include "scenarios/session/scenario_run.h"
#include "view/desktop_window.h"

namespace ventosa::view {

using Clock = std::chrono::steady_clock;

namespace {

ViewSpeed measure(DesktopWindow& window, double duration_s) {
  constexpr double kWarm_s = 2;
  ViewSpeed speed{.renderer = window.renderer()};
  while (!window.shows_a_run()) window.show_picture(0);
  window.ask(Play{});
  for (double time_s = 0; time_s < kWarm_s;) {
    const double past_s = window.show_picture(0);
    window.look_at_speed(past_s);
    time_s += past_s;
  }
  const double from_s = window.frame().time_s();
  double time_s = 0;
  std::int64_t waits = -1;  // pictures since the last input; -1: no input is pending
  bool pd = window.frame().goal.pd;
  while (time_s < duration_s && !window.frame().play.over) {
    if (waits < 0) {
      pd = !pd;
      window.ask(Intervention{.pd = pd});
      waits = 0;
    }
    const double past_s = window.show_picture(0);
    window.look_at_speed(past_s);
    time_s += past_s;
    speed.picture_s.push_back(past_s);
    ++waits;
    if (window.frame().goal.pd != pd || window.frame().goal_is_pending) continue;
    speed.input_pictures.push_back(waits);
    waits = -1;
  }
  speed.realtime_factor = (window.frame().time_s() - from_s) / time_s;
  speed.tick_p50_s = window.frame().play.tick_p50_s;
  speed.tick_p99_s = window.frame().play.tick_p99_s;
  return speed;
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
  const Clock::time_point begin = Clock::now();  // in real time, like the window
  for (bool more = true; more && run.time_s() < duration_s;) {
    std::this_thread::sleep_until(begin + std::chrono::duration<double>(run.time_s()));
    const Clock::time_point start = Clock::now();
    more = run.advance();
    alone.add(std::chrono::duration<double>(Clock::now() - start).count());
  }
  DesktopWindow window(options, load);
  ViewSpeed speed = measure(window, duration_s);
  speed.alone_p50_s = alone.quantile_s(0.5);
  speed.alone_p99_s = alone.quantile_s(0.99);
  return speed;
}

void show_desktop(const DesktopOptions& options, const LoadRun& load) {
  DesktopWindow(options, load).run();
}

}  // namespace ventosa::view
