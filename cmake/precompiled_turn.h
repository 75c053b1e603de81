// What nearly every file of src/expansions includes.
#pragma once
#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"
