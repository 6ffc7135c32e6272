#pragma once

#include "app/forward_arguments.hpp"
#include "app/verbs.hpp"

namespace stride::app {

// Prints what `forward` would do. `calibrate` steps the real model for a moment to tell the time.
void show_plan(const ForwardArguments& arguments, bool calibrate);

// The same of `invert`.
void show_invert_plan(const ForwardArguments& arguments, bool calibrate);

Verb plan_verb();

}  // namespace stride::app
