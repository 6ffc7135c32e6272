// What a result carries about how it was made: nothing in it depends on when, where or on how many threads.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stride::io {

struct Quarantined {
  int shot_id = 0;
  std::string code;  // "incorrect_traces", "unreadable", ...
  std::string reason;
};

struct InputHash {
  std::string name;    // the file's own name, without folders
  std::string sha256;  // hex
};

struct Provenance {
  std::string spec_yaml;  // resolved, without options that cannot change results
  std::string program_version;
  std::int64_t seed = 0;
  std::vector<InputHash> inputs;  // in order of first use
  std::vector<Quarantined> quarantined;
};

// SHA-256 of a file, read in pieces. Error(data) when unreadable.
std::string sha256_of_file(const std::string& file);

}  // namespace stride::io
