#include "optimisation/loop/checkpoint.hpp"

#include <algorithm>

#include "optimisation/optimiser/state.hpp"

namespace stride::optimisation {
namespace {

constexpr const char* kind = "checkpoint of an inversion";

void write(StateWriter& out, const io::Provenance& provenance) {
  out.text(provenance.spec_yaml);
  out.text(provenance.program_version);
  out.whole(static_cast<std::uint64_t>(provenance.seed));
  out.whole(provenance.inputs.size());
  for (const io::InputHash& input : provenance.inputs) {
    out.text(input.name);
    out.text(input.sha256);
  }
  out.whole(provenance.quarantined.size());
  for (const io::Quarantined& shot : provenance.quarantined) {
    out.whole(static_cast<std::uint64_t>(shot.shot_id));
    out.text(shot.code);
    out.text(shot.reason);
  }
}

// Lists of elements of at least eight bytes.
std::size_t count(StateReader& in) {
  return std::min<std::uint64_t>(in.whole(), in.room(sizeof(std::uint64_t)));
}

io::Provenance read_provenance(StateReader& in) {
  io::Provenance provenance;
  provenance.spec_yaml = in.text();
  provenance.program_version = in.text();
  provenance.seed = static_cast<std::int64_t>(in.whole());
  provenance.inputs.resize(count(in));
  for (io::InputHash& input : provenance.inputs) {
    input.name = in.text();
    input.sha256 = in.text();
  }
  provenance.quarantined.resize(count(in));
  for (io::Quarantined& shot : provenance.quarantined) {
    shot.shot_id = static_cast<int>(in.whole());
    shot.code = in.text();
    shot.reason = in.text();
  }
  return provenance;
}

void write(StateWriter& out, const IterationRecord& record) {
  for (const std::size_t value : {record.iteration, record.block, record.in_block, record.trials,
                                  std::size_t{record.updated}, std::size_t{record.has_held_out}})
    out.whole(value);
  for (const double value : {record.f_max_hz, record.loss, record.penalty, record.step, record.model_min,
                             record.model_max, record.held_out_loss})
    out.number(value);
  out.whole(record.shot_ids.size());
  for (std::size_t n = 0; n < record.shot_ids.size(); ++n) {
    out.whole(static_cast<std::uint64_t>(record.shot_ids[n]));
    out.number(record.losses[n]);
  }
}

IterationRecord read_record(StateReader& in) {
  IterationRecord record;
  for (std::size_t* value : {&record.iteration, &record.block, &record.in_block, &record.trials}) *value = in.whole();
  record.updated = in.whole() != 0;
  record.has_held_out = in.whole() != 0;
  for (double* value : {&record.f_max_hz, &record.loss, &record.penalty, &record.step, &record.model_min,
                        &record.model_max, &record.held_out_loss})
    *value = in.number();
  const std::size_t shots = count(in);
  for (std::size_t n = 0; n < shots; ++n) {
    record.shot_ids.push_back(static_cast<int>(in.whole()));
    record.losses.push_back(in.number());
  }
  return record;
}

}  // namespace

std::string Checkpoint::serialize() const {
  StateWriter out;
  out.text(kind);
  write(out, provenance);
  out.whole(model.rank());
  for (const std::size_t extent : model.shape()) out.whole(extent);
  out.array(model);
  out.text(optimiser);
  out.whole(kept_norms.size());
  for (const std::vector<double>& norms : kept_norms) {
    out.whole(norms.size());
    for (const double norm : norms) out.number(norm);
  }
  out.whole(history.size());
  for (const IterationRecord& record : history) write(out, record);
  return std::move(out).take();
}

Checkpoint Checkpoint::parsed(std::string_view bytes) {
  StateReader in(bytes);
  if (in.text() != kind) throw_bad_state("it holds something else than an inversion");
  Checkpoint checkpoint;
  checkpoint.provenance = read_provenance(in);
  Shape shape(count(in));
  for (std::size_t& extent : shape) extent = in.whole();
  checkpoint.model = in.array<float>(shape);
  checkpoint.optimiser = in.text();
  checkpoint.kept_norms.resize(count(in));
  for (std::vector<double>& norms : checkpoint.kept_norms) {
    norms.resize(count(in));
    for (double& norm : norms) norm = in.number();
  }
  const std::size_t iterations = count(in);
  for (std::size_t n = 0; n < iterations; ++n) checkpoint.history.push_back(read_record(in));
  in.expect_end();
  return checkpoint;
}

}  // namespace stride::optimisation
