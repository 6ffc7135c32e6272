#include "optimisation/optimiser/hooks.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

struct Log {
  Hook<float> hook(const std::string& name, Timing timing, int priority = 0) {
    return {name, timing, priority, [this, name](Update<float>&) { called += name; }};
  }
  std::string call(const Hooks<float>& hooks, Timing timing) {
    Array<float> x = Array<float>::zeros({2}), g = Array<float>::zeros({2});
    Update<float> update{x, g};
    called.clear();
    hooks.call_hooks(timing, update);
    return called;
  }
  std::string called;
};

}  // namespace

TEST_CASE("hooks are called by timing, priority, then order of adding") {
  Log log;
  Hooks<float> hooks;
  hooks.add_hook(log.hook("a", Timing::pre));
  hooks.add_hook(log.hook("b", Timing::post));
  hooks.add_hook(log.hook("c", Timing::pre, 5));
  hooks.add_hook(log.hook("d", Timing::pre));
  hooks.add_hook(log.hook("e", Timing::pre, -1));
  hooks.add_hook(log.hook("f", Timing::pre, 5));
  CHECK(log.call(hooks, Timing::pre) == "cfade");
  CHECK(log.call(hooks, Timing::post) == "b");
  hooks.remove_hook("a");
  CHECK(log.call(hooks, Timing::pre) == "cfde");
  hooks.add_hook(log.hook("a", Timing::pre));
  CHECK(log.call(hooks, Timing::pre) == "cfdae");
  CHECK(hooks.names() == std::vector<std::string>{"c", "f", "b", "d", "a", "e"});
}

TEST_CASE("hooks: a second one of a name, none of a name, and nothing to call are refused") {
  Log log;
  Hooks<float> hooks;
  hooks.add_hook(log.hook("a", Timing::pre));
  CHECK_THROWS_WITH_AS(hooks.add_hook(log.hook("a", Timing::post)),
                       "hook a: there is a hook of that name already; remove it first, or choose another name", Error);
  CHECK_THROWS_WITH_AS(hooks.remove_hook("b"), "hook b: there is no hook of that name", Error);
  CHECK_THROWS_WITH_AS(hooks.add_hook({"b", Timing::pre, 0, {}}), "hook b: there is nothing to call", Error);
  CHECK_FALSE(hooks.has_hook("b"));
  CHECK(log.call(hooks, Timing::pre) == "a");
}

TEST_CASE("hooks may change the update, and the list of hooks") {
  Hooks<float> hooks;
  hooks.add_hook({"once", Timing::pre, 0, [&](Update<float>& update) {
                    update.gradient[0] += 1;
                    hooks.remove_hook("once");
                  }});
  Array<float> x = Array<float>::zeros({1}), g = Array<float>::zeros({1});
  Update<float> update{x, g};
  hooks.call_hooks(Timing::pre, update);
  hooks.call_hooks(Timing::pre, update);
  CHECK(g[0] == 1);
}
