#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <memory>
#include <numbers>

#include "controller/kinematics/convex.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/solid_cup.h"

/// Distances of solids compared with those of MuJoCo.
namespace ventosa::controller::convex_solids_test {
namespace {

using test::any_vector;
using test::Rng;

constexpr double kFar_m = 10;
constexpr double kRadius_m = 0.02, kLength_m = 0.25;
const Vector3d kHalf_m(0.08, 0.0825, 0.035);

/// A rod, a cup, a box and copies of them as geoms of MuJoCo, at any pose. The box is a mesh,
/// because MuJoCo's function for a capsule deep in a box gives a distance of the surfaces.
class Oracle {
 public:
  Oracle() {
    const std::unique_ptr<mjSpec, decltype(&mj_deleteSpec)> spec(mj_makeSpec(), mj_deleteSpec);
    mjsBody* const world = mjs_findBody(spec.get(), "world");
    add_mesh(*spec, "cup", cup_corners());
    add_mesh(*spec, "box", box_corners());
    for (int k = 0; k < 2; ++k) {
      mjsGeom& capsule = *mjs_addGeom(world, nullptr);
      capsule.type = mjGEOM_CAPSULE;
      capsule.size[0] = kRadius_m;
      capsule.size[1] = kLength_m / 2;
      for (const char* mesh : {"cup", "box"}) {
        mjsGeom& geom = *mjs_addGeom(world, nullptr);
        geom.type = mjGEOM_MESH;
        mjs_setString(geom.meshname, mesh);
      }
    }
    model_.reset(mj_compile(spec.get(), nullptr));
    if (!model_) throw std::runtime_error(mjs_getError(spec.get()));
    data_.reset(mj_makeData(model_.get()));
    mj_kinematics(model_.get(), data_.get());
  }

  void place(int geom, const Isometry3d& X) {
    Isometry3d X_geom = X;
    if (model_->geom_type[geom] == mjGEOM_MESH) {  // MuJoCo moved the mesh to its inertial frame
      const int mesh = model_->geom_dataid[geom];
      const double* q = model_->mesh_quat + 4 * mesh;
      X_geom.translate(Vector3d::Map(model_->mesh_pos + 3 * mesh));
      X_geom.rotate(Quaterniond(q[0], q[1], q[2], q[3]));
    }
    Vector3d::Map(data_->geom_xpos + 3 * geom) = X_geom.translation();
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(data_->geom_xmat + 9 * geom) =
        X_geom.linear();
  }

  double distance_m(int a, int b) {
    return mj_geomDistance(model_.get(), data_.get(), a, b, kFar_m, nullptr);
  }

 private:
  static std::vector<Vector3d> cup_corners() {
    constexpr int kRing = 256;
    std::vector<Vector3d> corners;
    for (const auto& [z, r] : {std::pair(0.0, test::kSolidCup.lip_radius_m),
                               {-test::kSolidCup.rim_m, test::kSolidCup.lip_radius_m},
                               {-test::kSolidCup.height_m, test::kSolidCup.neck_radius_m}})
      for (int k = 0; k < kRing; ++k) {
        const double turn = 2 * std::numbers::pi * k / kRing;
        corners.emplace_back(r * std::cos(turn), r * std::sin(turn), z);
      }
    return corners;
  }

  static std::vector<Vector3d> box_corners() {
    std::vector<Vector3d> corners;
    for (const double x : {-1, 1})
      for (const double y : {-1, 1})
        for (const double z : {-1, 1})
          corners.emplace_back(kHalf_m.cwiseProduct(Vector3d(x, y, z)));
    return corners;
  }

  static void add_mesh(mjSpec& spec, const char* name, const std::vector<Vector3d>& corners) {
    std::vector<float> numbers;
    for (const Vector3d& corner : corners)
      for (const double x : corner) numbers.push_back(static_cast<float>(x));
    mjsMesh& mesh = *mjs_addMesh(&spec, nullptr);
    mjs_setName(mesh.element, name);
    mjs_setFloat(mesh.uservert, numbers.data(), static_cast<int>(numbers.size()));
  }

  std::unique_ptr<mjModel, decltype(&mj_deleteModel)> model_{nullptr, mj_deleteModel};
  std::unique_ptr<mjData, decltype(&mj_deleteData)> data_{nullptr, mj_deleteData};
};

enum Kind { kRodKind, kCupKind, kBoxKind };

Convex solid_at(int kind, const Isometry3d& X) {
  const Vector3d half(0, 0, kLength_m / 2);
  if (kind == kRodKind) return rod(X * Vector3d(-half), X * half, kRadius_m);
  return kind == kCupKind ? foot_solid(test::leg_with_cup(), X) : box({.half_extent_m = kHalf_m});
}

struct Both {
  double ours_m, mujoco_m;
};

/// Distances of two solids near each other, the second a copy of its kind.
Both both(Oracle& oracle, int kind_a, int kind_b, Rng& random) {
  const auto anywhere = [&](int kind) {
    Isometry3d X = Isometry3d::Identity();
    if (kind == kBoxKind) return X;  // a box stays in its frame
    X.linear() = test::any_rotation(random);
    X.translation() = any_vector(0.25, random);
    return X;
  };
  const Isometry3d X_a = anywhere(kind_a), X_b = anywhere(kind_b);
  oracle.place(kind_a, X_a);
  oracle.place(3 + kind_b, X_b);
  return {distance_m(solid_at(kind_a, X_a), solid_at(kind_b, X_b), kFar_m),
          oracle.distance_m(kind_a, 3 + kind_b)};
}

// the polygons of 256 corners are up to 7 um inside their circles, either tolerance is 1 um
constexpr double kPolygon_m = 1.6e-5;

TEST(Distance, ApartIsThatOfMujoco) {
  Oracle oracle;
  Rng random(7);
  for (const auto& [a, b] : {std::pair(kRodKind, kRodKind),
                             {kBoxKind, kRodKind},
                             {kBoxKind, kCupKind},
                             {kRodKind, kCupKind},
                             {kCupKind, kCupKind}}) {
    int n_apart = 0;
    for (int trial = 0; trial < 1000; ++trial) {
      const Both d = both(oracle, a, b, random);
      if (d.mujoco_m <= 1e-4) continue;
      ++n_apart;
      ASSERT_NEAR(d.ours_m, d.mujoco_m, kPolygon_m) << a << " " << b << " " << trial;
    }
    EXPECT_GT(n_apart, 300) << a << " " << b;
  }
}

TEST(Distance, OfWhatOverlapsInMujocoIsNegativeAndNoLessDeep) {
  Oracle oracle;
  Rng random(8);
  for (const auto& [a, b] : {std::pair(kRodKind, kRodKind),
                             {kBoxKind, kRodKind},
                             {kBoxKind, kCupKind},
                             {kRodKind, kCupKind},
                             {kCupKind, kCupKind}}) {
    int n_overlap = 0;
    for (int trial = 0; trial < 3000; ++trial) {
      const Both d = both(oracle, a, b, random);
      if (d.mujoco_m >= -1e-4) continue;
      ++n_overlap;
      ASSERT_LT(d.ours_m, d.mujoco_m + 2e-5) << a << " " << b << " " << trial;
      if (a == kCupKind || b == kCupKind) continue;
      ASSERT_NEAR(d.ours_m, d.mujoco_m, 2e-5) << a << " " << b << " " << trial;
    }
    EXPECT_GT(n_overlap, 50) << a << " " << b;
  }
}

}  // namespace
}  // namespace ventosa::controller::convex_solids_test
