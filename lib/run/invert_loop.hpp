// The iterations of an inversion, one at a time.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "optimisation/line_search/line_search.hpp"
#include "optimisation/loop/checkpoint.hpp"
#include "run/invert.hpp"
#include "run/invert_job.hpp"
#include "run/invert_pass.hpp"
#include "run/invert_update.hpp"
#include "run/notes.hpp"

namespace stride::run {

class InvertLoop {
 public:
  // All are lent. `update` is the job's; `state` says what has been done.
  InvertLoop(const spec::Spec& spec, const InvertJob& job, const InvertOptions& options, ModelUpdate& update,
             optimisation::Checkpoint& state);

  std::size_t next() const { return state_.history.size(); }
  // The next iteration: shots, gradient, update, and all of it on disk. Errors as of run_invert; the model, and what is
  // on disk, are then those of the last iteration that was done, or both of this one.
  IterationReport iterate();
  // Remarks of the steps so far.
  std::vector<CountedNote> take_notes() { return notes_.take(); }

 private:
  using Record = optimisation::IterationRecord;
  Record begin(const Block& block) const;
  void gradient_pass(const Block& block, Record& record);
  PassHooks hooks(std::size_t shots, const std::string& pass);
  double choose_step(const Block& block, const Array<float>& direction, Record& record, std::string& remark);
  optimisation::Sample evaluate(const Block& block, const Array<float>& direction, double step, bool slope,
                                const Record& record, std::size_t trial);
  void hold_out(const Block& block, Record& record);
  void quarantine(const PassOutcome& outcome);
  void write(const Record& record);
  void progress(std::size_t shots_done, std::size_t shots, const std::string& pass);
  double seconds_left() const;

  const spec::Spec& spec_;
  const InvertJob& job_;
  const InvertOptions& options_;
  ModelUpdate& update_;
  optimisation::Checkpoint& state_;
  NoteCounter notes_;
  std::chrono::steady_clock::time_point start_;
  std::size_t first_ = 0;  // iteration that this run began with
};

}  // namespace stride::run
