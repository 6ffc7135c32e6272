#include "run/validate.hpp"

#include "core/error.hpp"
#include "io/field_file.hpp"
#include "problem/data_ref.hpp"
#include "run/forward.hpp"
#include "run/invert.hpp"

namespace stride::run {
namespace {

void check_medium(const spec::Spec& spec, const std::string& name, const spec::DataRef& ref,
                  spec::Diagnostics& diagnostics) {
  try {
    const io::FieldFile field = problem::open_field(ref);
    if (spec.space.known()) io::check_field_shape(field, spec.space);
    io::check_field_values(field, name != "alpha");
  } catch (const Error& error) {
    problem::report(ref, error, diagnostics);
  }
}

// `process` checks the media that it acts on by itself.
bool is_processed(const spec::Spec& spec, const std::string& name) {
  for (const auto& entry : spec.process)
    if (const spec::Node* on = entry->find("on"); on != nullptr) {
      if (on->scalar == name) return true;
      for (const auto& item : on->items)
        if (item->scalar == name) return true;
    }
  return false;
}

// A spec without `process:` that says anything of shots is one for modelling: what it lacks is missing.
bool is_to_be_modelled(const spec::Spec& spec) {
  if (!spec.process.empty() || spec.where.contains("process")) return false;
  for (const char* section : {"geometry", "acquisitions", "wavelets", "physics"})
    if (spec.where.contains(section)) return true;
  return false;
}

}  // namespace

void validate(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics) {
  if (spec.where.contains("loop")) {
    InvertOptions invert;
    invert.forward.shots = options.shots;
    check_invert(spec, invert, diagnostics);
    return;
  }
  if (!spec.process.empty()) check_process(spec, options, diagnostics);
  if (is_to_be_modelled(spec)) {
    ForwardOptions forward;
    forward.shots = options.shots;
    check_forward(spec, forward, diagnostics);
    return;
  }
  for (const auto& [name, medium] : spec.medium)
    if (medium.data && !is_processed(spec, name)) check_medium(spec, name, *medium.data, diagnostics);
}

}  // namespace stride::run
