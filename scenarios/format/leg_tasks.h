#pragma once

#include "scenarios/format/sections.h"

/// Reads the script entries that address one leg: `joints`, `cartesian`, `detach`, `attach`. All
/// throw models::InputError.
namespace ventosa::scenarios {

class LegTaskReader {
 public:
  explicit LegTaskReader(const ScriptContext& context);

  /// {leg, q_deg | via_deg, speed_deg_s, acceleration_deg_s2}
  LegTask read_joints(const models::Node& node);
  /// {leg, points: [{offset_m, rpy_deg}], speed_m_s, acceleration_m_s2, turn_speed_deg_s,
  /// turn_acceleration_deg_s2}: motion of the lip from its current pose, along the body's axes
  LegTask read_cartesian(const models::Node& node);
  LegTask read_detach(const models::Node& node);  ///< {leg}
  LegTask read_attach(const models::Node& node);  ///< {leg}

 private:
  LegTask begin(const models::Node& node, controller::TaskKind kind);
  void check_move(const models::Node& node, const controller::LegRequest& request);
  void check_way(const models::Node& node, const controller::PlannedMove& planned,
                 std::size_t leg) const;

  const ScriptContext& context_;
  std::int32_t last_request_ = 0;
  /// [rad] joint angles of clamped legs after the entries so far; empty for a robot on its feet
  std::vector<controller::PerJoint<double>> q_rad_;
};

}  // namespace ventosa::scenarios
