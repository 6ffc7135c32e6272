// What we write, seen by a reader that is not ours: scripts/check_h5py on files of the writers.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "io/acquisitions_writer.hpp"
#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

TEST_CASE("layout: h5py finds acquisitions and fields as protocol 0.1 has them") {
  const TemporaryFolder folder;
  const Space space = {{3, 4}, {5e-4, 5e-4}, {6, 6}, {4, 4}};
  const Time time = {0, 1e-7, 8};
  Provenance provenance;
  provenance.spec_yaml = "version: 1\n";
  provenance.inputs = {{"in.h5", "00"}};
  provenance.quarantined = {{7, "unreadable", "torn"}};
  Array<float> data = Array<float>::zeros({3, 8});
  const Array<float> field = Array<float>::zeros({3, 4});
  {
    AcquisitionsWriter writer(folder.file("a.h5"), false, space, time, 2);
    writer.write_shot({10, {0}, {4, 2, 11}},
                      {{"observed", data.rows(), {4, 2, 11}}, {"wavelets", data.rows().slice(0, 1), {0}}});
    writer.write_shot({2, {}, {}}, {{"observed", data.rows(), {}}});
    writer.write_dump("after_norm", 10, "observed", data);
    writer.commit(provenance);
    AcquisitionsWriter bare(folder.file("b.h5"), false, {}, {}, 0);
    bare.commit(provenance);
    write_field(folder.file("c.h5"), false, field, space, time, "m/s", provenance);
  }
  const std::string command = "/usr/bin/python3 scripts/check_h5py none " + folder.file("a.h5") + " " +
                              folder.file("b.h5") + " " + folder.file("c.h5") + " > " + folder.file("log");
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const std::string log = std::filesystem::exists(folder.file("log")) ? read_bytes(folder.file("log")) : "";
  if (code == 77 || code == 127) {
    MESSAGE("skipped: no Python with h5py");
    return;
  }
  CHECK_MESSAGE(code == 0, log);
}
