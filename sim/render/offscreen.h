#pragma once

namespace ventosa::sim {

/// An EGL OpenGL context without window or display. Private to sim.
class Offscreen {
 public:
  Offscreen();  ///< @throws std::runtime_error if the machine has no OpenGL
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  void make_current() const;  ///< on the calling thread; @throws std::runtime_error
  void release() const noexcept;

 private:
  void* display_;
  void* context_;
};

/// A context is current for as long as this lives.
class Current {
 public:
  explicit Current(const Offscreen& gl) : gl_(gl) { gl.make_current(); }
  ~Current() { gl_.release(); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  const Offscreen& gl_;
};

}  // namespace ventosa::sim
