#include "io/acquisitions_writer.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "io/field_file.hpp"
#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

const Space space = {{24, 20}, {5e-4, 5e-4}, {6, 6}, {4, 4}};
const Time times = {0, 1e-7, 8};

Array<float> traces(std::size_t rows, std::size_t cols, float first) {
  Array<float> data = Array<float>::uninitialised({rows, cols});
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = first + static_cast<float>(i);
  return data;
}

Provenance provenance() {
  Provenance result;
  result.spec_yaml = "version: 1\nname: a\n";
  result.program_version = "0.1.0";
  result.seed = 7;
  result.inputs = {{"in.h5", std::string(64, 'a')}};
  result.quarantined = {{3, "incorrect_traces", "NaN"}, {3, "unreadable", "torn"}};
  return result;
}

void write_two_shots(const std::string& target, bool overwrite = false) {
  AcquisitionsWriter writer(target, overwrite, space, times, 5);
  const Array<float> observed = traces(3, 8, 0.5F), wavelet = traces(1, 8, 100), piece = traces(2, 8, -4);
  writer.write_shot({2, {5}, {1, 2, 10}},
                    {{"observed", observed.rows(), {1, 2, 10}}, {"wavelets", wavelet.rows(), {5}}});
  writer.begin_shot({10, {}, {}});
  writer.begin_set("observed", 3, 8, {});
  writer.write_traces(piece.rows());
  writer.write_traces(piece.rows().slice(0, 1));
  writer.write_dump("after_norm", 2, "observed", observed);
  writer.commit(provenance());
  CHECK(writer.bytes_written() == 4 * 8 * (3 + 1 + 3 + 3));
}

}  // namespace

TEST_CASE("AcquisitionsWriter: what was written is read back") {
  const TemporaryFolder folder;
  const std::string target = folder.file("a-Acquisitions.h5");
  write_two_shots(target);
  CHECK(folder.names() == std::vector<std::string>{"a-Acquisitions.h5"});

  const auto source = open_acquisitions(target);
  REQUIRE(source->shots().size() == 2);
  CHECK(source->shots()[0].id == 2);
  CHECK(source->shots()[0].source_ids == std::vector<int>{5});
  CHECK(source->shots()[0].receiver_ids == std::vector<int>{1, 2, 10});
  CHECK(source->shots()[1].receiver_ids == std::vector<int>{0, 1, 2});
  CHECK(source->roles() == std::vector<std::string>{"observed", "wavelets"});
  CHECK(source->time().step_s == 1e-7);
  CHECK(source->time().num == 8);
  CHECK(source->space().shape == space.shape);
  CHECK(source->space().absorbing == space.absorbing);
  CHECK(source->info("observed", 2)->ids == std::vector<int>{1, 2, 10});
  CHECK_FALSE(source->info("wavelets", 10));
  const Array<float> observed = source->read("observed", 2, 1, 2);
  CHECK(observed.shape() == Shape{2, 8});
  CHECK(observed[0] == 8.5F);
  const Array<float> pieces = source->read("observed", 10, 0, 3);
  CHECK(pieces[15] == 11);
  CHECK(pieces[16] == -4);
}

TEST_CASE("AcquisitionsWriter: equal runs write equal bytes, and the time is that of SOURCE_DATE_EPOCH") {
  const TemporaryFolder folder;
  unsetenv("SOURCE_DATE_EPOCH");
  write_two_shots(folder.file("a.h5"));
  write_two_shots(folder.file("b.h5"));
  CHECK(read_bytes(folder.file("a.h5")) == read_bytes(folder.file("b.h5")));
  CHECK(contains(read_bytes(folder.file("a.h5")), "1970-01-01 00:00:00.000000"));
  setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  write_two_shots(folder.file("c.h5"));
  CHECK(contains(read_bytes(folder.file("c.h5")), "2023-11-14 22:13:20.000000"));
  setenv("SOURCE_DATE_EPOCH", "yesterday", 1);
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { write_two_shots(folder.file("d.h5")); }), "yesterday");
  unsetenv("SOURCE_DATE_EPOCH");
  CHECK(folder.names() == std::vector<std::string>{"a.h5", "b.h5", "c.h5"});
}

TEST_CASE("AcquisitionsWriter: an existing target is kept without --overwrite, and until the commit with it") {
  const TemporaryFolder folder;
  const std::string target = folder.file("a.h5");
  write_two_shots(target);
  const std::string before = read_bytes(target);
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { write_two_shots(target); }), "--overwrite");
  {
    AcquisitionsWriter writer(target, true, {}, {}, 1);
    const Array<float> observed = traces(3, 8, 0);
    writer.write_shot({1, {}, {}}, {{"observed", observed.rows(), {}}});
    CHECK(read_bytes(target) == before);
  }
  CHECK(read_bytes(target) == before);
  CHECK(folder.names() == std::vector<std::string>{"a.h5"});
  AcquisitionsWriter writer(target, true, {}, {}, 0);
  writer.commit({});
  CHECK(read_bytes(target) != before);
}

TEST_CASE("AcquisitionsWriter: targets that cannot be written are refused at once") {
  const TemporaryFolder folder;
  const auto open = [](const std::string& target) { AcquisitionsWriter(target, false, {}, {}, 1); };
  CHECK_CONTAINS(message(ErrorKind::failed, [&] { open(folder.file("no/a.h5")); }), "does not exist");
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { open(folder.path().string()); }), "is a folder");
}

TEST_CASE("AcquisitionsWriter: a set left unfinished and ids that do not fit are bugs of the caller") {
  const TemporaryFolder folder;
  AcquisitionsWriter writer(folder.file("a.h5"), false, {}, {}, 1);
  const Array<float> data = traces(2, 8, 0);
  CHECK_THROWS_AS(writer.begin_set("observed", 1, 8, {}), std::logic_error);
  writer.begin_shot({0, {}, {}});
  CHECK_THROWS_AS(writer.begin_set("observed", 2, 8, {1}), std::logic_error);
  writer.begin_set("observed", 3, 8, {});
  writer.write_traces(data.rows());
  CHECK_THROWS_AS(writer.write_traces(data.rows()), std::logic_error);
  CHECK_THROWS_AS(writer.commit({}), std::logic_error);
}

// A limit on the size of files stands in for a full disk: both fail in write(). In a process of its own, since HDF5
// must also come through the end of the process unharmed.
TEST_CASE("AcquisitionsWriter: a failed write names target and reason, leaves nothing, and ends well") {
  const TemporaryFolder folder;
  const std::string target = folder.file("full.h5");
  for (const rlim_t limit : {rlim_t{100}, rlim_t{3000}, rlim_t{20000}, rlim_t{200000}, rlim_t{1000000}}) {
    std::cout.flush();
    std::fflush(nullptr);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit size = {limit, limit};
      setrlimit(RLIMIT_FSIZE, &size);
      const std::string text = message(ErrorKind::failed, [&] {
        const Array<float> data = traces(64, 2048, 0);
        AcquisitionsWriter writer(target, false, space, times, 3);
        for (int id = 0; id < 3; ++id) writer.write_shot({id, {}, {}}, {{"observed", data.rows(), {}}});
        writer.commit({});
      });
      // exit(), not _exit(): the ends of HDF5 run.
      if (!contains(text, "File too large"))
        std::fprintf(stderr, "limit %ld: %s\n", static_cast<long>(limit), text.c_str());
      std::exit(contains(text, "full.h5") && contains(text, "File too large") ? 0 : 9);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(folder.names().empty());
  }
}

TEST_CASE("write_field: inner domain, grid and units are read back") {
  const TemporaryFolder folder;
  const std::string target = folder.file("a-Vp.h5");
  Array<float> data = traces(24, 20, 1500);
  data[3] = std::numeric_limits<float>::quiet_NaN();
  write_field(target, false, data, space, times, "m/s", provenance());
  const FieldFile field = read_field(target);
  CHECK(field.data.shape() == Shape{24, 20});
  CHECK(field.data[21] == 1521);
  CHECK(field.data[3] != field.data[3]);
  CHECK_FALSE(field.has_extra);
  CHECK(field.space.spacing_m == space.spacing_m);
  CHECK(field.time.step_s == 1e-7);
  CHECK_CONTAINS(message(ErrorKind::data, [&] { check_field_values(field, true); }), "cell (0, 3) is nan");
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { write_field(target, false, data, space, times, "", {}); }),
                 "--overwrite");
}
