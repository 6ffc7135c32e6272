#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb validate_verb();

}  // namespace stride::app
