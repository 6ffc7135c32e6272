// The parts of reading an entry of `process:`, shared by read_pipeline's files only.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pipelines/plan.hpp"
#include "pipelines/table.hpp"

namespace stride::pipelines {

// Keys of an entry that belong to the pipeline itself.
const std::vector<spec::Key>& entry_keys();

// A step as listed by `steps:` or by the pipeline's default order.
struct ListedStep {
  const StepInfo* info = nullptr;
  const spec::Node* parameters = nullptr;  // `name: {...}`; null: none of its own
  std::string path;                        // of the step, or of the pipeline for a default step
  spec::Location where;
  bool by_name = false;   // written in `steps:`
  std::string dump_name;  // steps that a dump_ switch put there
};

// Collects problems without telling one twice: several steps read the same key.
class Teller {
 public:
  explicit Teller(spec::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  void error(const spec::Location& where, const std::string& path, const std::string& what);
  void warning(const spec::Location& where, const std::string& path, const std::string& what);
  // What another reader found.
  void tell(const spec::Diagnostics& found);

 private:
  bool is_new(const spec::Location& where, const std::string& what);

  spec::Diagnostics& diagnostics_;
  std::set<std::string> told_;
};

// "; did you mean X?" or "".
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

// `steps:` as written. Unknown names, steps of the other kind (traces, fields) and wrong forms are told.
std::vector<ListedStep> read_step_list(const spec::Node& list, const std::string& path, Acts acts, Teller& teller);

// Puts the dumps that the entry's dump_ switches ask for around the steps, and names `dump` steps after their place.
std::vector<ListedStep> place_dumps(std::vector<ListedStep> listed, const spec::Node& entry,
                                    const std::string& pipeline, const std::string& path, Teller& teller);
bool is_dump_key(const std::string& key);

// The values of a step: its own `{...}` first, then the pipeline's parameters, then defaults. nullopt, and the problems
// told, when one is not admissible.
std::optional<spec::Values> read_step_values(const ListedStep& step, const spec::Node& entry, const std::string& path,
                                             Teller& teller);

// Tells of every key of the entry that is neither the pipeline's own, nor a switch, nor a parameter of a listed step.
void check_keys(const spec::Node& entry, const PipelineInfo& info, const std::vector<ListedStep>& listed,
                const std::string& path, Teller& teller);

// Roles of `on:` in the order in which steps get them.
std::vector<std::string> read_roles(const spec::Node& entry, const PipelineInfo& info, const std::string& path,
                                    Teller& teller);

// `with:`, and the sets and fields that steps name themselves (scale_to, mask), into plan.with.
void read_with(PipelinePlan& plan, const spec::Node& entry, Teller& teller);

// Tells what the steps' own checks find, but not what they find without knowing the data (told by read_pipeline).
void check_steps(const PipelinePlan& plan, const CheckContext& context, Teller& teller);

// Dotted path of a key of a step: the pipeline's or the step's, wherever it is written.
std::string path_of(const PipelinePlan& plan, const StepCall& call, const std::string& key);

}  // namespace stride::pipelines
