#include <optional>

#include "sim/mujoco/limited_weld.h"
#include "sim/mujoco/reaction.h"
#include "sim/mujoco/world.h"

/// MuJoCo's step, with welds that bear no more than vacuum and friction of their cups do. Where a
/// weld would bear more, its lip gives way within this very step and its anchor comes along: no
/// step passes on more than the limits, and no anchor ahead of a lip could drive it on.
namespace ventosa::sim {
namespace {

using Welds = controller::PerLeg<std::optional<LimitedWeld>>;

constexpr int kPasses = 12;  // limits depend on normal forces, and these on what gives way

/// A welded lip touches nothing: the rigid rim would bear a tilting moment up to the full radius,
/// where an elastic lip opens.
void take_lips_out_of_contact(World& world) {
  for (int i = 0; i < world.n_legs(); ++i)
    world.model->geom_contype[world.index.lip_geom[i]] = !world.state.cup[i].held();
}

Welds active_welds(const World& world) {
  Welds welds;
  for_each_weld(*world.model, *world.data, world.index, [&](int leg, int row) {
    const controller::Patch& patch = world.config.patches.patch[world.state.cup[leg].patch];
    welds[leg].emplace(*world.model, *world.data, row, patch.X_WS.linear());
  });
  return welds;
}

/// @return false if every weld bears what its cup does
bool limit(const World& world, Welds& welds) {
  bool any = false;
  for (int i = 0; i < world.n_legs(); ++i)
    any = (welds[i] && welds[i]->limit(cup_grip(world, world.state.cup[i]))) || any;
  return any;
}

void solve_again(const mjModel& model, mjData& data) {
  mj_solveM(&model, &data, data.qacc_smooth, data.qfrc_smooth, 1);
  mj_fwdConstraint(&model, &data);
}

/// Anchor and safety factor after the last pass.
void end_weld(World& world, int leg, LimitedWeld& weld) {
  CupState& cup = world.state.cup[leg];
  weld.put_wrench();
  update_safety_factor(weld.demanded(cup_grip(world, cup)), cup);
  cup.gave_way = false;
  for (const GivesWay way : kWaysToGive) {
    if (!weld.gives(way)) continue;
    cup.gave_way = true;
    drag_anchor(way, leg, world);
  }
}

void limit_welds(World& world) {
  Welds welds = active_welds(world);
  for (int pass = 0; pass < kPasses && limit(world, welds); ++pass)
    solve_again(*world.model, *world.data);
  for (int i = 0; i < world.n_legs(); ++i)
    if (welds[i]) end_weld(world, i, *welds[i]);
}

}  // namespace

void step_physics(World& world) {
  const mjModel* model = world.model.get();
  mjData* data = world.data.get();
  mj_checkPos(model, data);
  mj_checkVel(model, data);
  const bool welds = world.robot.cup && world.config.cup.model == CupModel::kRigid;
  if (welds) take_lips_out_of_contact(world);
  mj_forward(model, data);
  if (welds) limit_welds(world);
  read_reactions(*model, *data, world.index, world.config.patches, world.state.cup);
  mj_checkAcc(model, data);
  mj_implicit(model, data);
}

}  // namespace ventosa::sim
