#pragma once

#include "app/verbs.hpp"

namespace stride::app {

Verb process_verb();

}  // namespace stride::app
