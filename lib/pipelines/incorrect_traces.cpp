#include "pipelines/incorrect_traces.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stride::pipelines {
namespace {

constexpr std::size_t named = 10;

std::string sentence(const std::vector<int>& ids, std::size_t samples) {
  const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(named, ids.size()));
  return fmt::format("{} trace{} with NaN or infinite samples: {}{} ({} sample{})", ids.size(),
                     ids.size() == 1 ? "" : "s", fmt::join(ids.begin(), end, ", "), ids.size() > named ? ", ..." : "",
                     samples, samples == 1 ? "" : "s");
}

}  // namespace

IncorrectTraces::IncorrectTraces(const std::string& where, std::vector<int> trace_ids, std::size_t samples)
    : Error(ErrorKind::data, where, sentence(trace_ids, samples),
            "mend the data, or set `filter_incorrect: true` and `raise_incorrect: false` to make these traces zero"),
      trace_ids_(std::move(trace_ids)),
      samples_(samples) {}

}  // namespace stride::pipelines
