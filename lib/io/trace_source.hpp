// Where trace sets come from: one interface over protocol-0.1 acquisitions and explicitly mapped HDF5.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/mapping.hpp"

namespace stride::io {

// What a file says of one trace set without its samples being read.
struct TraceSetInfo {
  std::size_t traces = 0;
  std::size_t samples = 0;
  std::vector<int> ids;   // location id of each trace; may be empty (then traces are counted from 0)
  std::string hdf5_path;  // "/shots/2/observed/data", for messages
};

struct ShotInfo {
  int id = 0;
  std::vector<int> source_ids;
  std::vector<int> receiver_ids;
};

// Reads are serialised inside: any thread may call. Errors are Error(data) that name file and HDF5 path.
class TraceSource {
 public:
  virtual ~TraceSource() = default;

  // All shots, in numeric order of their ids, headers checked. An empty list is an error of its own when opened.
  virtual const std::vector<ShotInfo>& shots() const = 0;
  // Names of the trace sets that occur: "observed", "wavelets", "delays", ... For a mapping: the one role that it was
  // opened as.
  virtual std::vector<std::string> roles() const = 0;
  // nullopt: this shot has no such trace set (still to be modelled).
  virtual std::optional<TraceSetInfo> info(const std::string& role, int shot_id) const = 0;
  // Traces [first, first + count) of a set, as (count, samples) float32, whatever the type, byte order or axis order on
  // disk.
  virtual Array<float> read(const std::string& role, int shot_id, std::size_t first, std::size_t count) const = 0;

  // As far as the file tells; else not known().
  virtual Time time() const = 0;
  virtual Space space() const = 0;
  virtual const std::string& file() const = 0;
};

// Opens `<project>-Acquisitions.h5` (or any protocol-0.1 file with shots). Checks every header: shape against data,
// receivers against `receiver_ids`, no shots at all.
std::unique_ptr<TraceSource> open_acquisitions(const std::string& file);

// Opens any HDF5 through a mapping, as the one role `role`.
std::unique_ptr<TraceSource> open_mapped(const Mapping& mapping, const std::string& role);

}  // namespace stride::io
