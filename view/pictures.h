#pragma once

#include "view/files.h"
#include "view/panels/panels.h"

/// Pictures and films of the window, and pictures of plots.
namespace ventosa::view {

class Pictures {
 public:
  explicit Pictures(Messages& messages) : messages_(messages) {}

  /// Requests a picture of the whole window, taken at the next frame.
  void ask(const std::filesystem::path& file) { file_ = file; }

  /// Starts a film of the window, or ends it.
  void switch_film(const sim::Area& window, const Frame& frame, Ui& ui);

  /// Takes the requested pictures after the frame is drawn.
  /// @param window  whole window in pixels
  void take(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui);

  bool has_failed() const { return has_failed_; }  ///< a picture could not be written

 private:
  void write(const sim::Area& area, const std::filesystem::path& file, sim::Scene& scene, Ui& ui);
  void take_plot(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui);
  void take_film(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui);
  void warn(const std::exception& error, Ui& ui);

  Messages& messages_;
  std::filesystem::path file_;
  bool has_failed_ = false;
  Film film_;
  sim::Area film_size_;
  std::vector<unsigned char> pixels_;
};

}  // namespace ventosa::view
