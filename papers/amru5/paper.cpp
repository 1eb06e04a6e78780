#include "papers/amru5/experiments.h"
#include "papers/catalogue.h"

namespace ventosa::papers::amru5 {

Paper paper() {
  return {.name = "amru5",
          .reference =
              "Bombled and Verlinden 2010, Simulation, gait generation and embedded control of the "
              "Amru5 six-legged robot",
          .notes =
              {"Legs: the paper numbers them in pairs from the front, 0 to 5, even ones on the "
               "left; here text counts from 1 and signals from 0, so that its leg 0 is leg 1, "
               "front_left, with the signals leg0; 1 is leg 2, front_right; 2 is leg 3, "
               "middle_left; 3 is leg 4, middle_right; 4 is leg 5, rear_left; 5 is leg 6, "
               "rear_right. That they are counted so is concluded from its tripods (0-3-4) and "
               "(1-2-5). This part of the page, its figures and θ_0 keep the paper's numbers.",
               "The sections have no numbers in print; these are those by which its "
               "introduction names them: 2 the model, 3 the gait, 4 the hardware, 5 the results.",
               "The paper prints mass, diameter, motors and speed, but no length, gain, gear, "
               "friction, stiffness, stride or curve in numbers: models/data/amru5.yaml says where "
               "ours are from.",
               "Printed without the bars of its vectors: (4). Ours is the vector law; the ground "
               "never pulls. In 'X_ref - 0.03 m/s' the sign is a dash.",
               "Cycles are whole ones, from 3 to 19 s of a walk that begins at 1 s."},
          .experiments = {gait(), fig5(), lag(), feedback(), slope(), uneven(), legs()}};
}

}  // namespace ventosa::papers::amru5
