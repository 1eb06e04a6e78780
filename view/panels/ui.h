#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/schema.h"
#include "view/run/frame.h"
#include "view/run/request.h"
#include "view/signals/signal_store.h"
#include "view/window/orbit.h"
#include "view/window/overlays.h"

/// What the panels share: what is shown, and what is asked.
namespace ventosa::view {

using Ask = std::function<void(Request)>;

struct Plot {
  std::vector<std::size_t> columns;
  double span_s = 20;
};

struct Panels {
  bool sides = true;
  bool help = false, info = false, signals = false, options = false, controls = false;
  bool gait = false, estimate = false, power = false, tasks = false, messages = false;
};

struct PanelName {
  const char* name;
  bool Panels::*open;
};
/// Those that are opened by name.
inline constexpr PanelName kPanelNames[] = {
    {"controls", &Panels::controls}, {"options", &Panels::options},   {"gait", &Panels::gait},
    {"modules", &Panels::tasks},     {"estimate", &Panels::estimate}, {"power", &Panels::power},
    {"signals", &Panels::signals},   {"messages", &Panels::messages}, {"speed", &Panels::info},
    {"help", &Panels::help},
};

struct Ui {
  Overlays overlays;
  Orbit orbit;
  Panels panels;
  std::size_t leg = 0;  ///< selected
  double scale = 1;

  std::uint64_t run = 0;  ///< whose signals these are
  std::vector<record::Column> columns;
  std::unique_ptr<SignalStore> signals;
  std::vector<Plot> plots = std::vector<Plot>(2);
  char filter[64] = "";

  controller::Vector3d walk_m_s = controller::Vector3d::Zero();
  double turn_rad_s = 0;
  std::optional<controller::ControllerConfig> options;  ///< as edited; none: those in force
  std::vector<std::string> messages;
};

/// The column of a signal by its name; none: it is not recorded.
std::optional<std::size_t> column_of(const Ui& ui, const std::string& name);

}  // namespace ventosa::view
