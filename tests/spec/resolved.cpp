#include <doctest/doctest.h>

#include <string>

#include "read.hpp"

using namespace stride::spec;
using stride::test::Outcome;
using stride::test::read;

namespace {

const char* const one =
    "version: 1\n"
    "name: t\n"
    "output: {folder: a}\n"
    "run: {workers: 2}\n"
    "space: {shape: [101, 101], spacing: 0.5 mm}\n"
    "time: {step: 80 ns, stop: 8e-5}\n"
    "medium: {vp: {file: data/v.h5}, rho: {value: 1 g/cm3}}\n"
    "geometry: {type: elliptical, num: 8}\n"
    "traces: {observed: /x/y/o.h5}\n"
    "process:\n"
    "  - {pipeline: ProcessTraces, on: [modelled, observed], f_max: 0.5 MHz, label: '010', mask: {file: a/m.h5}}\n";

// The same, written otherwise.
const char* const other =
    "process:\n"
    "  - on: [modelled, observed]\n"
    "    mask: {file: elsewhere/m.h5}\n"
    "    label: \"010\"\n"
    "    f_max: 5e5\n"
    "    pipeline: ProcessTraces\n"
    "acquisitions: default\n"
    "geometry: {num: 8.0, type: elliptical}\n"
    "traces: {observed: {file: o.h5}}\n"
    "medium: {rho: {value: 1000}, vp: {file: v.h5}}\n"
    "time: {num: 1001, start: 0, step: 0.08e-6}\n"
    "space: {shape: [101, 101], spacing: [0.0005, 5e-4], extra: 0}\n"
    "physics: {kernel: auto}\n"
    "name: t\n"
    "version: 1\n"
    "seed: 0\n";

}  // namespace

TEST_CASE("specs that mean the same resolve to the same text") {
  const Outcome a = read(one), b = read(other);
  CHECK(a.text() == "");
  CHECK(b.text() == "");
  CHECK(resolved_yaml(a.spec) == resolved_yaml(b.spec));
}

TEST_CASE("what cannot change results is left out, what can is there") {
  const std::string text = resolved_yaml(read(one).spec);
  for (const char* absent : {"output", "run:", "workers", "/x/y", "data/"})
    CHECK(text.find(absent) == std::string::npos);
  for (const char* present : {"seed: 0\n", "num: 1001\n", "step: 8.0e-08\n", "file: o.h5\n", "f_max: 500000\n",
                              "label: \"010\"\n", "kernel: auto\n", "spacing: [0.0005, 0.0005]\n"}) {
    CAPTURE(present);
    CHECK(text.find(present) != std::string::npos);
  }
  CHECK(resolved_yaml(read(one, {{"seed", "1"}}).spec) != text);
  CHECK(resolved_yaml(read(one, {{"process[0].f_max", "5.1e5"}}).spec) != text);
  CHECK(resolved_yaml(read(one, {{"run.workers", "7"}}).spec) == text);
}

TEST_CASE("the resolved text is a spec and resolves to itself, for every section's example") {
  for (const SectionInfo& info : sections()) {
    CAPTURE(info.name);
    const Outcome first = read(info.name == "top" ? info.example : "version: 1\nname: t\n" + info.example);
    const std::string text = resolved_yaml(first.spec);
    const Outcome again = read(text);
    CHECK(again.text() == "");
    CHECK(resolved_yaml(again.spec) == text);
  }
}
