#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb forward_verb();

}  // namespace stride::app
