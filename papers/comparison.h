#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/robot.h"
#include "papers/experiment.h"
#include "scenarios/verdict/verdict.h"

/// A paper's statements judged by what was measured.
namespace ventosa::papers {

enum class Judgement : std::uint8_t {
  kReproduced,
  kBetter,           ///< and more than the paper claims
  kNotReproducible,  ///< with the present robot and scenarios
  kOpen,             ///< the paper claims nothing: our number alone
  kFailed,           ///< a run that it needs failed, or our number is unknown
};
const char* name(Judgement judgement);  ///< "reproduced", "better", "not reproducible", ...

struct Compared {
  const Line* line = nullptr;
  double ours = 0;  ///< in the line's unit; NaN: unknown
  Judgement judgement = Judgement::kFailed;
};

/// A finished experiment.
struct Outcome {
  const Experiment* experiment = nullptr;
  std::map<std::string, std::vector<scenarios::Verdict>> verdicts{};  ///< by the key of the run
  std::vector<Tally> tallies{};  ///< one per measure, over all seeds
};

/// Robot of this name.
using FindRobot = std::function<models::Robot(const std::string&)>;

/// @throws models::InputError  a robot does not exist, or has no such gait
std::vector<Compared> compare(const Outcome& outcome, const FindRobot& find_robot);

/// A gait of the robot.  @throws models::InputError  there is none of this name
const controller::Gait& gait_of(const models::Robot& robot, const std::string& gait);

/// Failed assertions of a run, "travel x, body does not fall"; empty if it passed.
std::string failures_of(const scenarios::Verdict& verdict);

/// True if a run of this key has not passed.
bool has_failed(const Outcome& outcome, const std::string& run);

}  // namespace ventosa::papers
