#include "view/window/font.h"

#include <imgui.h>

#include <cmath>
#include <filesystem>

namespace ventosa::view {

void load_font(double scale) {
  constexpr const char* kFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
  constexpr double kHeight = 14;
  ImGuiIO& io = ImGui::GetIO();
  if (std::filesystem::exists(kFont))
    io.Fonts->AddFontFromFileTTF(kFont, static_cast<float>(std::round(kHeight * scale)));
  else
    io.FontGlobalScale = static_cast<float>(scale);  // fallback: ImGui's own font
}

}  // namespace ventosa::view
