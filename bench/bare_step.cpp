#include "bench/bare_step.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sim/mujoco/world.h"

namespace ventosa::bench {
namespace {

using sim::MujocoPtr;
using sim::Twin;
using sim::TwinConfig;

constexpr double kComeToRest_s = 1;

}  // namespace

struct BareStep::Rest {
  Rest(const models::Robot& robot, const TwinConfig& config) : twin(robot, config) {}

  Twin twin;
  MujocoPtr<mjData> data;
  std::vector<double> state;
};

BareStep::BareStep(const models::Robot& robot, const TwinConfig& config)
    : rest_(std::make_unique<Rest>(robot, config)) {
  controller::Observation seen;
  while (rest_->twin.time_s() < kComeToRest_s)
    if (rest_->twin.exchange({}, seen) != hal::Status::kOk)
      throw std::runtime_error(rest_->twin.failure());
  const sim::World& world = rest_->twin.world();
  const int n = mj_stateSize(world.model.get(), mjSTATE_INTEGRATION);
  rest_->state.resize(static_cast<std::size_t>(n));
  mj_getState(world.model.get(), world.data.get(), rest_->state.data(), mjSTATE_INTEGRATION);
  rest_->data.reset(mj_makeData(world.model.get()));
}

BareStep::~BareStep() = default;

void BareStep::advance() noexcept {
  const sim::World& world = rest_->twin.world();
  mj_setState(world.model.get(), rest_->data.get(), rest_->state.data(), mjSTATE_INTEGRATION);
  for (std::int64_t k = 0; k < world.steps_per_period; ++k)
    mj_step(world.model.get(), rest_->data.get());
}

double BareStep::largest_motion() const noexcept {
  const sim::World& world = rest_->twin.world();
  double largest = 0;
  for (int k = 0; k < static_cast<int>(world.model->nq); ++k)
    largest = std::max(largest, std::abs(rest_->data->qpos[k] - world.data->qpos[k]));
  return largest;
}

double BareStep::elapsed_s() const noexcept {
  return rest_->data->time - rest_->twin.world().data->time;
}

}  // namespace ventosa::bench
