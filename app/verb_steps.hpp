#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb steps_verb();

}  // namespace stride::app
