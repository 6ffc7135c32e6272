// One run at a time on an output folder.
#pragma once

#include <string>

namespace stride::run {

// Holds `<folder>/.<name>.lock`, which tells who holds it, until it is destroyed; the file goes then. A process that
// dies lets go of it, so a file that was left behind locks nothing. Error(failed) names the holder: process and host.
class RunLock {
 public:
  RunLock(const std::string& folder, const std::string& name);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  std::string file_;
  int descriptor_ = -1;
};

}  // namespace stride::run
