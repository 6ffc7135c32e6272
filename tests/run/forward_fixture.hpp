// A small problem in 2-D that models in milliseconds.
#pragma once

#include <string>

#include "run/forward.hpp"
#include "support/folder.hpp"

namespace stride::run::test {

// Eight locations on a ring in water; each fires once and all listen. `more` is appended.
inline std::string ring_spec(const std::string& more = "") {
  return "version: 1\nname: ring\noutput: {folder: out}\n"
         "space: {shape: [41, 45], spacing: 1 mm, extra: 8, absorbing: 8}\n"
         "time: {step: 0.2 us, num: 120}\n"
         "medium: {vp: {value: 1500}}\n"
         "geometry: {type: elliptical, num: 8, radius: [12 mm, 14 mm]}\n"
         "wavelets: {type: tone_burst, f_centre: 0.15 MHz, cycles: 2}\n" +
         more;
}

// The same in 3-D, with fewer samples.
inline std::string ball_spec(const std::string& more = "") {
  return "version: 1\nname: ball\noutput: {folder: out}\n"
         "space: {shape: [24, 20, 22], spacing: 1 mm, extra: 6, absorbing: 6}\n"
         "time: {step: 0.2 us, num: 60}\n"
         "medium: {vp: {value: 1500}}\n"
         "geometry: {points: [[4 mm, 5 mm, 6 mm], [20 mm, 10 mm, 12 mm]]}\n"
         "wavelets: {type: tone_burst, f_centre: 0.15 MHz, cycles: 1}\n" +
         more;
}

inline spec::Spec read(const std::string& text, const stride::test::Folder& folder, spec::Diagnostics& diagnostics) {
  return spec::read_spec_text(text, "spec.yaml", folder.path(), {}, diagnostics);
}

inline ForwardSummary run_in(const stride::test::Folder& folder, const std::string& text,
                             const ForwardOptions& options = {}) {
  spec::Diagnostics diagnostics;
  const spec::Spec spec = read(text, folder, diagnostics);
  return run_forward(spec, options, diagnostics);
}

// The message of the Error that the run ends with; "no error" otherwise.
inline std::string failure(const stride::test::Folder& folder, const std::string& text,
                           const ForwardOptions& options = {}, ErrorKind kind = ErrorKind::usage) {
  try {
    run_in(folder, text, options);
  } catch (const Error& error) {
    return error.kind() == kind ? error.what() : std::string("another kind: ") + error.what();
  }
  return "no error";
}

}  // namespace stride::run::test

// The message holds the part; both are shown when it does not.
#define CHECK_HOLDS(text, part)                                                                \
  do {                                                                                         \
    const std::string text_ = (text), part_ = (part);                                          \
    CHECK_MESSAGE(text_.find(part_) != std::string::npos, text_, "\n does not hold: ", part_); \
  } while (false)
