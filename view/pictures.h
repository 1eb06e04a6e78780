#pragma once

#include "view/files.h"
#include "view/panels/panels.h"

/// Pictures of the window and of its plots, and films.
namespace ventosa::view {

class Pictures {
 public:
  explicit Pictures(Messages& messages) : messages_(messages) {}

  /// Of the whole window, as the next frame shows it.
  void ask(const std::filesystem::path& file) { file_ = file; }

  /// Begins a film of the window, or ends the one that runs.
  void switch_film(const sim::Area& window, const Frame& frame, Ui& ui);

  /// Writes what is asked for, once the frame is drawn.
  /// @param window  all of its pixels
  void take(const sim::Area& window, const Frame& frame, sim::Scene& scene, Ui& ui);

  bool has_failed() const { return has_failed_; }  ///< to write one

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
