#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <stdexcept>

/// Owning pointers and log messages of MuJoCo. Private to sim.
namespace ventosa::sim {

struct MujocoDelete {
  void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};
template <class T>
using MujocoPtr = std::unique_ptr<T, MujocoDelete>;

/// A fatal error of MuJoCo, whose own handler would end the process.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Installs a log handler for the whole process, once: errors throw EngineError, warnings are
/// stored per thread, nothing is printed and no MUJOCO_LOG.TXT is written.
void install_log_handler();

/// The thread's last warning, "" if none. @{
const char* last_warning() noexcept;
void clear_warning() noexcept;
/// @}

}  // namespace ventosa::sim
