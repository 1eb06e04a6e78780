#pragma once

#include "models/power.h"

/// A battery pack: open-circuit voltage E, which depends on its state of charge s, and resistance
/// R.
///
///   V = E(s) - R i,   ds/dt = -i / C      C capacity, i current out of the pack
///
/// Coulombic efficiency is 1; an empty pack delivers no current.
namespace ventosa::sim {

struct PackState {
  double charge = 1;         ///< state of charge, share of the capacity
  bool charge_over = false;  ///< charging has ended: the charge-end voltage was reached

  bool empty() const { return charge <= 0; }
};

/// E at a state of charge, linear between the points of the battery's table  [V]
double open_circuit_V(const models::Battery& battery, double charge) noexcept;

/// Discharges the pack by a current for `span_s`; charges it if the current is negative.
void discharge(const models::Battery& battery, double current_A, double span_s,
               PackState& pack) noexcept;

}  // namespace ventosa::sim
