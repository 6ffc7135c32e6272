// A file that appears under its name only when it is complete: written beside it, flushed, renamed. Internal to io/.
#pragma once

#include <string>

namespace stride::io {

// One thread at a time. Without commit() nothing is left behind.
class AtomicFile {
 public:
  // Checks before anything is written: an existing target without `overwrite` and a folder as target are Error(usage);
  // a missing or unwritable folder is Error(failed).
  AtomicFile(std::string target, bool overwrite);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::string& target() const { return target_; }
  // `.<name>.<pid>.tmp` in the folder of the target; does not exist yet when handed out.
  const std::string& temporary() const { return temporary_; }

  // Flushes `descriptor` (open on the temporary file) and the folder to disk and renames. Error(failed).
  void commit(int descriptor);
  // Removes the temporary file now.
  void abandon() noexcept;

 private:
  std::string target_;
  std::string temporary_;
  bool done_ = false;
};

// Removes every temporary file that is now open in this process. Async-signal-safe: for a handler that ends the
// process.
void remove_temporary_files();

}  // namespace stride::io
