#include "controller/organizer/posture.h"

#include <gtest/gtest.h>
