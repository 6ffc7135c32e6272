#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb spec_verb();

}  // namespace stride::app
