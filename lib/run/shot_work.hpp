// What is done with one shot (or a piece of its traces): read its sets, run the pipelines and operators on them.
#pragma once

#include "pipelines/incorrect_traces.hpp"
#include "run/process_traces.hpp"

namespace stride::run {

// Whether a set is cut when a shot is worked in pieces: those with a trace per receiver are, wavelets are not.
bool is_cut(const std::string& role);

// Number of receiver traces of a shot: those of its first set that has one trace per receiver; 0 when it has none.
std::size_t receiver_traces(const ProcessJob& job, const io::ShotInfo& shot);

// Location ids of all traces of a set; may be empty.
std::vector<int> all_ids(const ProcessJob& job, const io::ShotInfo& shot, const std::string& role);

// Sampling interval after the steps of a pipeline, s.
double dt_after(const pipelines::PipelinePlan& plan, double dt_s);

// Reads the traces [first, first + count) of every set of the piece's shot (wavelets whole, with the first piece).
void read_sets(const ProcessJob& job, Piece& piece);

// Runs all entries in order. Errors name the shot.
void work_on(const ProcessJob& job, Piece& piece);

}  // namespace stride::run
