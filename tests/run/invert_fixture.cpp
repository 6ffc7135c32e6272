#include "run/invert_fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <memory>

#include "io/acquisitions_writer.hpp"
#include "io/field_file.hpp"
#include "io/trace_source.hpp"
#include "runtime/cancellation.hpp"

namespace stride::run::test {
namespace {

const Space ring_space{{41, 45}, {1e-3, 1e-3}, {8, 8}, {8, 8}};
const Time ring_time{0, 2e-7, 120};

double spot(double x, double y, double x0, double y0) {
  return std::exp(-((x - x0) * (x - x0) + (y - y0) * (y - y0)) / (2 * 3.0 * 3.0));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

// The same, with the handler that tests must not leave behind.
bool stopped(const stride::test::Folder& folder, const std::string& text, const InvertOptions& options) {
  bool interrupted = false;
  try {
    invert_in(folder, text, options);
  } catch (const Error& error) {
    runtime::clear_stop_request();
    if (error.kind() != ErrorKind::interrupted) throw;
    interrupted = true;
  }
  runtime::clear_stop_request();
  return interrupted;
}

}  // namespace

Array<float> true_model() {
  Array<float> vp = Array<float>::uninitialised({41, 45});
  for (std::size_t i = 0; i < 41; ++i)
    for (std::size_t j = 0; j < 45; ++j) {
      const double x = static_cast<double>(i), y = static_cast<double>(j);
      vp[i * 45 + j] = static_cast<float>(1500 + 30 * spot(x, y, 17, 20) - 20 * spot(x, y, 24, 27));
    }
  return vp;
}

const std::string& observed_file() {
  static const stride::test::Folder folder;
  static const std::string file = [] {
    io::write_field(folder / "vp.h5", true, true_model(), ring_space, ring_time, "m/s", {});
    run_in(folder, replaced(ring_spec(), "{value: 1500}", "{file: vp.h5}"));
    return folder / "out/ring-Acquisitions.h5";
  }();
  return file;
}

std::string invert_spec(const std::string& loop, const std::string& more) {
  const std::string traces =
      more.find("traces:") == std::string::npos ? "traces: {observed: " + observed_file() + "}\n" : "";
  return ring_spec(traces + "loop: " + loop + "\n" + more);
}

void write_observed(const std::string& file, const std::function<bool(int shot, Array<float>& traces)>& edit) {
  const auto source = io::open_acquisitions(observed_file());
  io::AcquisitionsWriter writer(file, true, ring_space, ring_time, 8);
  for (int id = 0; id < 8; ++id) {
    Array<float> traces = source->read("observed", id, 0, 8);
    const Array<float> wavelets = source->read("wavelets", id, 0, 1);
    std::vector<io::TraceSetOut> sets{{"wavelets", wavelets.rows(), {id}}};
    if (edit(id, traces)) sets.push_back({"observed", std::as_const(traces).rows(), {0, 1, 2, 3, 4, 5, 6, 7}});
    writer.write_shot({id, {id}, {0, 1, 2, 3, 4, 5, 6, 7}}, sets);
  }
  writer.commit({});
}

InvertSummary invert_in(const stride::test::Folder& folder, const std::string& text, const InvertOptions& options) {
  spec::Diagnostics diagnostics;
  const spec::Spec spec = read(text, folder, diagnostics);
  return run_invert(spec, options, diagnostics);
}

std::string invert_failure(const stride::test::Folder& folder, const std::string& text, const InvertOptions& options,
                           ErrorKind kind) {
  try {
    invert_in(folder, text, options);
  } catch (const Error& error) {
    return error.kind() == kind ? error.what() : std::string("another kind: ") + error.what();
  }
  return "no error";
}

InvertOptions resuming() {
  InvertOptions options;
  options.resume = true;
  return options;
}

InvertOptions going_back_to(const std::string& iteration) {
  InvertOptions options;
  options.restart_from = iteration;
  return options;
}

int run_with_stops(const stride::test::Folder& folder, const std::string& text) {
  int stops = 0;
  for (bool in_the_middle = false;; in_the_middle = !in_the_middle) {
    InvertOptions options = resuming();
    const auto stop = [](const auto&) { runtime::request_stop(SIGTERM); };
    if (in_the_middle)
      options.forward.on_event = stop;
    else
      options.on_iteration = stop;
    if (!stopped(folder, text, options)) return stops;
    ++stops;
  }
}

std::map<std::string, std::string> results(const stride::test::Folder& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "out"))
    if (!entry.path().string().ends_with(".run.json"))
      files[entry.path().filename().string()] = stride::test::contents(entry.path().string());
  return files;
}

std::vector<std::string> different(const stride::test::Folder& a, const stride::test::Folder& b) {
  const auto here = results(a), there = results(b);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : here)
    if (!there.contains(name) || there.at(name) != bytes) names.push_back(name);
  for (const auto& [name, bytes] : there)
    if (!here.contains(name)) names.push_back(name);
  return names;
}

Array<float> model(const stride::test::Folder& folder, std::size_t version) {
  const std::string number = version == 0 ? "" : "-0000" + std::to_string(version);
  return io::read_field(folder / ("out/ring-Vp" + number + ".h5")).data.clone();
}

double model_error(const stride::test::Folder& folder, std::size_t version) {
  const Array<float> found = model(folder, version), wanted = true_model();
  double sum = 0;
  for (std::size_t n = 0; n < found.size(); ++n) sum += std::pow(static_cast<double>(found[n] - wanted[n]), 2);
  return std::sqrt(sum / static_cast<double>(found.size()));
}

std::vector<double> losses(const InvertSummary& summary) {
  std::vector<double> all;
  for (const IterationReport& report : summary.iterations) all.push_back(report.record.loss);
  return all;
}

}  // namespace stride::run::test
