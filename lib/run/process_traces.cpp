#include "run/process_traces.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "core/elapsed.hpp"
#include "core/error.hpp"
#include "run/shot_work.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/data_parallel.hpp"

namespace stride::run {
namespace {

using Clock = std::chrono::steady_clock;

// What runs on each worker: all entries of the job, on one piece after another.
class ShotWorker {
 public:
  explicit ShotWorker(const ProcessJob& job) : job_(job) {}

  void operator()(Piece& piece) const {
    const auto start = Clock::now();
    piece.failure_code = "failed";
    work_on(job_, piece);
    piece.work_seconds = seconds_since(start);
  }

 private:
  const ProcessJob& job_;
};

std::unique_ptr<io::AcquisitionsWriter> open_writer(const ProcessOptions& options, const ProcessJob& job,
                                                    const std::string& target, const Time& time) {
  if (target.empty()) return nullptr;
  return std::make_unique<io::AcquisitionsWriter>(target, options.overwrite, job.space, time, job.shots.size());
}

}  // namespace

TraceRun::TraceRun(const ProcessOptions& options, const ProcessJob& job)
    : options_(options),
      job_(job),
      plan_(plan_stream(job, options)),
      acquisitions_(open_writer(options, job, job.acquisitions_file, job.observed_time)),
      modelled_(open_writer(options, job, job.modelled_file, job.modelled_time)),
      start_(Clock::now()) {
  if (plan_.traces_per_piece != 0)
    spdlog::warn("one shot needs {}: its traces are worked in pieces of {}",
                 bytes_text(static_cast<double>(plan_.largest_shot_bytes)), plan_.traces_per_piece);
}

TraceRun::~TraceRun() = default;

void TraceRun::run(ProcessSummary& summary, const std::function<void()>& aside) {
  summary_ = &summary;
  runtime::DataParallel<ShotWorker> workers(static_cast<std::size_t>(options_.threads),
                                            [this] { return std::make_unique<ShotWorker>(job_); });
  const runtime::StreamEnds ends{
      [this](Piece& piece) { return read(piece); }, [this](Piece& piece) { write(piece); },
      [this](const Piece& piece, const std::exception_ptr& failure) { return quarantine(piece, failure); }};
  const auto unless_stopped = [&aside] {
    if (!runtime::stop_requested()) aside();
  };
  workers.stream<Piece>(
      plan_.in_flight, ends, [](const ShotWorker& worker, Piece& piece) { worker(piece); }, unless_stopped);
  if (runtime::stop_requested())
    throw Error(ErrorKind::interrupted, "",
                fmt::format("stopped after {} of {} shots", summary.shots, job_.shots.size()),
                "nothing was written; run it again");
  if (summary.shots == 0)
    throw Error(ErrorKind::data, job_.acquisitions_file,
                fmt::format("all {} shots were quarantined: nothing was written", job_.shots.size()),
                summary.quarantined.front().reason);
  summary.notes = notes_.take();
}

bool TraceRun::read(Piece& piece) {
  if (next_shot_ == job_.shots.size() || runtime::stop_requested()) return false;
  const auto start = Clock::now();
  piece.shot = &job_.shots[next_shot_];
  const std::size_t traces = receiver_traces(job_, *piece.shot);
  piece.first = next_trace_;
  piece.count = plan_.traces_per_piece == 0 ? traces : std::min(plan_.traces_per_piece, traces - next_trace_);
  piece.is_first = piece.first == 0;
  next_trace_ += piece.count;
  piece.is_last = next_trace_ >= traces;
  if (piece.is_last) {
    ++next_shot_;
    next_trace_ = 0;
  }
  read_sets(job_, piece);
  for (const auto& [role, set] : piece.sets) piece.bytes += set.data.size() * sizeof(float);
  summary_->bytes_read += piece.bytes;
  summary_->read_seconds += seconds_since(start);
  return true;
}

void TraceRun::write(Piece& piece) {
  const auto start = Clock::now();
  if (acquisitions_) write_to(*acquisitions_, piece, false);
  if (modelled_) write_to(*modelled_, piece, true);
  summary_->write_seconds += seconds_since(start);
  summary_->work_seconds += piece.work_seconds;
  for (const auto& [role, set] : piece.sets) summary_->traces += set.data.rows().rows;
  if (piece.is_last) ++summary_->shots;
  bytes_done_ += piece.bytes;
  notes_.add(piece.report);
  report_progress(piece);
}

void TraceRun::write_to(io::AcquisitionsWriter& writer, Piece& piece, bool modelled) const {
  if (piece.is_first) writer.begin_shot(*piece.shot);
  // Sets that are whole come first: the set that is cut into pieces stays open until its last piece.
  std::vector<std::string> roles;
  for (const auto& [role, set] : piece.sets)
    if ((role == "modelled") == modelled) roles.push_back(role);
  std::stable_sort(roles.begin(), roles.end(),
                   [&](const std::string& a, const std::string& b) { return !is_cut(a) && is_cut(b); });
  for (const std::string& role : roles) {
    const TraceSet& set = piece.sets.at(role);
    const Rows<const float> rows = set.data.rows();
    const bool whole = piece.is_last && piece.is_first;
    if (piece.is_first) {
      const std::size_t traces = whole || !is_cut(role) ? rows.rows : receiver_traces(job_, *piece.shot);
      writer.begin_set(role, traces, rows.cols, whole || !is_cut(role) ? set.ids : all_ids(job_, *piece.shot, role));
    }
    writer.write_traces(rows);
  }
  for (const Dump& dump : piece.dumps)
    if ((dump.role == "modelled") == modelled) writer.write_dump(dump.name, piece.shot->id, dump.role, dump.data);
}

bool TraceRun::quarantine(const Piece& piece, const std::exception_ptr& failure) {
  if (!options_.keep_going || piece.shot == nullptr) return false;
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) return false;
    const bool incorrect = dynamic_cast<const pipelines::IncorrectTraces*>(&error) != nullptr;
    summary_->quarantined.push_back(
        {piece.shot->id, incorrect ? "incorrect_traces" : piece.failure_code, error.what()});
    spdlog::warn("shot {} is left out: {}", piece.shot->id, error.what());
    if (options_.on_event) options_.on_event({"quarantined", piece.shot->id, error.what(), piece.work_seconds});
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void TraceRun::report_progress(const Piece& piece) {
  if (!piece.is_last) return;
  if (options_.on_event) options_.on_event({"shot", piece.shot->id, "", piece.work_seconds});
  if (options_.on_progress)
    options_.on_progress(
        {summary_->shots + summary_->quarantined.size(), job_.shots.size(), bytes_done_, seconds_since(start_)});
}

void TraceRun::commit(const io::Provenance& provenance, ProcessSummary& summary) {
  const auto start = Clock::now();
  for (const auto* writer : {&acquisitions_, &modelled_})
    if (*writer) {
      (*writer)->commit(provenance);
      summary.outputs.push_back((*writer)->target());
      summary.bytes_written += (*writer)->bytes_written();
    }
  summary.flush_seconds += seconds_since(start);
}

}  // namespace stride::run
