// Help texts and answers to a mistyped command line.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "app/verbs.hpp"

namespace stride::app {

// What `stride-cli` alone prints: one example and where to go on.
std::string short_help();

void describe_program(CLI::App& app);
// Examples first, then usage and options.
void describe_verb(CLI::App& app, const Verb& verb);

// Error(usage) with the nearest verb when the first word is none.
void check_verb(const std::vector<std::string>& words);

// Help or version on standard output (0), or what is wrong with the nearest option on standard error (2).
int answer_parse_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace stride::app
