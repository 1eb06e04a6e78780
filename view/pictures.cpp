#include "view/pictures.h"

#include <stdexcept>
#include <utility>

#include "record/output_file.h"
#include "sim/render/png_file.h"

namespace ventosa::view {

namespace fs = std::filesystem;

void Pictures::warn(const std::exception& error, Ui& ui) {
  has_failed_ = true;
  messages_.warn(error.what());
  ui.panels.messages = true;
}

void Pictures::switch_film(const sim::Area& window, const Frame& frame, Ui& ui) {
  if (film_.is_running()) {
    const std::string file = film_.file().string();
    if (film_.end()) return messages_.info("written: " + file);
    return warn(std::runtime_error(file + ": the film could not be written"), ui);
  }
  try {
    const fs::path file = record::fresh_file(frame.scenario->name, ".mp4");
    film_.begin(file, window.width, window.height, frame.time_s());
    film_size_ = window;
    messages_.info("filming: " + file.string());
  } catch (const std::runtime_error& error) {
    warn(error, ui);
  }
}

void Pictures::take(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui) {
  if (!file_.empty()) write(window, std::exchange(file_, {}), scene, ui);
  if (ui.plot_picture) take_plot(window, frame, scene, ui);
  if (film_.wants(frame.time_s())) take_film(window, frame, scene, ui);
}

void Pictures::write(const sim::Area& area, const fs::path& file, sim::Scene& scene, Ui& ui) {
  scene.read_pixels(area, pixels_);
  try {
    sim::write_png(pixels_, area.width, area.height, file);
    messages_.info("written: " + file.string());
  } catch (const std::runtime_error& error) {
    warn(error, ui);
  }
}

void Pictures::take_plot(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui) {
  if (--ui.plot_picture->wait_frames > 0) return;  // the menu is still visible
  const PlotPicture plot = *std::exchange(ui.plot_picture, std::nullopt);
  const std::string stem = frame.scenario->name + "-plot" + std::to_string(plot.plot + 1);
  write(area_of({plot.x, plot.y, plot.width, plot.height}, window),
        record::fresh_file(stem, ".png"), scene, ui);
}

/// Adds a picture to the film; ends the film if the window's size has changed.
void Pictures::take_film(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui) {
  if (window.width != film_size_.width || window.height != film_size_.height)
    return switch_film(window, frame, ui);
  scene.read_pixels(window, pixels_);
  try {
    film_.add(pixels_);
  } catch (const std::runtime_error& error) {
    warn(error, ui);
  }
}

}  // namespace ventosa::view
