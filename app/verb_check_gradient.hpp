#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb check_gradient_verb();

}  // namespace stride::app
