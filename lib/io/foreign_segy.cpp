#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "io/foreign.hpp"
#include "io/hdf5.hpp"
#include "io/segy_header.hpp"

namespace stride::io {

FileSummary describe_segy(const std::string& file, std::uint64_t bytes) {
  std::ifstream in(file, std::ios::binary);
  std::string head(segy_headers_bytes, '\0');
  if (!in.read(head.data(), static_cast<std::streamsize>(head.size())))
    throw Error(ErrorKind::data, place(file, ""), "its SEG-Y headers cannot be read");
  const SegyHeader header = parse_segy_header(head);
  FileSummary summary;
  summary.file = file;
  summary.kind = "SEG-Y";
  summary.bytes = bytes;
  const std::uint64_t data_bytes = bytes > header.first_trace() ? bytes - header.first_trace() : 0;
  const std::uint64_t traces = data_bytes / header.trace_bytes();
  if (traces == 0) throw Error(ErrorKind::data, place(file, ""), "is a SEG-Y file without one whole trace");

  DatasetSummary set;
  set.path = "traces";
  set.shape = {static_cast<std::size_t>(traces), header.samples};
  set.type = header.sample_type();
  summary.datasets.push_back(set);
  if (data_bytes % header.trace_bytes() != 0)
    summary.remarks.push_back(
        fmt::format("{} bytes are left after {} traces of {} samples: it is cut off, or the traces "
                    "differ in length",
                    data_bytes % header.trace_bytes(), traces, header.samples));
  int interval_us = header.interval_us;
  if (interval_us == 0) {
    // Some writers fill in only the trace headers (bytes 117-118).
    std::string trace(segy_trace_header_bytes, '\0');
    in.seekg(static_cast<std::streamoff>(header.first_trace()));
    if (in.read(trace.data(), static_cast<std::streamsize>(trace.size()))) interval_us = big_endian_16(trace, 116);
  }
  if (interval_us > 0)
    summary.time = {0, interval_us * 1e-6, header.samples};
  else
    summary.remarks.push_back(
        fmt::format("the sample interval (bytes 3217-3218) is {} us: give --dt", header.interval_us));
  summary.remarks.emplace_back("turn it into HDF5 with: stride-cli convert");
  return summary;
}

}  // namespace stride::io
