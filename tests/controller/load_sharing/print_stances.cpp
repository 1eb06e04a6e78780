#include <cstdio>
#include <cstdlib>

#include "tests/controller/random_stance.h"

/// print_stances N: the sharing problems of the first N seeds as numbers, for other solvers; see
/// cone_solver.py. One per line: "stance VERSION SEED FEET" and w; per foot "foot" p, H, c; "row"
/// torque?, a, offset, scale; "cone" n, ratio, centre, offset, scale.
namespace {

using namespace ventosa::controller;

template <class Matrix>
void print(const Matrix& matrix) {
  for (Eigen::Index k = 0; k < matrix.size(); ++k) std::printf(" %.17g", matrix(k));
}

void print(const SharingFoot& foot) {
  std::printf("foot");
  print(foot.p_B);
  print(foot.H);
  print(foot.c);
  for (int r = 0; r < foot.n_rows; ++r) {
    const SharingRow& row = foot.row[static_cast<std::size_t>(r)];
    std::printf("\nrow %d", row.limit == Limit::kTorque);
    print(row.a);
    std::printf(" %.17g %.17g", row.offset, row.scale);
  }
  for (int k = 0; k < foot.n_cones; ++k) {
    const SharingCone& cone = foot.cone[static_cast<std::size_t>(k)];
    std::printf("\ncone");
    print(cone.n);
    std::printf(" %.17g", cone.ratio);
    print(cone.centre_N);
    std::printf(" %.17g %.17g", cone.offset, cone.scale);
  }
  std::puts("");
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 800;
  for (std::uint64_t seed = 0; seed < n; ++seed) {
    const SharingProblem problem = random_stance(seed);
    std::printf("stance %d %lu %d", kRandomStanceVersion, static_cast<unsigned long>(seed),
                problem.n_feet);
    print(problem.w);
    std::puts("");
    for (std::size_t i = 0; i < static_cast<std::size_t>(problem.n_feet); ++i)
      print(problem.foot[i]);
  }
}
