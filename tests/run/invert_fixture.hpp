// A small inversion in 2-D: the ring of forward_fixture.hpp, observed in water with a slow and a fast spot.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "run/forward_fixture.hpp"
#include "run/invert.hpp"

namespace stride::run::test {

// The medium that is looked for.
Array<float> true_model();
// Its traces, modelled once for all tests.
const std::string& observed_file();

// The spec of an inversion of those traces; `more` is appended. Without `traces:` of its own it names observed_file().
std::string invert_spec(const std::string& loop = "{blocks: [{iterations: 3}]}", const std::string& more = "");

// Copies observed_file() to `file`, shot by shot as `edit` leaves its traces; false leaves the shot's traces out.
void write_observed(const std::string& file, const std::function<bool(int shot, Array<float>& traces)>& edit);

InvertSummary invert_in(const stride::test::Folder& folder, const std::string& text, const InvertOptions& options = {});
// The message of the Error that the run ends with; "no error" otherwise.
std::string invert_failure(const stride::test::Folder& folder, const std::string& text,
                           const InvertOptions& options = {}, ErrorKind kind = ErrorKind::usage);

InvertOptions resuming();
InvertOptions going_back_to(const std::string& iteration);

// Runs `text` and stops it after each of its iterations, and in the middle of each; goes on from there until it is
// done. Gives the number of stops.
int run_with_stops(const stride::test::Folder& folder, const std::string& text);

// All files of out/ but run.json, by name.
std::map<std::string, std::string> results(const stride::test::Folder& folder);
// The names of the files that are not the same in both, each where it is missing too.
std::vector<std::string> different(const stride::test::Folder& a, const stride::test::Folder& b);

// The model of a version on disk, and its rms difference from the true one.
Array<float> model(const stride::test::Folder& folder, std::size_t version);
double model_error(const stride::test::Folder& folder, std::size_t version);

std::vector<double> losses(const InvertSummary& summary);

}  // namespace stride::run::test
