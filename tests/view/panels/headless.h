#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <functional>
#include <string>

#include "view/panels/panels.h"

/// Panels without a window: their text, and the effects of clicks.
namespace ventosa::view {

class Headless {
 public:
  using Draw = std::function<void()>;

  Headless(float width, float height) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60;
    unsigned char* pixels = nullptr;
    int columns = 0, rows = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &columns, &rows);
    io.SetClipboardTextFn = [](void* text, const char* written) {
      *static_cast<std::string*>(text) = written;
    };
    io.ClipboardUserData = &text_;
  }
  ~Headless() { ImGui::DestroyContext(); }
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  /// All text of the panels after sizes have settled.
  std::string text(const Draw& draw) {
    for (int k = 0; k < 3; ++k) picture(draw);
    ImGui::NewFrame();
    ImGui::LogToClipboard();
    draw();
    ImGui::LogFinish();
    ImGui::Render();
    return text_;
  }

  void click(float x, float y, const Draw& draw) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {x, y};
    for (const bool down : {false, true, false, false}) {
      io.MouseDown[0] = down;
      picture(draw);
    }
  }
  void click(const Rect& place, const Draw& draw) {
    click(place.x + 0.5f * place.width, place.y + 0.5f * place.height, draw);
  }

  /// Size of a window's content beyond its edges.
  static ImVec2 cut_off(const ImGuiWindow& window) {
    return {std::max(0.0f, window.ContentSize.x - window.WorkRect.GetWidth()),
            std::max(0.0f, window.ContentSize.y - window.InnerRect.GetHeight())};
  }

 private:
  static void picture(const Draw& draw) {
    ImGui::NewFrame();
    draw();
    ImGui::Render();
  }

  std::string text_;
};

}  // namespace ventosa::view
