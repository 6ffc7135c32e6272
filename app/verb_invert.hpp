#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb invert_verb();

}  // namespace stride::app
