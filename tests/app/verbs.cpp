#include "app/verbs.hpp"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include "app/usage.hpp"
#include "pipelines/table.hpp"

using namespace stride::app;

TEST_CASE("every verb has a summary, examples that begin with its command, and described options") {
  std::set<std::string> names;
  for (const Verb& verb : verbs()) {
    CAPTURE(verb.name);
    CHECK(names.insert(verb.name).second);
    CHECK_FALSE(verb.summary.empty());
    REQUIRE_FALSE(verb.examples.empty());
    for (const std::string& example : verb.examples) CHECK(example.starts_with("stride-cli " + verb.name));
    CLI::App app;
    CHECK(verb.setup(app));
    for (const CLI::Option* option : app.get_options()) {
      CAPTURE(option->get_name());
      CHECK_FALSE(option->get_description().empty());
    }
  }
}

TEST_CASE("the help of each verb fits a screen and starts with examples") {
  for (const Verb& verb : verbs()) {
    CAPTURE(verb.name);
    CLI::App app;
    describe_verb(app, verb);
    verb.setup(app);
    const std::string help = app.help();
    CHECK(help.starts_with("stride-cli " + verb.name + ": "));
    CHECK(help.find("Examples") < help.find("Usage"));
    CHECK(std::count(help.begin(), help.end(), '\n') <= 45);
  }
}

TEST_CASE("the README names every step, pipeline and verb") {
  std::ifstream in("README.md");
  const std::string readme{std::istreambuf_iterator<char>(in), {}};
  for (const std::string& name : stride::pipelines::step_names()) {
    CAPTURE(name);
    CHECK(readme.find("| `" + name + "` |") != std::string::npos);
  }
  for (const std::string& name : stride::pipelines::pipeline_names()) {
    CAPTURE(name);
    CHECK(readme.find("| `" + name + "` |") != std::string::npos);
  }
  for (const Verb& verb : verbs()) {
    CAPTURE(verb.name);
    CHECK(readme.find("stride-cli " + verb.name) != std::string::npos);
  }
}
