// How the machine is shared among the shots of a `forward` run.
#pragma once

#include "run/forward_job.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Sets job.division. In 2-D each worker has one thread and there are as many workers as threads; in 3-D, where one shot
// keeps all threads busy and memory is short, one worker has them all. Fewer workers where there are fewer `shots` to
// run or the memory does not hold more. What the options (else the section `run`) say is kept: errors in `diagnostics`
// when it does not fit into the threads or the memory, or when not even one shot fits (need, limit and what helps).
void divide_work(const spec::Spec& spec, const ForwardOptions& options, std::size_t shots, ForwardJob& job,
                 spec::Diagnostics& diagnostics);

}  // namespace stride::run
