#include "papers/asif2012/experiments.h"
#include "papers/catalogue.h"

namespace ventosa::papers::asif2012 {

Paper paper() {
  return {.name = "hexapod",
          .reference =
              "Asif 2012, Virtual Reality to Simulate Adaptive Walking in Unstructured "
              "Terrains for Multi-Legged Robots, DOI 10.5772/46404",
          .notes = {"Figures are numbered as captioned. The text cites some of them by other "
                    "numbers: the gait charts (14) as 16, path and speed (15) as 14, torques, "
                    "forces and attitude of the slow gait (16) as 15.",
                    "The paper prints no length, mass, gain, speed or curve in numbers: "
                    "docs/walking.md says where ours are from."},
          .experiments = {gaits(), fig7(), test1(), test2(), test3()}};
}

}  // namespace ventosa::papers::asif2012
