#pragma once

#include "models/power.h"

/// A battery pack: a source of open-circuit voltage E, which falls with its charge, behind R.
///
///   V = E(s) - R i,   ds/dt = -i / C      s the share of the capacity C left, i the current out
///
/// Every charge put in comes out again; an empty pack gives nothing more.
namespace ventosa::sim {

struct PackState {
  double charge = 1;         ///< share of the capacity
  bool charge_over = false;  ///< charging has reached its end

  bool empty() const { return charge <= 0; }
};

/// E at a share of charge, linear between the points of the table  [V]
double open_circuit_V(const models::Battery& battery, double charge) noexcept;

/// Lets a current out of the pack (in, if negative) for a while.
void draw(const models::Battery& battery, double current_A, double span_s,
          PackState& pack) noexcept;

}  // namespace ventosa::sim
