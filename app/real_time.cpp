#include "app/real_time.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace ventosa::app {

std::vector<std::string> keep_to_time() {
  constexpr int kPriority = 50;  // in 1 to 99: below the kernel's interrupt threads
  std::vector<std::string> refused;
  sched_param param{};
  param.sched_priority = kPriority;
  if (const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param); error != 0)
    refused.push_back("SCHED_FIFO is not permitted (" + std::string(std::strerror(error)) +
                      "): other programs may delay the control loop");
  if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
    refused.push_back("mlockall is not permitted (" + std::string(std::strerror(errno)) +
                      "): the control loop may wait for the disk");
  return refused;
}

}  // namespace ventosa::app
