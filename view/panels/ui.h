#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/schema.h"
#include "view/run/frame.h"
#include "view/run/goals.h"
#include "view/run/request.h"
#include "view/signals/signal_store.h"
#include "view/window/orbit.h"
#include "view/window/overlays.h"

/// State shared by the panels: what is shown and what is requested.
namespace ventosa::view {

using Ask = std::function<void(Request)>;

struct Plot {
  std::vector<std::size_t> columns;
  double span_s = 20;
};

/// Chosen parameters of a body path.
struct PathChoice {
  double size_mm = 30, turn_s = 10, turns = 1;
  std::vector<controller::Isometry3d> via_W;
};

/// Chosen joint angles for a move of one leg.
struct LegChoice {
  int leg = -1;  ///< leg to which the angles belong
  controller::PerJoint<double> q_rad{};
};

/// Chosen fault.
struct FaultChoice {
  sim::FaultKind kind = sim::FaultKind::kTurbineDead;
  int joint = 0;
  std::optional<double> amount{};  ///< no value: the kind's default
};

/// Questions before a cut; each must be answered separately.
struct CutQuestions {
  bool are_open = false;
  bool confirmed = false, supported = false;
};

/// Requested picture of a plot, with its position on the screen.
struct PlotPicture {
  int plot = 0;
  float x = 0, y = 0, width = 0, height = 0;
  int wait_frames = 3;
};

struct Panels {
  bool sides = true, leg = true, ranges = false;
  bool help = false, info = false, signals = false, options = false, controls = false;
  bool gait = false, estimate = false, power = false, tasks = false, messages = false;
  bool files = false;
  bool safety = true, what_if = true, links = true, twin = true;  ///< shown only for modules
};

struct PanelName {
  const char* name;
  bool Panels::*open;
};
/// Panels that can be opened by name.
inline constexpr PanelName kPanelNames[] = {
    {"leg", &Panels::leg},       {"controls", &Panels::controls}, {"options", &Panels::options},
    {"gait", &Panels::gait},     {"modules", &Panels::tasks},     {"estimate", &Panels::estimate},
    {"power", &Panels::power},   {"signals", &Panels::signals},   {"messages", &Panels::messages},
    {"safety", &Panels::safety}, {"what-if", &Panels::what_if},   {"links", &Panels::links},
    {"twin", &Panels::twin},     {"speed", &Panels::info},        {"files", &Panels::files},
    {"help", &Panels::help},     {"ranges", &Panels::ranges},
};

struct OverlayName {
  const char* name;
  bool Overlays::*shown;
};
inline constexpr OverlayName kOverlayNames[] = {
    {"true", &Overlays::true_forces},       {"estimated", &Overlays::estimated_forces},
    {"planned", &Overlays::planned_forces}, {"limits", &Overlays::limits},
    {"mass", &Overlays::centre_of_mass},    {"support", &Overlays::support},
    {"footholds", &Overlays::footholds},    {"path", &Overlays::path},
    {"gravity", &Overlays::gravity},        {"edges", &Overlays::edges},
    {"planes", &Overlays::known},           {"camera", &Overlays::camera},
};

inline constexpr float kNarrowestColumn = 260, kWidestColumn = 900;

/// Settings saved between sessions.
struct Appearance {
  Panels panels;
  Overlays overlays;
  bool light = false;        ///< the theme
  float column_width = 370;  ///< column at the right, on a plain display
};

struct Ui : Appearance {
  Orbit orbit;
  int view = 0;                                ///< last named view, an index of view_names()
  std::size_t leg = 0;                         ///< index of the selected leg
  std::optional<controller::PartId> picked{};  ///< picked part, whose values are shown
  double scale = 1;

  std::uint64_t run = 0;  ///< run to which the signals belong
  std::vector<record::Column> columns;
  std::unique_ptr<SignalStore> signals;
  std::vector<Plot> plots = std::vector<Plot>(2);
  char filter[64] = "";

  Walk walk;
  PathChoice path;
  LegChoice leg_move;
  FaultChoice fault;
  CutQuestions cut;
  std::optional<std::size_t> free_leg{};  ///< leg whose cup was stated free, to be confirmed
  bool needs_arming = false;              ///< true if the shown robot needs arming
  /// Edited options; no value: the options in use are shown.
  std::optional<controller::ControllerConfig> options;
  std::vector<std::string> messages;
  std::optional<PlotPicture> plot_picture;    ///< requested picture of a plot
  std::optional<std::size_t> plot_to_export;  ///< plot requested as CSV
  char file_path[256] = "", file_filter[64] = "", save_path[256] = "";
  std::optional<std::filesystem::path> file_to_open, file_to_save;  ///< requested files
  bool reloads = false;  ///< a reload of the run is requested
};

/// Column of a signal by its name; no value: not recorded.
std::optional<std::size_t> column_of(const Ui& ui, const std::string& name);

}  // namespace ventosa::view
