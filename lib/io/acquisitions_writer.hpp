// Writes `<name>-Acquisitions.h5` and `<name>-Modelled.h5`: protocol 0.1, shot by shot, atomically.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/provenance.hpp"
#include "io/trace_source.hpp"

namespace stride::io {

struct TraceSetOut {
  std::string role;  // group name in the shot: "observed"
  Rows<const float> data;
  std::vector<int> ids;  // location id of each trace; empty: 0, 1, 2, ...
};

// One thread at a time. The target appears under its name only at commit(); without it, nothing is left behind.
class AcquisitionsWriter {
 public:
  // Refuses an existing target unless `overwrite`, and an unwritable folder, before anything is computed.
  // Error(usage|failed). At most `num_shots` are written; the file counts those that were.
  AcquisitionsWriter(const std::string& target, bool overwrite, const Space& space, const Time& time,
                     std::size_t num_shots);
  ~AcquisitionsWriter();
  AcquisitionsWriter(const AcquisitionsWriter&) = delete;
  AcquisitionsWriter& operator=(const AcquisitionsWriter&) = delete;

  // Shots come in the order in which they are to stand. Error(failed) names target and reason (full disk).
  void write_shot(const ShotInfo& shot, const std::vector<TraceSetOut>& sets);
  // A trace set written in pieces of traces: begin_shot, begin_set, then write_traces in order.
  void begin_shot(const ShotInfo& shot);
  void begin_set(const std::string& role, std::size_t traces, std::size_t samples, const std::vector<int>& ids);
  void write_traces(Rows<const float> traces);

  // Data of a dump step, under /dumps/<name>/<shot id>/<role>.
  void write_dump(const std::string& name, int shot_id, const std::string& role, const Array<float>& data);

  // Writes provenance, flushes to disk, renames to the target.
  void commit(const Provenance& provenance);

  const std::string& target() const;
  std::uint64_t bytes_written() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Writes one scalar field (protocol 0.1) atomically, with provenance.
void write_field(const std::string& target, bool overwrite, const Array<float>& data, const Space& space,
                 const Time& time, const std::string& units, const Provenance& provenance);

}  // namespace stride::io
