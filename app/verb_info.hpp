#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb info_verb();

}  // namespace stride::app
