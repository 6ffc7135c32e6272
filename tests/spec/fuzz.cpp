// Mutations of a valid spec: whatever comes, the reader answers with diagnostics or a spec, quickly.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "core/random.hpp"
#include "read.hpp"

using namespace stride::spec;
using stride::test::read;

namespace {

std::string whole_spec() {
  std::string text = "version: 1\nname: t\n";
  for (const char* name : {"input", "output", "space", "time", "medium", "geometry", "acquisitions", "wavelets",
                           "fields", "select_shots", "process", "physics", "optimiser.constraints[]", "loop", "run"})
    text += find_section(name)->example;
  return text + find_section("traces.<role>")->example + find_section("loss")->example;
}

// One small damage: a byte changed, removed or doubled, a piece cut out, moved, or something nasty put in.
void mutate(std::string& text, stride::Random& random) {
  static constexpr std::array nasty{"&a ",  "*a",       "<<: ", "[",     "{",    "\"",  "'",      ": ",
                                    "- ",   "\n",       "\t",   "---\n", "|\n",  ">\n", "!!str ", "? ",
                                    "\xFF", "\xC2\xB5", "${",   "1e999", "0x1F", "1_0", "%YAML ", "# ",
                                    "~",    ".nan",     "null", "]",     "}",    ","};
  if (text.empty()) return;
  const std::size_t at = random.below(text.size());
  const std::size_t length = 1 + random.below(12);
  switch (random.below(6)) {
    case 0:
      text[at] = static_cast<char>(random.below(256));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(at, length));
      break;
    case 3:
      text.insert(random.below(text.size()), text.substr(at, 4 * length));
      break;
    case 4:
      text.resize(at);
      break;
    default:
      text.insert(at, nasty[random.below(nasty.size())]);
  }
}

}  // namespace

TEST_CASE("mutated specs never crash the reader") {
  const std::string valid = whole_spec();
  const auto untouched = read(valid);
  REQUIRE(untouched.text() == "");
  stride::Random random(2024);
  std::size_t refused = 0;
  constexpr int rounds = 4000;
  for (int i = 0; i < rounds; ++i) {
    std::string text = valid;
    for (std::uint64_t k = 1 + random.below(4); k > 0; --k) mutate(text, random);
    const auto out = read(text);
    CHECK_NOTHROW(out.diagnostics.render(true));
    if (out.diagnostics.has_errors())
      ++refused;
    else
      CHECK(read(resolved_yaml(out.spec)).text() == "");
  }
  CHECK(refused > rounds / 2);
  CHECK(refused < rounds);
}

TEST_CASE("mutated overrides never crash the reader") {
  const std::string valid = whole_spec();
  stride::Random random(7);
  for (int i = 0; i < 500; ++i) {
    std::string key = "loop.blocks[0].select_shots.num", value = "{a: [1, 2], b: 'x'}";
    mutate(key, random);
    mutate(value, random);
    const auto out = read(valid, {{key, value}, {"space.extra", value}});
    CHECK_NOTHROW(out.diagnostics.render(false));
  }
}
