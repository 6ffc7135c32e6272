// A file for what does not fit into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace stride::physics::acoustic {

// Has no name, so that it is gone when it is closed or the program dies. One caller at a time. Each Error(failed) names
// the folder and says what would help.
class ScratchFile {
 public:
  // Error(failed): nothing can be written into `folder`.
  explicit ScratchFile(const std::string& folder);
  // Takes over an open descriptor; `folder` is for messages.
  ScratchFile(int descriptor, std::string folder);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ScratchFile(ScratchFile&&) = delete;
  ScratchFile& operator=(ScratchFile&&) = delete;

  // `bytes` from `at` on. Error(failed): a full disk, a failing one.
  void write(const void* data, std::size_t bytes, std::uint64_t at);
  // Error(failed): not all of them are there, or they cannot be read.
  void read(void* data, std::size_t bytes, std::uint64_t at) const;
  // These will be read soon: the system may fetch them meanwhile.
  void announce(std::size_t bytes, std::uint64_t at) const;

 private:
  int descriptor_;
  std::string folder_;
};

}  // namespace stride::physics::acoustic
