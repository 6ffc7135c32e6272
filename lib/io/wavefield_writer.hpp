// Writes `<name>-Wavefield-<shot>.h5`: snapshots of one shot's pressure, one after another, atomically.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/provenance.hpp"

namespace stride::io {

// One thread at a time. The target appears under its name only at commit(); without it, nothing is left behind. Errors
// as for AcquisitionsWriter.
class WavefieldWriter {
 public:
  // A snapshot has the shape `extended`, C order, of which [extra, extra + space.shape) is the inner domain;
  // `samples` are the sample numbers of all snapshots to come, at least one.
  WavefieldWriter(const std::string& target, bool overwrite, const Space& space, const Time& time,
                  const Shape& extended, const std::vector<std::size_t>& samples);
  ~WavefieldWriter();
  WavefieldWriter(const WavefieldWriter&) = delete;
  WavefieldWriter& operator=(const WavefieldWriter&) = delete;

  // The next snapshot, (extended).
  void add(const Array<float>& pressure);
  // After the last snapshot.
  void commit(const Provenance& provenance);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stride::io
