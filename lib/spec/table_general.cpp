#include "spec/tables.hpp"

namespace stride::spec {
namespace {

SectionInfo top() {
  return {"top",
          "The keys at the top of the file; the sections below follow them. Read by all verbs.",
          {integer("version", Unit::none, "version of the spec's schema; this program reads 1").required(),
           text("name", "project name, the prefix of all files written: letters, digits, '.', '_' and '-'").required(),
           integer("seed", Unit::none, "seed of all random numbers of the run").by_default("0").at_least(0)},
          "version: 1\nname: breast2D\nseed: 7\n"};
}

SectionInfo input() {
  return {"input",
          "Where files named in the spec are looked up. Read by process and validate.",
          {path("folder", "looked into for relative names that are not in the spec's own folder; relative to it")},
          "input: {folder: data}\n"};
}

SectionInfo output() {
  return {
      "output",
      "Where results go. Read by process and forward; changes no result.",
      {path("folder", "folder of the results, relative to the spec's folder; made where it is missing").by_default("."),
       boolean("overwrite", "replace results that are already there").by_default("false")},
      "output: {folder: out, overwrite: false}\n"};
}

SectionInfo run() {
  return {
      "run",
      "How the machine is used; no choice here changes a result. Read by process and forward; options of the command "
      "line win.",
      {integer("workers", Unit::none, "shots worked on at the same time")
           .at_least(1)
           .at_most(65536)
           .or_word("auto")
           .by_default("auto"),
       integer("threads_per_worker", Unit::none, "threads that share one shot")
           .at_least(1)
           .at_most(65536)
           .or_word("auto")
           .by_default("auto"),
       size("memory", "memory that the run may take, as 8G or 500 MiB").above(0).or_word("auto").by_default("auto")},
      "run: {workers: auto, threads_per_worker: 1, memory: 8G}\n"};
}

SectionInfo select_shots() {
  return {"select_shots",
          "The shots to work on; all where the section is absent. Read by process and validate.",
          {integers("shot_ids", Unit::none, "ids of the shots, in any order").at_least(0),
           integer("start", Unit::none, "position of the first shot among all, in numeric order, from 0").at_least(0),
           integer("end", Unit::none, "position behind the last shot").at_least(0),
           integer("every", Unit::none, "take every n-th shot of those").at_least(1),
           integer("num", Unit::none, "number of shots to take, at most").at_least(1),
           boolean("randomly", "take `num` shots at random, by the run's seed").by_default("false")},
          "select_shots: {start: 0, every: 4, num: 16}\n"};
}

SectionInfo process() {
  return {"process",
          "List of pipelines (or operators) that `stride-cli process` runs in this order; `stride-cli steps` lists the "
          "steps and their parameters. Read by process and validate.",
          {text("pipeline", "a pipeline's name: ProcessWavelets, ProcessObserved, ProcessTraces, ..."),
           node("operators", "in place of a pipeline: operators with named inputs and outputs"),
           texts("on", "what it acts on: roles of `traces` or `fields`"),
           node("with", "mapping of what goes with it, read-only: {model: vp}"),
           node("steps", "list of steps in place of the pipeline's own")},
          "process:\n"
          "  - {pipeline: ProcessWavelets, on: wavelets, f_max: 0.5e6}\n"
          "  - pipeline: ProcessTraces\n"
          "    on: [modelled, observed]\n"
          "    f_min: 0.1 MHz\n"
          "    f_max: 0.5 MHz\n"};
}

}  // namespace

std::vector<SectionInfo> general_sections() {
  return {top(), input(), output(), select_shots(), process(), run()};
}

}  // namespace stride::spec
