#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// A figure as data: panels above each other that share the axis at the bottom, usually time.
/// record/svg.h draws it.
namespace ventosa::record {

/// Label of an axis: "speed [m/s]". Without unit the brackets are left out.
struct Quantity {
  std::string name{};
  std::string unit{};
  bool is_count = false;  ///< only whole numbers stand at the axis; at the bottom of a figure
};

/// A line, or points without one. A point with a value that is not finite is left out, and
/// interrupts the line.
struct Curve {
  enum class Style : std::uint8_t { kLine, kPoints };

  std::string name{};            ///< in the legend; empty: not in it
  std::vector<double> x{}, y{};  ///< as many x as y
  Style style = Style::kLine;
};

/// A row of a chart of bars, such as the times in which a leg stands.
struct BarRow {
  struct Bar {
    double from = 0, to = 0;
  };

  std::string name{};
  std::vector<Bar> bars{};
};

struct Panel {
  Quantity y{};
  std::variant<std::vector<Curve>, std::vector<BarRow>> content{};  ///< rows from top to bottom
};

struct Figure {
  std::string title{};
  std::string caption{};  ///< below the panels, broken into lines
  Quantity x{"time", "s"};
  std::vector<Panel> panels{};
  bool to_scale = false;  ///< one unit has the same length along y as along x, as on a map
};

}  // namespace ventosa::record
