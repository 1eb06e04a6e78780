#pragma once

#include <filesystem>

#include "view/panels/ui.h"

/// Functions that draw panels with Dear ImGui, within the present frame.
namespace ventosa::view {

/// Rectangle in units of a plain display.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
};

/// Positions of the panels. The scene in the middle is never covered by them.
struct Layout {
  Rect top, safety, left, right, bottom, scene;
};
Layout lay_out(float width, float height, const Ui& ui);

/// The rectangle in pixels, measured from the lower edge.
sim::Area area_of(const Rect& place, const sim::Area& window);

/// Renderer and frame rate of the window.
struct Speedometer {
  std::string renderer;
  double pictures_s = 0;
};

void top_bar(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask);
/// Safety bar of a robot that needs arming: its mode, HOLD, and the other operator actions.
void safety_bar(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask);
void robot_panel(const Rect& place, const Frame& frame, Ui& ui);
void timeline_panel(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask);

/// Panels in the column at the right, one below the other. @{
void column(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask,
            const Speedometer& speed);
void safety_panel(const Frame& frame, Ui& ui, const Ask& ask);
void what_if_panel(const Frame& frame, Ui& ui);
void links_panel(const Frame& frame, Ui& ui);
void twin_panel(const Frame& frame, Ui& ui);
void leg_panel(const Frame& frame, Ui& ui);
void info_panel(const Frame& frame, Ui& ui, const Speedometer& speed);
void signals_panel(const Frame& frame, Ui& ui);
void options_panel(const Frame& frame, Ui& ui, const Ask& ask);
void controls_panel(const Frame& frame, Ui& ui, const Ask& ask);
void gait_panel(const Frame& frame, Ui& ui);
void estimate_panel(const Frame& frame, Ui& ui);
void power_panel(const Frame& frame, Ui& ui);
void ranges_panel(const Frame& frame, Ui& ui);
void tasks_panel(const Frame& frame, Ui& ui);
void messages_panel(Ui& ui);
/// @}

void help_panel(Ui& ui);
void files_panel(const std::vector<std::filesystem::path>& shipped, Ui& ui);

/// Positions of the safety bar's buttons and text.
struct SafetyButtons {
  Rect hold, go_on, disarm, cut, words;
};
SafetyButtons safety_buttons(const Rect& place, float scale);

/// State of waiting for a robot.
enum class Waiting : std::uint8_t { kGoesOn, kTriesAgain };
/// @param failure  reason why there is no robot; null: still waiting
Waiting waiting_panel(const Rect& place, const std::string& what, double since_s,
                      const std::string* failure, const Ui& ui);

/// Resumes the run; at the scenario's end, restarts it.
void play(const Frame& frame, const Ask& ask);

/// Text of the plan's activity, and of the reason why it does not do more.
std::string reason_text(const Frame& frame);

}  // namespace ventosa::view
