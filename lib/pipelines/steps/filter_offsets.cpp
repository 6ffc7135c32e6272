// Keeps the traces whose source-receiver distance lies in a range; the others become zero.
#include <fmt/format.h>

#include "core/error.hpp"
#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class FilterOffsets final : public EachSet<Real> {
 public:
  FilterOffsets(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("filter_offsets", context),
        min_m_(values.maybe_number("offset_min")),
        max_m_(values.maybe_number("offset_max")) {}

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t set) override {
    if (is_by_source(set)) {
      this->note(Note::Level::info, set, "has one trace per source, not per receiver: offsets are not filtered");
      return;
    }
    const std::size_t zeroed = zero_outside(data, set);
    if (zeroed != 0) this->note(Note::Level::info, set, "traces outside the offsets, set to zero", zeroed);
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t set) override {
    if (!is_by_source(set)) zero_outside(gradient, set);
  }

  bool is_by_source(std::size_t set) const { return this->role(set) == "wavelets"; }

  std::size_t zero_outside(Array<Real>& data, std::size_t set) const {
    if (!min_m_ && !max_m_) return 0;
    const Rows<Real> traces = data.rows();
    const std::vector<double>& offsets = context_.offsets_m;
    if (offsets.empty())
      throw Error(ErrorKind::usage, place(context_, this->role(set)),
                  "filter_offsets needs the distances between sources and receivers, and no geometry is known",
                  "give `geometry: {file: ...}`");
    if (offsets.size() != traces.rows)
      throw Error(ErrorKind::data, place(context_, this->role(set)),
                  fmt::format("filter_offsets has {} distances for {} traces", offsets.size(), traces.rows),
                  "give one trace per receiver of the shot");
    std::size_t zeroed = 0;
    for (std::size_t r = 0; r < traces.rows; ++r) {
      const bool near_enough = !max_m_ || offsets[r] <= *max_m_;
      const bool far_enough = !min_m_ || offsets[r] >= *min_m_;
      if (near_enough && far_enough) continue;
      std::fill_n(traces.row(r), traces.cols, Real(0));
      ++zeroed;
    }
    return zeroed;
  }

  std::optional<double> min_m_;
  std::optional<double> max_m_;
};

bool is_enabled(const spec::Values& values) {
  return values.has("offset_min") || values.has("offset_max");
}

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  std::vector<Problem> problems;
  if (!is_enabled(values)) return problems;
  const std::string key = values.has("offset_min") ? "offset_min" : "offset_max";
  const auto low = values.maybe_number("offset_min");
  const auto high = values.maybe_number("offset_max");
  if (low && high && *low > *high)
    problems.push_back({"offset_min", fmt::format("offset_min {} m is above offset_max {} m: no trace would be left; "
                                                  "offset_min must not exceed offset_max",
                                                  *low, *high)});
  if (context.lacks_geometry)
    problems.push_back({key, "needs the distances between sources and receivers: give `geometry: {file: ...}`"});
  return problems;
}

}  // namespace

StepInfo filter_offsets() {
  StepInfo info;
  info.name = "filter_offsets";
  info.summary = "zero the traces whose source-receiver distance is outside a range";
  info.details =
      "A trace is kept where offset_min <= offset <= offset_max, both ends included, and set to zero elsewhere. The "
      "offset is the straight distance in metres between the receiver and the source of the shot, with several sources "
      "the nearest; it comes from `geometry:`. An absent end is open; with neither the step does nothing. Wavelets, "
      "which have no receivers, are left alone. Its own transpose.";
  info.parameters = {
      spec::number("offset_min", spec::Unit::metres, "smallest distance that is kept").at_least(0),
      spec::number("offset_max", spec::Unit::metres, "largest distance that is kept").at_least(0),
  };
  info.check = check;
  info.enabled = is_enabled;
  return with_makers<FilterOffsets>(std::move(info));
}

}  // namespace stride::pipelines::steps
