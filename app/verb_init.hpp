#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb init_verb();

}  // namespace stride::app
