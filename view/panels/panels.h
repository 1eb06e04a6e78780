#pragma once

#include <filesystem>

#include "view/panels/ui.h"

/// Each draws a panel with Dear ImGui, in the frame that has begun.
namespace ventosa::view {

/// In units of a plain display.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
};

/// Where things are; the scene in the middle is never covered by these.
struct Layout {
  Rect top, safety, left, right, bottom, scene;
};
Layout lay_out(float width, float height, const Ui& ui);

/// The same in pixels from below.
sim::Area area_of(const Rect& place, const sim::Area& window);

/// What draws the window, and how fast.
struct Speedometer {
  std::string renderer;
  double pictures_s = 0;
};

void top_bar(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask);
/// Of a robot that needs arming: its mode, HOLD, and what else an operator may ask.
void safety_bar(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask);
void robot_panel(const Rect& place, const Frame& frame, Ui& ui);
void timeline_panel(const Rect& place, const Frame& frame, Ui& ui, const Ask& ask);

/// At the right, one below the other. @{
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
void tasks_panel(const Frame& frame, Ui& ui);
void messages_panel(Ui& ui);
/// @}

void help_panel(Ui& ui);
void files_panel(const std::vector<std::filesystem::path>& shipped, Ui& ui);

/// Of the safety bar, where its buttons are.
struct SafetyButtons {
  Rect hold, go_on, disarm, cut, words;
};
SafetyButtons safety_buttons(const Rect& place, float scale);

/// What is done while there is no robot yet.
enum class Waiting : std::uint8_t { kGoesOn, kTriesAgain };
/// @param failure  why there is none; null: it is still being asked for
Waiting waiting_panel(const Rect& place, const std::string& what, double since_s,
                      const std::string* failure, const Ui& ui);

/// Goes on; at the end of the scenario from its start.
void play(const Frame& frame, const Ask& ask);

/// What the plan does, and why not more, in words.
std::string reason_text(const Frame& frame);

}  // namespace ventosa::view
