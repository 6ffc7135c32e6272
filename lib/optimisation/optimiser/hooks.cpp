#include "optimisation/optimiser/hooks.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

template <class List>
auto find(List& hooks, const std::string& name) {
  return std::find_if(hooks.begin(), hooks.end(), [&](const auto& hook) { return hook.name == name; });
}

}  // namespace

template <class Real>
void Hooks<Real>::add_hook(Hook<Real> hook) {
  if (has_hook(hook.name))
    throw Error(ErrorKind::usage, "hook " + hook.name, "there is a hook of that name already",
                "remove it first, or choose another name");
  if (!hook.act) throw Error(ErrorKind::usage, "hook " + hook.name, "there is nothing to call");
  const auto place = std::find_if(hooks_.begin(), hooks_.end(),
                                  [&](const Hook<Real>& other) { return other.priority < hook.priority; });
  hooks_.insert(place, std::move(hook));
}

template <class Real>
void Hooks<Real>::remove_hook(const std::string& name) {
  const auto found = find(hooks_, name);
  if (found == hooks_.end()) throw Error(ErrorKind::usage, "hook " + name, "there is no hook of that name");
  hooks_.erase(found);
}

template <class Real>
bool Hooks<Real>::has_hook(const std::string& name) const {
  return find(hooks_, name) != hooks_.end();
}

template <class Real>
void Hooks<Real>::call_hooks(Timing timing, Update<Real>& update) const {
  const std::vector<Hook<Real>> hooks = hooks_;  // a hook may change the list
  for (const Hook<Real>& hook : hooks)
    if (hook.timing == timing) hook.act(update);
}

template <class Real>
std::vector<std::string> Hooks<Real>::names() const {
  std::vector<std::string> names;
  for (const Hook<Real>& hook : hooks_) names.push_back(hook.name);
  return names;
}

template class Hooks<float>;
template class Hooks<double>;

}  // namespace stride::optimisation
