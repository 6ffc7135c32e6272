#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/error.hpp"
#include "read.hpp"

using namespace stride;
using namespace stride::spec;
using test::Outcome;
using test::read;
using test::read_rest;

namespace fs = std::filesystem;

namespace {

// A folder of its own, removed at the end.
struct TemporaryFolder {
  fs::path path;
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "stride-spec-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << text;
    return (path / name).string();
  }
};

void refuses(const std::string& rest, const std::string& what) {
  CAPTURE(rest);
  const Outcome r = read_rest(rest);
  CAPTURE(r.text());
  CHECK(r.diagnostics.error_count() == 1);
  CHECK(r.says(what));
}

}  // namespace

TEST_CASE("version, name and seed") {
  CHECK(read("name: x\n").says("t.yaml:1:1: error: version: is missing"));
  CHECK(read("version: 1\n").says("name: is missing"));
  CHECK(read("version: 2\nname: x\n")
            .says("t.yaml:1:10: error: version: this program reads version 1 of the schema, got 2"));
  CHECK(read("version: 1\nname: no\n").spec.name == "no");
  CHECK(read("version: 1\nname: 3e5\nseed: 42\n").spec.name == "3e5");
  CHECK(read("version: 1\nname: x\nseed: 42\n").spec.seed == 42);
  for (const char* name : {"a/b", "..", "a..b", "-x", ".x", "a b", "''", "\xC3\xA9"}) {
    CAPTURE(name);
    CHECK(read(std::string("version: 1\nname: ") + name + "\n").diagnostics.error_count() == 1);
  }
}

TEST_CASE("space: one value stands for all axes") {
  const Space space =
      read_rest("space: {shape: [4, 5, 6], spacing: 0.5 mm, extra: [3, 4, 5], absorbing: 2}\n").spec.space;
  CHECK(space.shape == std::vector<std::size_t>{4, 5, 6});
  CHECK(space.spacing_m == std::vector<double>{0.5e-3, 0.5e-3, 0.5e-3});
  CHECK(space.extra == std::vector<std::size_t>{3, 4, 5});
  CHECK(space.absorbing == std::vector<std::size_t>{2, 2, 2});
  CHECK(read_rest("space: {shape: [4, 5], spacing: 1, extra: 7}\n").spec.space.absorbing ==
        std::vector<std::size_t>{7, 7});
  refuses("space: {shape: [4], spacing: 1}\n",
          "space.shape: must list the cells of two or three axes, as in [356, 385], got 1 value");
  refuses("space: {shape: [4, 5, 6, 7], spacing: 1}\n", "got 4 values");
  refuses("space: {shape: [4, 5], spacing: [1, 2, 3]}\n", "space.spacing: has 3 values for the 2 axes");
  refuses("space: {shape: [4, 5], spacing: 1, extra: 3, absorbing: 4}\n",
          "must be at most space.extra (3 on axis 0), got 4");
  refuses("space: {shape: [4, 0], spacing: 1}\n", "space.shape[1]: must be >= 1, got 0");
  refuses("space: {shape: [4, 5]}\n", "space.spacing: is missing");
}

TEST_CASE("time: num comes from stop") {
  const auto samples = [](const std::string& time) { return read_rest("time: {" + time + "}\n").spec.time.num; };
  CHECK(samples("start: 0, stop: 8e-5, step: 8e-8") == 1001);
  CHECK(samples("stop: 4e-5, step: 8e-8") == 501);
  CHECK(samples("stop: 1.6e-4, step: 80 ns") == 2001);
  CHECK(samples("stop: 5e-5, step: 1e-7") == 501);
  CHECK(samples("stop: 5e-5, step: 1e-7, num: 501") == 501);
  CHECK(samples("num: 7, step: 1e-7") == 7);
  refuses("time: {stop: 5e-5, step: 1e-7, num: 500}\n",
          "time.num: is 500, and time.stop gives round((stop - start)/step) + 1 = 501");
  refuses("time: {start: 1, stop: 0, step: 1e-7}\n", "time.stop: must be at or after time.start");
  refuses("time: {step: 1e-7}\n", "time.num: is missing");
  refuses("time: {step: 0, num: 5}\n", "time.step: must be > 0, got 0");
  refuses("time: {step: 1e-300, stop: 1}\n", "more than 1e9 samples");
}

TEST_CASE("medium: a value, or a file") {
  const Spec spec = read_rest("medium:\n  vp: {value: 1.5 km/s}\n  rho: {file: rho.h5}\n  alpha: {value: 0}\n").spec;
  CHECK(spec.medium.at("vp").value == 1500);
  CHECK(spec.medium.at("rho").data->file == "rho.h5");
  CHECK(spec.medium.at("alpha").value == 0);
  refuses("medium: {vp: 1500}\n", "medium.vp: must be a mapping: {value: NUMBER} or {file: NAME}");
  refuses("medium: {vp: {value: 1, file: x}}\n", "has both `value` and `file`");
  refuses("medium: {vp: {}}\n", "has neither `value` nor `file`");
  refuses("medium: {vp: {value: 0}}\n", "medium.vp.value: must be > 0, got 0");
  refuses("medium: {rho: {value: 3 MHz}}\n", "'MHz' is a unit of frequency; what is due is a density");
  refuses("medium: {vs: {value: 3}}\n", "medium.vs: unknown key; did you mean 'vp'?");
  refuses("medium: {vp: {value: 3, order: F}}\n", "medium.vp.order: goes with `dataset` only");
  refuses("medium: {}\n", "medium: is empty");
}

TEST_CASE("references: a file, or an explicit mapping") {
  const Outcome r = read_rest(
      "traces:\n"
      "  observed: a.h5\n"
      "  mine_2: {file: m.h5, dataset: \"/s/{id}/d\", axes: [receiver, time], dt: 80 ns, t0: /t0, scale: 2, ids: "
      "/ids}\n"
      "fields:\n"
      "  gradient: {file: g.h5, dataset: /g, axes: [z, x], spacing: 25 m, order: F, convert: slowness_squared}\n");
  CHECK(r.text() == "");
  const DataRef& observed = r.spec.traces.at("observed");
  CHECK_FALSE(observed.mapped);
  CHECK(observed.file == "a.h5");
  CHECK(observed.path == "traces.observed");
  CHECK(observed.where_of("file").line == 4);
  const DataRef& mine = r.spec.traces.at("mine_2");
  CHECK(mine.mapped);
  CHECK(mine.dataset == "/s/{id}/d");
  CHECK(mine.axes == std::vector<std::string>{"receiver", "time"});
  CHECK(std::get<double>(*mine.dt) == 80e-9);
  CHECK(std::get<std::string>(*mine.t0) == "/t0");
  CHECK(std::get<double>(*mine.scale) == 2);
  CHECK(mine.ids == "/ids");
  CHECK(mine.where_of("dataset").line == 5);
  CHECK(mine.where_of("dataset").column == 33);
  CHECK(mine.where_of("order").column == mine.where.column);
  const DataRef& gradient = r.spec.fields.at("gradient");
  CHECK(gradient.spacing_m == std::vector<double>{25});
  CHECK(gradient.fortran_order);
  CHECK(gradient.convert == "slowness_squared");

  refuses("traces: {observed: {file: a, dt: 1}}\n", "traces.observed.dt: goes with `dataset` only");
  refuses("traces: {observed: {dataset: /d, axes: time}}\n", "traces.observed.file: is missing");
  refuses("traces: {observed: {file: a, dataset: /d}}\n", "traces.observed.axes: is missing");
  refuses("traces: {observed: {file: a, dataset: d, axes: time}}\n", "write /d");
  refuses("traces: {observed: {file: a, dataset: /d, axes: [reciever, time]}}\n", "did you mean 'receiver'?");
  refuses("traces: {observed: {file: a, dataset: /d, axes: [time, time]}}\n", "names the axis 'time' twice");
  refuses("traces: {observed: {file: a, dataset: /d, axes: [receiver]}}\n", "has no time axis");
  refuses("traces: {observed: {file: a, dataset: /d, axes: [receiver, channel, time]}}\n", "the same axis");
  refuses("traces: {observed: {file: a, dataset: \"/{id}\", axes: [shot, time]}}\n", "has a shot axis");
  refuses("traces: {observed: {file: a, dataset: /d, axes: time, dt: 0}}\n", "traces.observed.dt: must be > 0, got 0");
  refuses("traces: {observed: {file: a, dataset: /d, axes: time, spacing: 1}}\n",
          "traces.observed.spacing: unknown key");
  refuses("traces: {observed: [a, b]}\n", "must be a file's name, or a mapping");
  refuses("traces: {observed: }\n", "traces.observed: must be a file's name");
  refuses("traces: {'a b': x}\n", "traces.a b: is no name");
  refuses("traces:\n", "traces: must be a mapping");
  refuses("fields: {mask: ''}\n", "fields.mask: is an empty name");
}

TEST_CASE("relative names: the spec's folder, then input.folder") {
  const TemporaryFolder folder;
  folder.write("beside.h5", "");
  folder.write("data/inside.h5", "");
  folder.write("data/beside.h5", "");
  const std::string file =
      folder.write("s.yaml",
                   "version: 1\nname: t\ninput: {folder: data}\noutput: {folder: out/}\n"
                   "traces: {a: beside.h5, b: inside.h5, c: nowhere.h5, d: /abs/x.h5, e: data/../beside.h5}\n");
  Diagnostics diagnostics;
  const Spec spec = read_spec(file, {}, diagnostics);
  CHECK(diagnostics.all().empty());
  const std::string base = folder.path.string();
  CHECK(spec.folder == base);
  CHECK(spec.traces.at("a").file == base + "/beside.h5");
  CHECK(spec.traces.at("b").file == base + "/data/inside.h5");
  CHECK(spec.traces.at("b").written == "inside.h5");
  CHECK(spec.traces.at("c").file == base + "/data/nowhere.h5");
  CHECK(spec.traces.at("d").file == "/abs/x.h5");
  CHECK(spec.traces.at("e").file == base + "/beside.h5");
  CHECK(spec.output.folder == base + "/out");
  CHECK(resolve_input(spec, "inside.h5") == base + "/data/inside.h5");
  ::unsetenv("STRIDE_TEST_NONE");
  CHECK_THROWS_AS(resolve_input(spec, "${STRIDE_TEST_NONE}/x"), Error);
}

TEST_CASE("a spec in the working folder keeps plain names") {
  const Spec spec = read_rest("traces: {a: b.h5}\n").spec;
  CHECK(spec.traces.at("a").file == "b.h5");
  CHECK(spec.output.folder == ".");
}

TEST_CASE("geometry: one of type, file and points, fit for the space") {
  const std::string flat = "space: {shape: [101, 101], spacing: 0.5 mm}\n",
                    deep = "space: {shape: [9, 9, 9], spacing: 4 mm}\n";
  CHECK(read_rest(flat + "geometry: {type: elliptical, num: 8}\n").text() == "");
  CHECK(read_rest(deep + "geometry: {type: ellipsoidal, num: 8}\n").spec.geometry.number("threshold") == 0.3);
  CHECK(read_rest("geometry: {points: [[0, 0], [1 mm, 2 mm]]}\n").text() == "");
  CHECK(read_rest("geometry: {type: grid, num: [2, 3], start: [0, 0], end: [1, 1]}\n").text() == "");
  CHECK(read_rest("geometry: {file: g.h5}\n").spec.geometry_file->file == "g.h5");
  refuses("geometry: {num: 3}\n", "needs one of `type`, `file` and `points`");
  refuses("geometry: {type: grid, file: x, num: 1, start: 0, end: 1}\n", "has both `file` and `type`");
  refuses("geometry: {type: elliptical}\n", "geometry.num: is missing");
  refuses("geometry: {file: x, num: 3}\n", "does not go with `file`");
  refuses("geometry: {type: linear, num: 3, start: [0, 0]}\n", "geometry.end: is missing");
  refuses("geometry: {type: elliptical, num: 3, start: [0, 0]}\n", "does not go with type elliptical");
  refuses("geometry: {type: elliptical, num: [3, 4]}\n", "must be one whole number");
  refuses("geometry: {points: [[0, 0], [1, 2, 3]]}\n", "geometry.points[1]: has 3 coordinates; 2 are due");
  refuses("geometry: {points: 3}\n", "must be a list of positions");
  refuses(deep + "geometry: {type: elliptical, num: 3}\n",
          "elliptical is for 2 axes, and space.shape has 3 axes; use ellipsoidal");
  refuses(flat + "geometry: {type: elliptical, num: 3, centre: [1, 2, 3]}\n",
          "geometry.centre: has 3 values; the grid has 2 axes");
  refuses("space: {shape: [24, 20], spacing: 0.5 mm}\ngeometry: {type: elliptical, num: 3}\n",
          "geometry.radius: is missing, and the default leaves a margin of 0.015 m: axis 0 is only 0.0115 m long");
}

TEST_CASE("transducers, acquisitions and wavelets") {
  CHECK(read_rest("transducers: default\nacquisitions: default\n").text() == "");
  CHECK(read_rest("").spec.acquisitions.text("sources") == "all");
  CHECK(read_rest("acquisitions: {sources: [1, 2]}\n").spec.acquisitions.integers("sources").size() == 2);
  refuses("transducers: defalt\n", "transducers: must be 'default' or a mapping, as in {file: NAME}, got 'defalt'");
  refuses("acquisitions: {file: a.h5, sources: 3}\n", "acquisitions.sources: does not go with `file`");
  CHECK(read_rest("wavelets: {type: tone_burst, f_centre: 5e5, cycles: 3}\n").spec.wavelets.text("envelope") ==
        "gaussian");
  refuses("wavelets: {type: tone_burst, f_centre: 5e5}\n", "wavelets.cycles: is missing");
  refuses("wavelets: {type: ricker, f_centre: 5e5, cycles: 3}\n", "wavelets.cycles: does not go with type ricker");
  refuses("wavelets: {type: ricker, f_centre: '5e5'}\n", "got the text '5e5'");
  refuses("wavelets: {file: w.h5, f_centre: 3}\n", "does not go with `file`");
  refuses("wavelets: {f_centre: 3}\n", "needs one of `type` and `file`");
  refuses("wavelets: {type: ricker, f_centre: 1, resample: true}\n", "goes with `file` only");
  refuses("time: {step: 1e-6, num: 5}\nwavelets: {type: ricker, f_centre: 5e5}\n",
          "at or above the Nyquist frequency 500000 Hz");
}

TEST_CASE("process: a list of mappings with a pipeline or operators") {
  const Outcome r = read_rest("process:\n  - {pipeline: P, raise_incorrect: no}\n  - {operators: []}\n");
  CHECK(r.text() == "");
  CHECK(r.spec.process.size() == 2);
  CHECK(r.spec.where.at("process").line == 3);
  refuses("process: {pipeline: P}\n", "process: must be a list of pipelines");
  refuses("process: []\n", "process: must be a list of pipelines");
  refuses("process: [P]\n", "process[0]: must be a mapping");
  refuses("process: [{on: observed}]\n", "process[0]: names no pipeline");
  refuses("process: [{pipelin: observed}]\n", "did you mean 'pipeline' where 'pipelin' stands?");
  refuses("process: [{pipeline: P, operators: []}]\n", "has both `pipeline` and `operators`");
}

TEST_CASE("physics, loss, optimiser and loop") {
  const Spec spec = read_rest("").spec;
  CHECK(spec.physics.text("kernel") == "auto");
  CHECK(spec.nested.at("physics.wavefield").text("strategy") == "auto");
  CHECK(spec.loss.text("type") == "l2");
  CHECK(spec.optimiser.number("prec_scale") == 4);
  refuses("physics: {kernel: OT3}\n", "must be one of auto, OT2, OT4, got 'OT3'");
  refuses("physics: {allow_unstable: true}\n", "goes with a forced kernel only");
  refuses("physics: {attenuation_power: 1}\n", "must be one of 0, 2, got '1'");
  refuses("physics: {free_surface: [3, low]}\n", "must be [axis, face]");
  refuses("space: {shape: [9, 9], spacing: 1}\nphysics: {free_surface: [2, low]}\n", "names axis 2");
  refuses("physics: {dump_wavefield: {every: 0, shots: 1}}\n", "physics.dump_wavefield.every: must be >= 1, got 0");
  refuses("physics: {dump_wavefield: {every: 5}}\n", "physics.dump_wavefield.shots");
  refuses("physics: {wavefield: {undersample: 0}}\n", "physics.wavefield.undersample: must be >= 1, got 0");
  refuses("medium: {alpha: {value: 1}}\nphysics: {wavefield: {strategy: boundary}}\n", "boundary cannot rebuild");
  refuses("loss: {type: huber}\n", "loss.delta: is missing");
  refuses("loss: {delta: 1}\n", "does not go with type l2, only with huber");
  refuses("loss: {penalties: {smoth: 1}}\n", "did you mean 'smooth'?");
  refuses("optimiser: {momentum: 0.5}\n", "does not go with type gradient_descent");
  refuses("optimiser: {line_search: {max_trials: 3}}\n", "optimiser.line_search.type: is missing");
  refuses("optimiser: {process_model: {min: 3, max: 2}}\n",
          "optimiser.process_model.min: must be at most max (2), got 3");
  refuses("optimiser: {process_grad: {mask_rampof: 3}}\n", "did you mean 'mask_rampoff'?");
  refuses("optimiser: {constraints: [{type: bound}]}\n", "bounds nothing");
  refuses("optimiser: {constraints: [{type: tv}]}\n", "optimiser.constraints[0].weight: is missing");
  refuses("optimiser: {constraints: {type: tv}}\n", "must be a list of mappings");
  refuses("loop: {}\n", "loop.blocks: is missing");
  refuses("loop: {blocks: []}\n", "must be a list of blocks");
  refuses("loop: {blocks: [{f_min: 2, f_max: 2, iterations: 1}]}\n",
          "loop.blocks[0].f_min: must be below f_max (2), got 2");
  refuses("loop: {blocks: [{iterations: 2.5}]}\n", "must be a whole number, got 2.5");
  refuses("loop: {blocks: [{iterations: 1, select_shots: {shot_ids: []}}]}\n",
          "loop.blocks[0].select_shots.shot_ids: is an empty list");
}

TEST_CASE("run and output") {
  const Spec spec = read_rest("run: {workers: 3, memory: 8G}\noutput: {overwrite: true}\n").spec;
  CHECK(spec.run.workers == 3);
  CHECK_FALSE(spec.run.threads_per_worker.has_value());
  CHECK(spec.run.memory_bytes == std::uint64_t{8} << 30);
  CHECK(spec.output.overwrite);
  refuses("run: {workers: 0}\n", "run.workers: must be >= 1, got 0");
  refuses("run: {memory: 8 parsec}\n", "unknown unit 'parsec'; what is due is a size");
  refuses("output: {overwrite: no}\n", "output.overwrite: must be true or false, got 'no'; write false");
  refuses("output: {overwrite: true, overwrite: false}\n",
          "output.overwrite: given twice: in line 3 and again here in line 3");
}

TEST_CASE("twelve mistakes give twelve located diagnostics") {
  const Outcome r = read(
      "version: 1\n"
      "name: a/b\n"
      "seeed: 0\n"
      "space: {shape: [356, 385], spacing: 0.5 MHz, extra: 010}\n"
      "time: {step: 0, num: 2.5}\n"
      "medium:\n"
      "  vp: {value: 1_500}\n"
      "  vp: {value: 1500}\n"
      "traces: {observed: {file: x.h5, dataset: /d, axes: [reciever, time]}}\n"
      "wavelets: {type: ricker, f_centre: '3e5'}\n"
      "loop: {blocks: [{iterations: 1, select_shots: {shot_ids: []}}]}\n"
      "output: {overwrite: no}\n");
  const std::vector<std::pair<int, std::string>> expected{{2, "name"},
                                                          {3, "seeed"},
                                                          {4, "space.spacing"},
                                                          {4, "space.extra"},
                                                          {5, "time.step"},
                                                          {5, "time.num"},
                                                          {7, "medium.vp.value"},
                                                          {8, "medium.vp"},
                                                          {9, "traces.observed.axes"},
                                                          {10, "wavelets.f_centre"},
                                                          {11, "loop.blocks[0].select_shots.shot_ids"},
                                                          {12, "output.overwrite"}};
  CAPTURE(r.text());
  CHECK(r.diagnostics.error_count() == 12);
  for (const auto& place : expected) {
    CAPTURE(place.second);
    bool is_there = false;
    for (const Diagnostic& d : r.diagnostics.all())
      is_there = is_there || (d.where.line == place.first && d.path == place.second);
    CHECK(is_there);
  }
  CHECK(r.diagnostics.worst() == ErrorKind::usage);
}

TEST_CASE("files that cannot be read, and files that are too large") {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  const auto kind_of = [&](const std::string& file) {
    try {
      read_spec(file, {}, diagnostics);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::failed;
  };
  CHECK(kind_of((folder.path / "none.yaml").string()) == ErrorKind::data);
  CHECK(kind_of(folder.path.string()) == ErrorKind::data);
  CHECK(diagnostics.all().empty());
  read_spec(folder.write("large.yaml", std::string((std::size_t{16} << 20U) + 1, '#')), {}, diagnostics);
  CHECK(diagnostics.render(false).find("larger than 16 MiB") != std::string::npos);
}

TEST_CASE("anchors and merge keys share settings between sections") {
  const Outcome r = read_rest(
      "loop:\n"
      "  blocks:\n"
      "    - &first {iterations: 8, f_max: 0.3 MHz}\n"
      "    - {<<: *first, f_max: 0.4 MHz}\n");
  CHECK(r.text() == "");
  CHECK(r.spec.blocks.at(1).integer("iterations") == 8);
  CHECK(r.spec.blocks.at(1).number("f_max") == 0.4e6);
}
