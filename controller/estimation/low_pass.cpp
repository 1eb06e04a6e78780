#include "controller/estimation/low_pass.h"

#include <cmath>
#include <numbers>

namespace ventosa::controller {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kLargest = 1e100;  ///< larger numbers could overflow the memory

using Memory = std::array<double, 2>;

/// One of the conjugate pole pairs, 1 / (s^2 + s / Q + 1) with s = (1 - z^-1) / (1 + z^-1) / K.
Biquad biquad(double K, double Q) {
  const double D = 1 + K / Q + K * K;
  const double b = K * K / D;
  return {.b0 = b, .b1 = 2 * b, .b2 = b, .a1 = 2 * (K * K - 1) / D, .a2 = (1 - K / Q + K * K) / D};
}

/// transposed direct form 2
double step(const Biquad& h, double x, Memory& memory) {
  const double y = h.b0 * x + memory[0];
  memory = {h.b1 * x - h.a1 * y + memory[1], h.b2 * x - h.a2 * y};
  return y;
}

/// memory for which the output is the constant input
Memory at_rest(const Biquad& h, double x) {
  return {(h.b1 - h.a1 + h.b2 - h.a2) * x, (h.b2 - h.a2) * x};
}

bool is_usable(const Vector3d& input) {
  return input.allFinite() && input.cwiseAbs().maxCoeff() <= kLargest;
}

void start(const LowPass& low_pass, const Vector3d& input, LowPassState& state) {
  for (std::size_t i = 0; i < state.axis.size(); ++i)
    for (std::size_t k = 0; k < low_pass.size(); ++k)
      state.axis[i][k] = at_rest(low_pass[k], input[static_cast<Eigen::Index>(i)]);
  state.started = true;
}

}  // namespace

// poles of order 6 at the angles 15, 45, 75 deg from the negative real axis: Q = 1 / (2 cos)
LowPass butterworth(double cutoff_hz, double period_s) noexcept {
  const double K = std::tan(kPi * cutoff_hz * period_s);
  LowPass low_pass;
  for (std::size_t k = 0; k < low_pass.size(); ++k)
    low_pass[k] = biquad(K, 0.5 / std::cos(kPi / 12 * static_cast<double>(2 * k + 1)));
  return low_pass;
}

Vector3d filter(const LowPass& low_pass, const Vector3d& input, LowPassState& state) noexcept {
  if (!is_usable(input)) {
    ++state.n_ignored;
    return Vector3d::Map(state.output.data());
  }
  if (!state.started) start(low_pass, input, state);
  for (std::size_t i = 0; i < state.axis.size(); ++i) {
    double x = input[static_cast<Eigen::Index>(i)];
    for (std::size_t k = 0; k < low_pass.size(); ++k) x = step(low_pass[k], x, state.axis[i][k]);
    state.output[i] = x;
  }
  return Vector3d::Map(state.output.data());
}

}  // namespace ventosa::controller
