// `physics`, `loss`, `optimiser` and `loop`.
#include <algorithm>
#include <string>

#include "spec/readers.hpp"
#include "spec/scalars.hpp"
#include "spec/tables.hpp"

namespace stride::spec {
namespace {

void check_order(const Values& values, const std::string& path, const std::string& low, const std::string& high,
                 bool may_be_equal, Diagnostics& diagnostics) {
  const auto a = values.maybe_number(low), b = values.maybe_number(high);
  if (!a || !b || *a < *b || (may_be_equal && *a == *b)) return;
  diagnostics.error(values.where(low), path + "." + low,
                    "must be " + std::string(may_be_equal ? "at most " : "below ") + high + " (" + format_number(*b) +
                        "), got " + format_number(*a));
}

void check_free_surface(const Values& physics, const Space& space, Diagnostics& diagnostics) {
  if (!physics.has("free_surface")) return;
  const auto& pair = physics.texts("free_surface");
  const bool has_axis = pair.size() == 2 && (pair[0] == "0" || pair[0] == "1" || pair[0] == "2");
  if (!has_axis || (pair[1] != "low" && pair[1] != "high")) {
    diagnostics.error(physics.where("free_surface"), "physics.free_surface",
                      "must be [axis, face]: axis 0, 1 or 2, face low or high, as in [0, low]");
    return;
  }
  const auto axis = static_cast<std::size_t>(pair[0][0] - '0');
  if (space.known() && axis >= space.dim())
    diagnostics.error(physics.where("free_surface"), "physics.free_surface",
                      "names axis " + pair[0] + "; space.shape has the axes 0 to " + std::to_string(space.dim() - 1));
}

void check_constraint(const Values& values, const std::string& path, Diagnostics& diagnostics) {
  if (!values.has("type")) return;
  const std::string& type = values.text("type");
  if (type == "bound" && !values.has("min") && !values.has("max"))
    diagnostics.error(values.where(), path, "bounds nothing; write `min`, `max` or both");
  check_order(values, path, "min", "max", true, diagnostics);
  const bool substitutes = values.maybe_text("mode").value_or("") == "substitute";
  if (values.has("mode") && substitutes != values.has("substitute"))
    diagnostics.error(values.where(), path + ".substitute",
                      substitutes ? "is missing; the mode substitute needs it" : "goes with the mode substitute only");
}

void read_constraints(Reading& reading) {
  const Values& optimiser = reading.spec.optimiser;
  if (!optimiser.has("constraints")) return;
  const Node& list = optimiser.node("constraints");
  if (list.kind != Node::Kind::sequence || list.items.empty()) {
    reading.diagnostics.error(list.where, "optimiser.constraints",
                              "must be a list of mappings, as in [{type: bound, min: 1400}]");
    return;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string path = "optimiser.constraints[" + std::to_string(i) + "]";
    Values& values = reading.spec.nested[path];
    values = read_declared(*list.items[i], path, "optimiser.constraints[]", reading.diagnostics);
    check_constraint(values, path, reading.diagnostics);
  }
}

void read_block(Reading& reading, const Node& node, const std::string& path) {
  reading.spec.blocks.push_back(read_declared(node, path, "loop.blocks[]", reading.diagnostics));
  const Values& block = reading.spec.blocks.back();
  check_order(block, path, "f_min", "f_max", false, reading.diagnostics);
  if (block.has("loss")) {
    const Values& loss = read_nested(reading, block, "loss", path + ".loss", "loss");
    if (loss.has("penalties"))
      reading.diagnostics.error(loss.where("penalties"), path + ".loss.penalties",
                                "belong to the whole run; write them in the section loss");
  }
  if (!block.has("select_shots")) return;
  const std::string inner = path + ".select_shots";
  check_selection(read_nested(reading, block, "select_shots", inner, "select_shots"), inner, reading.diagnostics);
}

void check_loop(const Values& loop, Diagnostics& diagnostics) {
  if (loop.has("write_gradients"))
    for (const std::string& name : loop.texts("write_gradients"))
      if (name != "raw" && name != "preconditioned" && name != "processed")
        diagnostics.error(loop.where("write_gradients"), "loop.write_gradients",
                          "there is no gradient '" + name + "'; write raw, preconditioned or processed");
  if (loop.has("folds") && loop.has("fold") && loop.integer("fold") >= loop.integer("folds"))
    diagnostics.error(loop.where("fold"), "loop.fold",
                      "must be below folds (" + std::to_string(loop.integer("folds")) + "), got " +
                          std::to_string(loop.integer("fold")));
  if (loop.has("fold") && !loop.has("folds"))
    diagnostics.error(loop.where("fold"), "loop.fold", "needs folds: how many there are");
}

}  // namespace

void read_physics(Reading& reading, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  reading.spec.physics = read_declared(node, "physics", "physics", diagnostics);
  const Values& physics = reading.spec.physics;
  const Values& wavefield = read_nested(reading, physics, "wavefield", "physics.wavefield", "physics.wavefield");
  if (physics.has("dump_wavefield"))
    read_nested(reading, physics, "dump_wavefield", "physics.dump_wavefield", "physics.dump_wavefield");
  check_free_surface(physics, reading.spec.space, diagnostics);
  if (physics.boolean("allow_unstable") && physics.text("kernel") == "auto")
    diagnostics.error(physics.where("allow_unstable"), "physics.allow_unstable",
                      "goes with a forced kernel only; write kernel: OT2 or OT4, or remove it");
  if (wavefield.text("strategy") == "boundary" && reading.spec.medium.contains("alpha"))
    diagnostics.error(
        wavefield.where("strategy"), "physics.wavefield.strategy",
        "boundary cannot rebuild a field with attenuation (medium.alpha); use memory, disk or checkpoint");
}

void read_loss(Reading& reading, const Node& node) {
  reading.spec.loss = read_declared(node, "loss", "loss", reading.diagnostics);
  const Values& loss = reading.spec.loss;
  if (loss.has("penalties")) read_nested(reading, loss, "penalties", "loss.penalties", "loss.penalties");
}

void read_optimiser(Reading& reading, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  reading.spec.optimiser = read_declared(node, "optimiser", "optimiser", diagnostics);
  const Values& optimiser = reading.spec.optimiser;
  for (const std::string key : {"line_search", "process_grad", "process_model"})
    if (optimiser.has(key)) read_nested(reading, optimiser, key, "optimiser." + key, "optimiser." + key);
  const auto model = reading.spec.nested.find("optimiser.process_model");
  if (model != reading.spec.nested.end())
    check_order(model->second, "optimiser.process_model", "min", "max", true, diagnostics);
  read_constraints(reading);
}

void read_loop(Reading& reading, const Node& node) {
  reading.spec.loop = read_declared(node, "loop", "loop", reading.diagnostics);
  check_loop(reading.spec.loop, reading.diagnostics);
  if (!reading.spec.loop.has("blocks")) return;
  const Node& list = reading.spec.loop.node("blocks");
  if (list.kind != Node::Kind::sequence || list.items.empty()) {
    reading.diagnostics.error(list.where, "loop.blocks",
                              "must be a list of blocks, as in [{f_max: 0.3 MHz, iterations: 8}]");
    return;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i)
    read_block(reading, *list.items[i], "loop.blocks[" + std::to_string(i) + "]");
}

}  // namespace stride::spec
