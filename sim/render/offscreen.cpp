#include "sim/render/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <stdexcept>
#include <string>

namespace ventosa::sim {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string("cannot draw a picture: ") + what +
                           " (is Mesa's EGL, package libegl-mesa0, installed?)");
}

bool start(EGLDisplay display) {
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE;
}

/// Mesa's surfaceless platform, which needs neither display nor graphics card; else the default one
EGLDisplay open_display() {
  const EGLDisplay surfaceless =
      eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (start(surfaceless)) return surfaceless;
  const EGLDisplay any = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  if (start(any)) return any;
  fail("no EGL display");
}

EGLContext open_context(EGLDisplay display) {
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                           EGL_NONE};
  EGLConfig config = nullptr;
  EGLint n = 0;
  if (!eglBindAPI(EGL_OPENGL_API)) fail("no OpenGL");
  if (!eglChooseConfig(display, wanted, &config, 1, &n) || n == 0) fail("no fitting EGL config");
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
  if (context == EGL_NO_CONTEXT) fail("no OpenGL context");
  return context;
}

}  // namespace

Offscreen::Offscreen() : display_(open_display()), context_(open_context(display_)) {}

// the display is shared by the process and may be in use by other contexts: it is not terminated
Offscreen::~Offscreen() {
  release();
  eglDestroyContext(display_, context_);
}

void Offscreen::make_current() const {
  if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
    fail("the OpenGL context cannot be used");
}

void Offscreen::release() const noexcept {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

}  // namespace ventosa::sim
