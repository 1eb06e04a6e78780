#include "controller/model/rotation.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller::rotation_test {
namespace {

/// sum of A^k / k! to machine precision
Matrix3d matrix_exponential(const Matrix3d& A) {
  Matrix3d sum = Matrix3d::Identity(), term = sum;
  for (int k = 1; k < 60; ++k) sum += term = (term * A / k).eval();
  return sum;
}

TEST(Rotation, ExponentialIsTheMatrixExponentialOfTheCrossProduct) {
  std::mt19937_64 rng{1};
  for (int n = 0; n < 1000; ++n) {
    const Vector3d phi = test::random_vector(n % 2 ? 3 : 1e-6, rng);
    ASSERT_LT((rotation_exp(phi) - matrix_exponential(skew(phi))).norm(), 1e-12);
  }
}

TEST(Rotation, LogarithmUndoesTheExponential) {
  std::mt19937_64 rng{2};
  for (int n = 0; n < 1000; ++n) {
    const Vector3d phi = test::random_vector(n % 2 ? 1.8 : 1e-6, rng);  // shorter than pi
    ASSERT_LT((rotation_log(rotation_exp(phi)) - phi).norm(), 1e-12);
  }
}

TEST(Rotation, LeftJacobianIsTheIntegralOfTheTurn) {
  std::mt19937_64 rng{3};
  for (const double size : {1e-5, 0.9e-3, 1.1e-3, 0.1, 2.0}) {
    const Vector3d phi = test::random_vector(size, rng);
    constexpr int kSteps = 1000;  // Simpson's rule
    Matrix3d sum = Matrix3d::Zero();
    for (int k = 0; k <= kSteps; ++k) {
      const double weight = k == 0 || k == kSteps ? 1 : k % 2 ? 4 : 2;
      sum += weight / (3 * kSteps) * rotation_exp(static_cast<double>(k) / kSteps * phi);
    }
    EXPECT_LT((left_jacobian(phi) - sum).norm(), 1e-11) << size;
  }
}

TEST(Rotation, LeftJacobianSaysWhatASmallChangeOfTheVectorDoes) {
  std::mt19937_64 rng{4};
  for (int n = 0; n < 100; ++n) {
    const Vector3d phi = test::random_vector(1.5, rng), d = test::random_vector(1e-6, rng);
    const Vector3d turned = rotation_log(rotation_exp(phi + d) * rotation_exp(phi).transpose());
    ASSERT_LT((turned - left_jacobian(phi) * d).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace ventosa::controller::rotation_test
