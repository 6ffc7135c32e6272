#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb diff_verb();

}  // namespace stride::app
