#include "models/mass_properties.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

#include "controller/model/rotation.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

using controller::Matrix3d;
using controller::Vector3d;

constexpr Range kMass_kg = above(0, 1000), kPlace_m = between(-10, 10);

/// Least mass, and principal moment of inertia of a link: the physics engine divides by them, and
/// takes less than 1e-15 for zero.
constexpr double kLeastMass_kg = 1e-6, kLeastMoment_kgm2 = 1e-12;

double read_mass_kg(const Node& node) {
  const Node mass = node.at("mass_kg");
  const double mass_kg = mass.as_double(kMass_kg);
  if (mass_kg < kLeastMass_kg)
    mass.fail("must be at least " + decimal(kLeastMass_kg, 3) + " kg",
              "unit kg? less is zero to the physics engine");
  return mass_kg;
}

void check_inertia(const Matrix3d& I, const Node& node) {
  constexpr double kRounding = 1e-9;
  const Vector3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(I).eigenvalues();  // ascending
  if (principal[0] <= 0) node.fail("must be positive definite", "all principal moments above zero");
  if (principal[2] > (principal[0] + principal[1]) * (1 + kRounding))
    node.fail("no body has this inertia",
              "no principal moment may exceed the sum of the other two; unit kg m2?");
}

Matrix3d read_inertia(const Node& node) {
  const Node moments = node.at("inertia_kgm2");
  Matrix3d I = moments.as_vector<3>(positive()).asDiagonal();
  if (const auto products = node.find("products_of_inertia_kgm2")) {
    const Vector3d p = products->as_vector<3>();
    I(0, 1) = I(1, 0) = p[0];
    I(0, 2) = I(2, 0) = p[1];
    I(1, 2) = I(2, 1) = p[2];
  }
  check_inertia(I, moments);
  return I;
}

// homogeneous box of half extents h: I_xx = m/3 (h_y^2 + h_z^2), ...
Matrix3d box_inertia(double mass_kg, const Vector3d& h) {
  const Vector3d square = h.cwiseAbs2();
  return (mass_kg / 3 * (Vector3d::Constant(square.sum()) - square)).asDiagonal();
}

// inertia of a point mass at r about the origin:  m (r.r 1 - r r') = -m [r]x [r]x
Matrix3d point_inertia(double mass_kg, const Vector3d& r) {
  const Matrix3d R = controller::skew(r);
  return -mass_kg * R * R;
}

}  // namespace

controller::Link read_mass_properties(const Node& node) {
  return {.mass_kg = read_mass_kg(node),
          .p_JC = node.at("com_m").as_vector<3>(kPlace_m),
          .I_C = read_inertia(node)};
}

controller::Link read_mass_properties(const Node& node, const Vector3d& half_extent_m) {
  if (node.find("inertia_kgm2") || node.find("products_of_inertia_kgm2"))
    return read_mass_properties(node);
  const double mass_kg = read_mass_kg(node);
  return {.mass_kg = mass_kg,
          .p_JC = node.at("com_m").as_vector<3>(kPlace_m),
          .I_C = box_inertia(mass_kg, half_extent_m)};
}

void check_extent(const Node& node, const controller::Link& link, double largest_m) {
  const std::string limit = decimal(largest_m, 3) + " m";
  const Vector3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(link.I_C).eigenvalues();
  if (principal.minCoeff() < kLeastMoment_kgm2)
    node.at(node.find("inertia_kgm2") ? "inertia_kgm2" : "mass_kg")
        .fail("gives a principal moment of inertia of " + decimal(principal.minCoeff(), 3) +
                  " kg m2: must be at least " + decimal(kLeastMoment_kgm2, 3) + " kg m2",
              "units kg and m? less is zero to the physics engine");
  if (link.p_JC.norm() > largest_m)
    node.at("com_m").fail("must lie within " + limit + " of the origin", "unit m?");
  const double gyration_m = std::sqrt(principal.maxCoeff() / link.mass_kg);
  if (gyration_m > largest_m)
    node.at("inertia_kgm2")
        .fail("is that of " + decimal(gyration_m, 3) +
                  " m about the centre of mass (sqrt(I / mass_kg)): must be at most " + limit,
              "units kg and kg m2?");
}

controller::Link body_of(const controller::RobotModel& robot) noexcept {
  return {.mass_kg = robot.body_mass_kg, .p_JC = robot.p_BC, .I_C = robot.I_C};
}

controller::Link joined(const controller::Link& a, const controller::Link& b) noexcept {
  const double mass_kg = a.mass_kg + b.mass_kg;
  if (mass_kg == 0) return a;
  const Vector3d p_JC = (a.mass_kg * a.p_JC + b.mass_kg * b.p_JC) / mass_kg;
  return {.mass_kg = mass_kg,
          .p_JC = p_JC,
          .I_C = a.I_C + b.I_C + point_inertia(a.mass_kg, a.p_JC - p_JC) +
                 point_inertia(b.mass_kg, b.p_JC - p_JC)};
}

}  // namespace ventosa::models
