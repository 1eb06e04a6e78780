#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <stdexcept>

/// MuJoCo's objects and messages. Private to sim: no header outside includes it.
namespace ventosa::sim {

struct MujocoDelete {
  void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};
template <class T>
using MujocoPtr = std::unique_ptr<T, MujocoDelete>;

/// What MuJoCo calls a fatal error; its own handling would end the process.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Takes over MuJoCo's messages for the whole process, once: errors throw EngineError, warnings are
/// kept for the thread, nothing is printed and no MUJOCO_LOG.TXT is written.
void capture_messages();

/// The thread's last warning, "" if none. @{
const char* last_warning() noexcept;
void forget_warning() noexcept;
/// @}

}  // namespace ventosa::sim
