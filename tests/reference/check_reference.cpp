// Runs every case of a file of reference numbers (steps.h5) and prints one line for each.
#include <fmt/format.h>

#include <exception>
#include <string>

#include "compare.hpp"

namespace stride::reference {
namespace {

struct Counts {
  int passed = 0, failed = 0, documented = 0, skipped = 0;
};

void print(Counts& counts, const std::string& group, const std::string& name, double error,
           const std::string& verdict) {
  fmt::print("{:<34} {:<36} {:9.2e}  {}\n", group, name, error, verdict);
  if (verdict == "ok")
    ++counts.passed;
  else if (verdict.starts_with("documented"))
    ++counts.documented;
  else
    ++counts.failed;
}

void run(Counts& counts, const H5Tree& tree, const std::string& group, const std::string& path, const std::string& name,
         const Check& check) {
  try {
    Case c(tree, path, name);
    check(c);
    print(counts, group, name, c.largest_error(), c.verdict());
  } catch (const std::exception& e) {
    print(counts, group, name, 0, std::string("FAIL: ") + e.what());
  }
}

enum class Cases { group_is_one, children_that_are_groups, all_children };

struct Known {
  Check check;
  Cases cases = Cases::children_that_are_groups;
};

const std::map<std::string, Known>& known_groups() {
  static const std::map<std::string, Known> groups = {
      {"check_traces", {check_check_traces}},
      {"filter_traces", {check_filter_traces}},
      {"mute_traces", {check_mute_traces}},
      {"norm_per_shot", {check_norm, Cases::group_is_one}},
      {"norm_per_trace", {check_norm, Cases::group_is_one}},
      {"scale_per_shot_relative_False", {check_scale, Cases::group_is_one}},
      {"scale_per_shot_relative_True", {check_scale, Cases::group_is_one}},
      {"scale_per_trace_relative_False", {check_scale, Cases::group_is_one}},
      {"scale_per_trace_relative_True", {check_scale, Cases::group_is_one}},
      {"shift_traces", {check_shift_traces}},
      {"clip", {check_clip, Cases::group_is_one}},
      {"mask_field", {check_mask_field}},
      {"smooth_field", {check_smooth_field}},
      {"norm_field", {check_norm_field}},
      {"operators", {check_operator}},
      {"pipelines", {check_pipeline}},
      {"fft", {check_spectrum}},
      {"wavelets", {check_wavelet, Cases::all_children}},
  };
  return groups;
}

const std::map<std::string, std::string>& later_groups() {
  static const std::map<std::string, std::string> groups = {
      {"inputs", "what the cases are given"},     {"apply_prec", "belongs to the optimiser"},
      {"constraints", "belong to the optimiser"}, {"penalties", "belong to the optimiser"},
      {"l2_loss", "belongs to the losses"},
  };
  return groups;
}

void run_group(Counts& counts, const H5Tree& tree, const std::string& group) {
  if (const auto later = later_groups().find(group); later != later_groups().end()) {
    fmt::print("{:<34} {:<36} {:>9}  skipped: {}\n", group, "-", "-", later->second);
    ++counts.skipped;
    return;
  }
  const auto found = known_groups().find(group);
  if (found == known_groups().end()) {
    print(counts, group, "-", 0, "FAIL: no check knows this group");
    return;
  }
  const Known& known = found->second;
  if (known.cases == Cases::group_is_one) {
    run(counts, tree, group, group, group, known.check);
    return;
  }
  for (const std::string& name : tree.children(group)) {
    const std::string path = group + "/" + name;
    if (known.cases == Cases::all_children || tree.is_group(path))
      run(counts, tree, group, path, name, known.check);
    else if (!name.starts_with("in_"))
      print(counts, group, name, 0, "FAIL: a dataset that no check knows");
  }
}

}  // namespace
}  // namespace stride::reference

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: check_reference FOLDER   (the folder that holds steps.h5)\n");
    return 2;
  }
  try {
    const stride::reference::H5Tree tree(std::string(argv[1]) + "/steps.h5");
    stride::reference::Counts counts;
    for (const std::string& group : tree.children("/")) stride::reference::run_group(counts, tree, group);
    fmt::print("{} passed, {} failed, {} documented differences, {} skipped\n", counts.passed, counts.failed,
               counts.documented, counts.skipped);
    return counts.failed == 0 ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 1;
  }
}
