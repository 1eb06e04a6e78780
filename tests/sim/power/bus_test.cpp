#include "sim/power/bus.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>
#include <vector>

namespace ventosa::sim::bus_test {
namespace {

using Pack = Branch::Pack;

/// The circuit's voltages by Kirchhoff's current law at every node, given the load currents and
/// which packs conduct: modules first, the bus last.
Eigen::VectorXd nodal_V(const Circuit& c, const std::vector<bool>& conducts) {
  const int n = c.n;
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(n + 1, n + 1);
  Eigen::VectorXd s_A = Eigen::VectorXd::Zero(n + 1);
  for (int k = 0; k < n; ++k) {
    const Branch& b = c.branch[static_cast<std::size_t>(k)];
    s_A[k] -= b.load_A;
    if (conducts[static_cast<std::size_t>(k)]) {
      G(k, k) += 1 / c.pack_ohm;
      s_A[k] += b.open_V / c.pack_ohm;
    }
    if (!b.on_bus) continue;
    const double g = 1 / c.line_ohm;
    G(k, k) += g;
    G(n, n) += g;
    G(k, n) -= g;
    G(n, k) -= g;
  }
  if (c.charger.voltage_V > 0) {
    G(n, n) += 1 / c.charger.resistance_ohm;
    s_A[n] += c.charger.voltage_V / c.charger.resistance_ohm;
  }
  return G.fullPivLu().solve(s_A);
}

/// Whether each pack's current has the sign that its state allows.
bool allowed(const Circuit& c, const std::vector<bool>& conducts, const Eigen::VectorXd& V) {
  for (int k = 0; k < c.n; ++k) {
    const Branch& b = c.branch[static_cast<std::size_t>(k)];
    if (b.pack != Pack::kChargeOnly) continue;
    const bool charged = V[k] > b.open_V;
    if (charged != conducts[static_cast<std::size_t>(k)]) return false;
  }
  return true;
}

/// The unique solution over all combinations of conducting and blocking packs.
Eigen::VectorXd searched_V(const Circuit& c) {
  for (unsigned mask = 0; mask < 1u << c.n; ++mask) {
    std::vector<bool> conducts;
    bool possible = true;
    for (int k = 0; k < c.n; ++k) {
      const Pack pack = c.branch[static_cast<std::size_t>(k)].pack;
      conducts.push_back((mask >> k & 1) != 0);
      possible &= pack == Pack::kChargeOnly || conducts.back() == (pack == Pack::kBidirectional);
    }
    if (!possible) continue;
    const Eigen::VectorXd V = nodal_V(c, conducts);
    if (allowed(c, conducts, V)) return V;
  }
  return {};
}

Circuit random_circuit(std::mt19937& random) {
  std::uniform_real_distribution<double> share(0, 1);
  Circuit c;
  c.pack_ohm = 0.02 + 0.2 * share(random);
  c.line_ohm = 0.01 + 0.1 * share(random);
  c.n = 1 + static_cast<int>(random() % 8);
  if (random() % 3 == 0) c.charger = {12 + 6 * share(random), 0.05 + share(random)};
  for (int k = 0; k < c.n; ++k)
    c.branch[static_cast<std::size_t>(k)] = {.pack = static_cast<Pack>(random() % 3),
                                             .on_bus = random() % 4 != 0,
                                             .open_V = 12 + 4.8 * share(random),
                                             .load_W = 60 * share(random),
                                             .voltage_V = 14};
  c.bus_V = 20 * share(random);
  return c;
}

bool has_source(const Circuit& c) {
  bool source = c.charger.voltage_V > 0;
  for (int k = 0; k < c.n; ++k) {
    const Branch& b = c.branch[static_cast<std::size_t>(k)];
    source |= b.on_bus && b.pack == Pack::kBidirectional;
  }
  return source;
}

/// More load than the sources can supply: there is no solution.
bool collapsed(const Circuit& c) { return has_source(c) && c.bus_V <= 0; }

/// Modules without a source are not part of the nodal equations.
Circuit without_dead(const Circuit& c) {
  Circuit live = c;
  live.n = 0;
  const bool bus = has_source(c);
  for (int k = 0; k < c.n; ++k) {
    const Branch& b = c.branch[static_cast<std::size_t>(k)];
    if (b.on_bus ? bus : b.pack == Pack::kBidirectional)
      live.branch[static_cast<std::size_t>(live.n++)] = b;
  }
  return live;
}

TEST(Bus, AgreesWithTheNodalEquationsOfAnyCircuit) {
  std::mt19937 random(1);
  int n_charging = 0, n_compared = 0;
  for (int i = 0; i < 5000; ++i) {
    Circuit c = random_circuit(random);
    solve(c);
    const Circuit live = without_dead(c);
    if (live.n == 0 || collapsed(c)) continue;
    const Eigen::VectorXd V = searched_V(live);
    ASSERT_EQ(V.size(), live.n + 1) << i;
    ++n_compared;
    for (int k = 0; k < live.n; ++k) {
      const Branch& b = live.branch[static_cast<std::size_t>(k)];
      EXPECT_NEAR(b.voltage_V, V[k], 1e-9) << i << " " << k;
      n_charging += b.pack == Pack::kChargeOnly && b.pack_A < 0;
    }
    if (has_source(c)) {
      EXPECT_NEAR(c.bus_V, V[live.n], 1e-9) << i;
    }
  }
  EXPECT_GT(n_compared, 4000);
  EXPECT_GT(n_charging, 1000);
}

TEST(Bus, NoChargeIsLostInNodes) {
  std::mt19937 random(2);
  for (int i = 0; i < 5000; ++i) {
    Circuit c = random_circuit(random);
    solve(c);
    if (collapsed(c)) continue;
    double into_bus_A = c.charger_A;
    for (int k = 0; k < c.n; ++k) {
      const Branch& b = c.branch[static_cast<std::size_t>(k)];
      into_bus_A += b.bus_A;
      EXPECT_NEAR(b.pack_A, b.load_A + b.bus_A, 1e-9);
      if (b.pack == Pack::kChargeOnly) {
        EXPECT_LE(b.pack_A, 1e-9);
      }
      if (b.pack == Pack::kOff) {
        EXPECT_EQ(b.pack_A, 0);
      }
      if (!b.on_bus) {
        EXPECT_EQ(b.bus_A, 0);
      }
    }
    EXPECT_NEAR(into_bus_A, 0, 1e-9) << i;
  }
}

// between steps loads and voltages change little, and each step starts from the last one
TEST(Bus, FeedsEveryLoadItsPowerOnceSettled) {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    Circuit c = random_circuit(random);
    for (int step = 0; step < 50; ++step) solve(c);
    for (int k = 0; k < c.n; ++k) {
      const Branch& b = c.branch[static_cast<std::size_t>(k)];
      if (b.voltage_V < 10) continue;
      EXPECT_NEAR(b.voltage_V * b.load_A, b.load_W, 1e-4 * b.load_W) << i;
    }
  }
}

TEST(Bus, IsDeadWithoutASource) {
  Circuit c;
  c.pack_ohm = c.line_ohm = 0.1;
  c.n = 3;
  for (std::size_t k = 0; k < 3; ++k)
    c.branch[k] = {.pack = Pack::kOff, .on_bus = true, .open_V = 15, .load_W = 20, .voltage_V = 15};
  c.branch[1].pack = Pack::kChargeOnly;
  c.branch[2] = {.pack = Pack::kChargeOnly, .open_V = 15, .load_W = 20, .voltage_V = 15};
  c.bus_V = 15;
  solve(c);
  EXPECT_EQ(c.bus_V, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(c.branch[k].voltage_V, 0) << k;
    EXPECT_EQ(c.branch[k].load_A, 0) << k;
  }
}

}  // namespace
}  // namespace ventosa::sim::bus_test
