#include "controller/organizer/constraints.h"

#include <gtest/gtest.h>
