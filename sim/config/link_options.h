#pragma once

#include "controller/model/description.h"
#include "hal/link/impairment.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

/// The link between controller and each module. Modules and directions are impaired independently;
/// no rate needs to be a whole multiple of another.
struct LinkOptions {
  hal::Impairment command{};
  hal::Impairment telemetry{};
  double telemetry_rate_Hz = 0;  ///< 0: at every control tick
  /// Period at which a module takes commands and samples its sensors; 0: every physics step. Its
  /// drives close their loop at their own rate.
  double module_loop_s = 0;
};

void describe(auto& field, controller::Is<LinkOptions> auto& link) {
  field("command_latency_s", link.command.latency_s, "s", controller::between(0, 1));
  field("command_jitter_s", link.command.jitter_s, "s", controller::between(0, 1));
  field("command_loss", link.command.loss, "1", controller::between(0, 1));
  field("command_duplicate", link.command.duplicate, "1", controller::between(0, 1));
  field("command_reorder", link.command.reorder, "1", controller::between(0, 1));
  field("command_reorder_s", link.command.reorder_s, "s", controller::between(0, 1));
  field("command_burst_share", link.command.burst_share, "1", controller::between(0, 0.9));
  field("command_burst_length", link.command.burst_length, "1", controller::between(1, 1000));
  field("command_truncate", link.command.truncate, "1", controller::between(0, 1));
  field("command_corrupt", link.command.corrupt, "1", controller::between(0, 1));
  field("telemetry_latency_s", link.telemetry.latency_s, "s", controller::between(0, 1));
  field("telemetry_jitter_s", link.telemetry.jitter_s, "s", controller::between(0, 1));
  field("telemetry_loss", link.telemetry.loss, "1", controller::between(0, 1));
  field("telemetry_duplicate", link.telemetry.duplicate, "1", controller::between(0, 1));
  field("telemetry_reorder", link.telemetry.reorder, "1", controller::between(0, 1));
  field("telemetry_reorder_s", link.telemetry.reorder_s, "s", controller::between(0, 1));
  field("telemetry_burst_share", link.telemetry.burst_share, "1", controller::between(0, 0.9));
  field("telemetry_burst_length", link.telemetry.burst_length, "1", controller::between(1, 1000));
  field("telemetry_truncate", link.telemetry.truncate, "1", controller::between(0, 1));
  field("telemetry_corrupt", link.telemetry.corrupt, "1", controller::between(0, 1));
  field("telemetry_rate_Hz", link.telemetry_rate_Hz, "Hz", controller::between(0, 1e4));
  field("module_loop_s", link.module_loop_s, "s", controller::between(0, 1));
}

LinkOptions link_options(Fidelity fidelity);

}  // namespace ventosa::sim
