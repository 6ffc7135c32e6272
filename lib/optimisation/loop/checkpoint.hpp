// Everything that the next iteration depends on, as bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.hpp"
#include "io/provenance.hpp"

namespace stride::optimisation {

// What is remembered of one iteration.
struct IterationRecord {
  std::size_t iteration = 0;  // from 0 over the whole run: abs_id
  std::size_t block = 0;
  std::size_t in_block = 0;  // from 0
  double f_max_hz = 0;       // 0: none
  double loss = 0;           // before the update, penalties included
  double penalty = 0;        // share of the penalties
  double step = 0;           // taken along the direction
  std::size_t trials = 0;    // of the line search
  bool updated = true;       // false: the update was unsafe, and skipped
  double model_min = 0;      // after the update
  double model_max = 0;
  bool has_held_out = false;
  double held_out_loss = 0;    // of the shots held out, after the update
  std::vector<int> shot_ids;   // that the loss is of
  std::vector<double> losses;  // of each of them
};

struct Checkpoint {
  io::Provenance provenance;                    // of the run, with what is in quarantine
  Array<float> model;                           // after the last iteration
  std::string optimiser;                        // Optimiser::serialize()
  std::vector<std::vector<double>> kept_norms;  // Pipeline::state() of ProcessGlobalGradient
  std::vector<IterationRecord> history;         // of all iterations done

  std::string serialize() const;
  // Error(data) that says what is wrong for bytes that are no checkpoint, cut short or changed.
  static Checkpoint parsed(std::string_view bytes);
};

}  // namespace stride::optimisation
