// Finished shots of a run, one file each, until all are there.
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/provenance.hpp"
#include "problem/shot.hpp"

namespace stride::run {

// `<name>.partial/shot-<id>.h5`, each an acquisitions file of one shot with its provenance.
class PartialShots {
 public:
  // Looks at the folder once. Error(data): a file of it is damaged.
  PartialShots(std::string folder, io::Provenance provenance);

  const std::string& folder() const { return folder_; }
  // The shots that are there.
  const std::set<int>& finished() const { return finished_; }
  bool has(int id) const { return foreign_.empty() && finished_.contains(id); }
  // How the first shot of another run differs from this one; "" when all belong to this run.
  const std::string& foreign() const { return foreign_; }

  // Makes the folder. Error(failed).
  void open() const;
  // Observed traces (receivers, samples) and wavelets of a shot: flushed and renamed when it returns.
  void write(const problem::Shot& shot, const Array<float>& traces, const Space& space, const Time& time);
  std::string file_of(int id) const;
  // Removes the shots, and the folder when nothing else is in it.
  void remove();

 private:
  std::string folder_;
  io::Provenance provenance_;
  std::set<int> finished_;
  std::string foreign_;
};

}  // namespace stride::run
