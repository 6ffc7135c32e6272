// Raised by check_traces; told from other errors so that a run may quarantine the shot and go on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace stride::pipelines {

// A trace set holds NaN or infinite samples. An Error(data) that names shot, role and traces.
class IncorrectTraces : public Error {
 public:
  // `where` is the shot and role ("shot 2, observed"), `trace_ids` are the location ids of the incorrect traces, which
  // hold `samples` NaN or infinite samples in all.
  IncorrectTraces(const std::string& where, std::vector<int> trace_ids, std::size_t samples);

  const std::vector<int>& trace_ids() const { return trace_ids_; }
  std::size_t samples() const { return samples_; }

 private:
  std::vector<int> trace_ids_;
  std::size_t samples_;
};

}  // namespace stride::pipelines
