#include "run/invert_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/bytes_file.hpp"
#include "io/field_file.hpp"
#include "io/loop_file.hpp"
#include "run/run_difference.hpp"

namespace stride::run {
namespace {

namespace fs = std::filesystem;
using optimisation::Checkpoint;
using optimisation::IterationRecord;

io::LoopRecord loop_record(const InvertJob& job, const Checkpoint& state) {
  io::LoopRecord record;
  record.num_blocks = static_cast<int>(job.blocks.size());
  for (const IterationRecord& done : state.history) {
    const int block = static_cast<int>(done.block);
    if (record.blocks.empty() || record.blocks.back().id != block)
      record.blocks.push_back({block, static_cast<int>(job.blocks[done.block].iterations), {}});
    io::LoopIteration iteration{static_cast<int>(done.in_block), static_cast<int>(done.iteration), done.shot_ids, {}};
    for (const double loss : done.losses) iteration.losses.push_back(static_cast<float>(loss));
    record.blocks.back().iterations.push_back(std::move(iteration));
  }
  return record;
}

// One line per iteration: for gnuplot, pandas, and people.
std::string losses_text(const Checkpoint& state) {
  std::string text =
      "iteration,block,f_max_hz,loss,penalty,step,trials,updated,model_min,model_max,held_out_loss,shots\n";
  for (const IterationRecord& done : state.history)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", done.iteration, done.block, done.f_max_hz, done.loss,
                        done.penalty, done.step, done.trials, done.updated ? 1 : 0, done.model_min, done.model_max,
                        done.has_held_out ? fmt::format("{}", done.held_out_loss) : "", done.shot_ids.size());
  return text;
}

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "; "));
}

Checkpoint read_checkpoint(const InvertJob& job) {
  const std::string file = job.checkpoint_file();
  try {
    return Checkpoint::parsed(io::read_bytes(file));
  } catch (const Error& error) {
    throw Error(
        ErrorKind::data, file, error.problem(),
        "go back to an iteration whose model file is there with --restart-from N, or begin anew with --overwrite");
  }
}

void compare_runs(const InvertJob& job, const Checkpoint& found, bool allow_changed) {
  const std::vector<std::string> changed = differences(found.provenance, job.forward.provenance);
  if (changed.empty()) return;
  if (!allow_changed)
    throw Error(ErrorKind::usage, job.checkpoint_file(), "belongs to another run: " + joined(changed),
                "take the spec that it was made with, give --allow-changed to go on all the same, or --overwrite to "
                "begin anew");
  spdlog::warn("the run has changed since its checkpoint: {}", joined(changed));
}

void check_model(const InvertJob& job, const Array<float>& model, const std::string& file) {
  if (model.shape() == job.forward.problem.space.shape) return;
  throw Error(ErrorKind::data, file,
              fmt::format("its model has shape {}, space.shape is {}", to_string(model.shape()),
                          to_string(job.forward.problem.space.shape)));
}

void check_history(const InvertJob& job, const Checkpoint& found) {
  for (const IterationRecord& done : found.history)
    if (done.iteration < job.iterations()) {
      const Block& block = job.block_of(done.iteration);
      if (job.index_of(block) == done.block && done.iteration - block.first == done.in_block) continue;
      throw Error(ErrorKind::usage, job.checkpoint_file(),
                  fmt::format("iteration {} was the {}th of block {}; loop.blocks puts it elsewhere", done.iteration,
                              done.in_block + 1, done.block),
                  "change only iterations that have not been done");
    }
  if (found.history.size() > job.iterations())
    throw Error(ErrorKind::usage, job.checkpoint_file(),
                fmt::format("{} iterations are done, loop.blocks asks for {}", found.history.size(), job.iterations()),
                "go back with --restart-from");
}

// "5" or "1:0".
std::size_t wanted_iteration(const InvertJob& job, const std::string& text) {
  const auto whole = [](const std::string& digits) -> std::optional<std::size_t> {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
    return value;
  };
  const std::size_t colon = text.find(':');
  const auto first = whole(text.substr(0, colon));
  const auto second = colon == std::string::npos ? std::optional<std::size_t>(0) : whole(text.substr(colon + 1));
  if (!first || !second)
    throw Error(ErrorKind::usage, "--restart-from " + text, "is neither an iteration nor block:iteration",
                "write --restart-from 5, or --restart-from 1:0; both count from 0");
  if (colon == std::string::npos) return *first;
  if (*first >= job.blocks.size() || *second >= job.blocks[*first].iterations)
    throw Error(ErrorKind::usage, "--restart-from " + text, "there is no such block or iteration",
                fmt::format("there are {} blocks, with {} iterations in all", job.blocks.size(), job.iterations()));
  return job.blocks[*first].first + *second;
}

Array<float> read_model(const InvertJob& job, std::size_t version) {
  const io::FieldFile field = io::read_field(job.field_file("Vp", version));
  io::check_field_shape(field, job.forward.problem.space);
  io::check_field_values(field, true);
  return field.data.clone();
}

// The state that Python's or our own loop file and model versions tell.
Checkpoint from_loop_file(const InvertJob& job) {
  const std::string file = job.loop_file();
  const io::LoopRecord record = io::read_loop(file);
  Checkpoint state;
  state.provenance = job.forward.provenance;
  for (const io::LoopBlock& block : record.blocks)
    for (const io::LoopIteration& iteration : block.iterations) {
      if (iteration.losses.empty()) continue;
      IterationRecord done;
      done.iteration = static_cast<std::size_t>(iteration.abs_id);
      done.block = static_cast<std::size_t>(block.id);
      done.in_block = static_cast<std::size_t>(iteration.id);
      if (done.iteration != state.history.size())
        throw Error(ErrorKind::data, file, fmt::format("iteration {} is missing", state.history.size()));
      done.shot_ids = iteration.shot_ids;
      for (const float loss : iteration.losses) {
        done.losses.push_back(static_cast<double>(loss));
        done.loss += done.losses.back();
      }
      state.history.push_back(std::move(done));
    }
  // An iteration counts once its model is there.
  std::error_code ignored;
  while (!state.history.empty() && !fs::exists(job.field_file("Vp", state.history.size()), ignored))
    state.history.pop_back();
  state.model = state.history.empty() ? job.forward.problem.medium.vp.clone() : read_model(job, state.history.size());
  return state;
}

Checkpoint begin(const InvertJob& job, const optimisation::Optimiser<float>& optimiser) {
  Checkpoint state;
  state.provenance = job.forward.provenance;
  state.model = job.forward.problem.medium.vp.clone();
  state.optimiser = optimiser.serialize();
  return state;
}

// What an earlier run left, or nothing.
std::optional<Checkpoint> found(const InvertJob& job, const InvertOptions& options,
                                const optimisation::Optimiser<float>& optimiser) {
  std::error_code ignored;
  if (fs::exists(job.checkpoint_file(), ignored)) {
    try {
      Checkpoint state = read_checkpoint(job);
      compare_runs(job, state, options.allow_changed);
      check_model(job, state.model, job.checkpoint_file());
      return state;
    } catch (const Error& error) {
      // Going back needs model files only.
      if (error.kind() != ErrorKind::data || options.restart_from.empty()) throw;
      spdlog::warn("{}: {}", error.where(), error.problem());
    }
  }
  if (!fs::exists(job.loop_file(), ignored)) return std::nullopt;
  Checkpoint state = from_loop_file(job);
  state.optimiser = optimiser.serialize();
  spdlog::warn("going on from {}, with nothing remembered by the optimiser", job.loop_file());
  return state;
}

// Once it is known how much of its history counts.
Checkpoint gone_on_with(const InvertJob& job, Checkpoint state) {
  check_history(job, state);
  state.provenance.spec_yaml = job.forward.provenance.spec_yaml;
  state.provenance.inputs = job.forward.provenance.inputs;
  state.provenance.seed = job.forward.provenance.seed;
  state.provenance.program_version = job.forward.provenance.program_version;
  return state;
}

Checkpoint resumed(const InvertJob& job, const InvertOptions& options,
                   const optimisation::Optimiser<float>& optimiser) {
  std::optional<Checkpoint> state = found(job, options, optimiser);
  if (state) return gone_on_with(job, std::move(*state));
  spdlog::info("nothing to resume: beginning with iteration 0");
  return begin(job, optimiser);
}

Checkpoint gone_back(const InvertJob& job, const InvertOptions& options,
                     const optimisation::Optimiser<float>& optimiser) {
  const std::size_t wanted = wanted_iteration(job, options.restart_from);
  std::optional<Checkpoint> state = found(job, options, optimiser);
  const std::size_t done = state ? state->history.size() : 0;
  if (!state || wanted > done)
    throw Error(ErrorKind::data, "--restart-from " + options.restart_from,
                state ? fmt::format("{} iterations are done: iteration {} was not reached", done, wanted)
                      : fmt::format("there is neither {} nor {}", job.checkpoint_file(), job.loop_file()),
                state ? "give one that was begun, or --resume" : "leave it out to begin anew");
  if (wanted < done) {
    state->history.resize(wanted);
    state->model = wanted == 0 ? job.forward.problem.medium.vp.clone() : read_model(job, wanted);
    state->optimiser = optimiser.serialize();
    // The norm that is kept is the first iteration's.
    if (wanted == 0) state->kept_norms.clear();
    spdlog::info("going back to before iteration {}, with nothing remembered by the optimiser", wanted);
  }
  return gone_on_with(job, std::move(*state));
}

}  // namespace

void write_state(const InvertJob& job, const Checkpoint& state) {
  const problem::Problem& problem = job.forward.problem;
  io::write_field(job.field_file("Vp", state.history.size()), true, state.model, problem.space, problem.time, "m/s",
                  state.provenance);
  io::write_bytes(job.losses_file(), losses_text(state));
  io::write_loop(job.loop_file(), loop_record(job, state), state.provenance);
  io::write_bytes(job.checkpoint_file(), state.serialize());
}

Checkpoint first_state(const InvertJob& job, const InvertOptions& options,
                       const optimisation::Optimiser<float>& optimiser) {
  if (!options.restart_from.empty()) return gone_back(job, options, optimiser);
  return options.resume ? resumed(job, options, optimiser) : begin(job, optimiser);
}

std::vector<std::string> earlier_files(const InvertJob& job) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const std::string& file :
       {job.checkpoint_file(), job.loop_file(), job.losses_file(), job.field_file("Vp", 0), job.field_file("Vp", 1)})
    if (fs::exists(file, ignored)) files.push_back(file);
  return files;
}

namespace {

constexpr const char* fields[] = {"Vp", "RawVpGrad", "RawVpPrec", "VpGrad", "VpPrec", "ProcessedVpGrad"};

// "ring-Vp.h5", "ring-Vp-00003.h5", and the files of the run.
bool is_of_run(const InvertJob& job, const std::string& name) {
  for (const std::string& file : {job.loop_file(), job.losses_file(), job.checkpoint_file()})
    if (name == fs::path(file).filename()) return true;
  return std::any_of(std::begin(fields), std::end(fields), [&](const char* what) {
    const std::string stem = fs::path(job.field_file(what, 0)).stem().string();
    if (!name.starts_with(stem) || !name.ends_with(".h5")) return false;
    const std::string number = name.substr(stem.size(), name.size() - stem.size() - 3);
    return number.empty() || (number[0] == '-' && number.find_first_not_of("0123456789", 1) == std::string::npos);
  });
}

}  // namespace

void remove_unfinished(const InvertJob& job) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(job.forward.folder, ignored)) {
    // ".<name>.<pid>.tmp", of io::AtomicFile.
    const fs::path name = entry.path().filename();
    if (!name.string().starts_with('.') || name.extension() != ".tmp") continue;
    if (is_of_run(job, name.stem().stem().string().substr(1))) fs::remove(entry.path(), ignored);
  }
}

void remove_earlier(const InvertJob& job) {
  std::error_code ignored;
  // First: without it nothing can go on from half of the rest.
  fs::remove(job.checkpoint_file(), ignored);
  fs::remove(job.loop_file(), ignored);
  fs::remove(job.losses_file(), ignored);
  for (const char* what : fields)
    for (std::size_t version = what == std::string("Vp") ? 0 : 1; fs::remove(job.field_file(what, version), ignored);)
      ++version;
}

}  // namespace stride::run
