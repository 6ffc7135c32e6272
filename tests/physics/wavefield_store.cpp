#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/error.hpp"
#include "physics/acoustic/history.hpp"
#include "physics/acoustic/memory.hpp"
#include "physics/acoustic/scratch_file.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

struct Kind {
  std::string name;
  WaveProblem problem;
};

template <class Change>
void add_kind(std::vector<Kind>& kinds, const std::string& name, WaveProblem problem, const Change& change) {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    problem.settings.kernel = kernel;
    WaveProblem one = problem;
    change(one);
    kinds.push_back({name + (kernel == ac::Kernel::ot2 ? ", OT2" : ", OT4"), one});
  }
}

// Fields that can be stepped back, in each way that a step is taken. The absorbing layer is thinner than a strip here
// and wider there.
std::vector<Kind> undamped_kinds() {
  std::vector<Kind> out;
  WaveProblem split = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.35, 111);
  split.vp = wavy_field(split.space.shape, 1500, 0.06);
  WaveProblem plain = uniform_problem({30, 21}, 0.5e-3, 22, 1500, 0.35, 110);
  WaveProblem cube = uniform_problem({13, 12, 18}, 0.5e-3, 6, 1500, 0.3, 50);
  cube.vp = wavy_field(cube.space.shape, 1500, 0.06);
  const auto as_is = [](WaveProblem&) {};
  const auto density = [](WaveProblem& p) { p.rho = wavy_field(p.space.shape, 1000, 0.2); };
  add_kind(out, "split rows", split, as_is);
  add_kind(out, "plain rows", plain, as_is);
  add_kind(out, "3-D", cube, as_is);
  add_kind(out, "pressure", split, [](WaveProblem& p) {
    p.settings.source_scaling = ac::SourceScaling::pressure;
    p.settings.interpolation = ac::Interpolation::hicks;
  });
  add_kind(out, "more extra cells than absorb", split, [](WaveProblem& p) { p.space.extra = {30, 11}; });
  add_kind(out, "no layer", split, [](WaveProblem& p) { p.space.extra = p.space.absorbing = {0, 0}; });
  add_kind(out, "density", plain, density);
  add_kind(out, "density, 3-D", cube, density);
  add_kind(out, "free surface across rows", split, [](WaveProblem& p) {
    p.settings.free_surface = ac::FreeSurface{0, false};
  });
  add_kind(out, "free surface at the end of rows", split, [&](WaveProblem& p) {
    p.settings.free_surface = ac::FreeSurface{1, true};
    density(p);
  });
  add_kind(out, "free surface, 3-D", cube, [](WaveProblem& p) { p.settings.free_surface = ac::FreeSurface{0, true}; });
  add_kind(out, "order 4", split, [](WaveProblem& p) { p.settings.space_order = 4; });
  return out;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> out = undamped_kinds();
  WaveProblem lossy = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.35, 108);
  lossy.alpha.assign(lossy.vp.size(), 2);
  add_kind(out, "attenuation", lossy, [](WaveProblem&) {});
  add_kind(out, "compat", lossy, [](WaveProblem& p) {
    p.settings.compat_stride = true;
    p.settings.boundary = ac::Boundary::sponge_stride;
    p.rho = wavy_field(p.space.shape, 1000, 0.2);
  });
  WaveProblem layer = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.3, 108);
  layer.settings.boundary = ac::Boundary::pml;
  add_kind(out, "PML", layer, [](WaveProblem&) {});
  add_kind(out, "PML, density, attenuation of power 2", layer, [](WaveProblem& p) {
    p.rho = wavy_field(p.space.shape, 1000, 0.2);
    p.alpha.assign(p.vp.size(), 2);
    p.settings.attenuation_power = 2;
  });
  return out;
}

std::vector<double> point_at(const WaveProblem& problem, double part) {
  std::vector<double> point;
  for (std::size_t axis = 0; axis < problem.space.dim(); ++axis)
    point.push_back(static_cast<double>(problem.space.shape[axis] - 1) * (part + 0.05 * static_cast<double>(axis)) *
                    problem.space.spacing_m[axis]);
  return point;
}

// Lends its wavelet: an step in short records.
class Shot {
 public:
  explicit Shot(const WaveProblem& problem) : wavelet_(ricker_wavelet(problem, 0.35e6)) {
    if (problem.samples < 20) std::fill(wavelet_.begin(), wavelet_.end(), 1.0F);
    setup_.sources = {{point_at(problem, 0.31)}, {0}};
    setup_.receivers = {{point_at(problem, 0.74), point_at(problem, 0.5), point_at(problem, 0.31)}, {1, 2, 3}};
    setup_.wavelets = {wavelet_.data(), 1, wavelet_.size()};
  }
  const ac::ShotSetup& setup() const { return setup_; }

 private:
  std::vector<float> wavelet_;
  ac::ShotSetup setup_;
};

// Of half the square of the traces. The last receiver is where the source is.
template <class Real>
ac::ShotGradient<Real> gradient_of(const WaveProblem& problem, const ac::StoreSettings& store, int threads = 1) {
  const Shot shot(problem);
  const ac::ShotSetup& setup = shot.setup();
  ac::ShotGradient<Real> out;
  runtime::with_threads(threads, [&] {
    ac::Propagator<Real> propagator(model_of<Real>(problem, threads), threads);
    const Array<Real> traces = propagator.run_and_keep(setup, {}, store);
    out = propagator.gradient(setup, traces.rows(), {});
  });
  return out;
}

template <class Real>
bool same_bytes(const ac::ShotGradient<Real>& a, const ac::ShotGradient<Real>& b) {
  const auto same = [](const Array<Real>& one, const Array<Real>& other) {
    return one.size() == other.size() &&
           (one.size() == 0 || std::memcmp(one.data(), other.data(), one.size() * sizeof(Real)) == 0);
  };
  return same(a.vp, b.vp) && same(a.alpha, b.alpha) && same(a.preconditioner, b.preconditioner) && same(a.rho, b.rho) &&
         same(a.wavelets, b.wavelets) && peak_of(a.vp) > 0;
}

// |a - b| / |b|.
template <class Real>
double distance(const Array<Real>& a, const Array<Real>& b) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < b.size(); ++n) {
    difference += std::pow(static_cast<double>(a[n]) - static_cast<double>(b[n]), 2);
    norm += std::pow(static_cast<double>(b[n]), 2);
  }
  return std::sqrt(difference / norm);
}

ac::StoreSettings with_strategy(ac::StoreSettings store, ac::StoreStrategy strategy, std::size_t checkpoints = 0) {
  store.strategy = strategy;
  store.folder = std::filesystem::temp_directory_path().string();
  store.checkpoints = checkpoints;
  return store;
}

const std::vector<ac::StoreSettings> densities{
    {1, ac::StoredPrecision::native}, {4, ac::StoredPrecision::native}, {3, ac::StoredPrecision::f16}};

}  // namespace

TEST_CASE("store: on disk the same bytes as in memory") {
  for (const Kind& kind : all_kinds())
    for (const ac::StoreSettings& store : densities) {
      CAPTURE(kind.name);
      CAPTURE(store.undersample);
      const auto memory = gradient_of<float>(kind.problem, store);
      CHECK(same_bytes(gradient_of<float>(kind.problem, with_strategy(store, ac::StoreStrategy::disk)), memory));
    }
}

TEST_CASE("store: from checkpoints the same bytes as in memory, by any number of threads") {
  for (const Kind& kind : all_kinds())
    for (const ac::StoreSettings& store : densities) {
      CAPTURE(kind.name);
      CAPTURE(store.undersample);
      const auto memory = gradient_of<float>(kind.problem, store);
      for (const std::size_t checkpoints : {0, 1, 2, 3, 1000}) {
        CAPTURE(checkpoints);
        const auto settings = with_strategy(store, ac::StoreStrategy::checkpoint, checkpoints);
        CHECK(same_bytes(gradient_of<float>(kind.problem, settings, checkpoints == 2 ? 3 : 1), memory));
      }
    }
}

TEST_CASE("store: stepped back from the frame, the gradient of memory but for rounding") {
  for (const Kind& kind : undamped_kinds())
    for (const ac::StoreSettings& store : densities) {
      CAPTURE(kind.name);
      CAPTURE(store.undersample);
      const auto settings = with_strategy(store, ac::StoreStrategy::boundary);
      const auto one = gradient_of<float>(kind.problem, settings);
      CHECK(distance(one.vp, gradient_of<float>(kind.problem, store).vp) <= 1e-3);
      CHECK(same_bytes(gradient_of<float>(kind.problem, settings, 3), one));
      if (store.precision != ac::StoredPrecision::native) continue;
      const auto exact = gradient_of<double>(kind.problem, store), back = gradient_of<double>(kind.problem, settings);
      CHECK(distance(back.vp, exact.vp) <= 1e-9);
      if (!exact.rho.empty()) CHECK(distance(back.rho, exact.rho) <= 1e-9);
      CHECK(distance(back.preconditioner, exact.preconditioner) <= 1e-9);
      CHECK(distance(back.wavelets, exact.wavelets) <= 1e-9);
    }
}

TEST_CASE("store: short records, and such of which nothing is kept") {
  WaveProblem problem = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.35, 0);
  for (std::size_t samples = 3; samples < 9; ++samples)
    for (const std::size_t undersample : {std::size_t{1}, std::size_t{3}, std::size_t{1} << 40U}) {
      problem.samples = samples;
      const ac::StoreSettings store{undersample, ac::StoredPrecision::native};
      const auto memory = gradient_of<double>(problem, store);
      for (const auto strategy : {ac::StoreStrategy::disk, ac::StoreStrategy::checkpoint, ac::StoreStrategy::boundary})
        for (const std::size_t checkpoints : {0, 1, 2}) {
          const auto other = gradient_of<double>(problem, with_strategy(store, strategy, checkpoints));
          if (peak_of(memory.vp) > 0)
            CHECK(peak_error(other.vp, memory.vp) <= 1e-9);
          else
            CHECK(peak_of(other.vp) == 0);
          CHECK(peak_error(other.wavelets, memory.wavelets) <= 1e-9);
        }
    }
}

TEST_CASE("store: what is held is what was planned") {
  for (const Kind& kind : all_kinds())
    for (const ac::StoreSettings& store : densities) {
      const WaveProblem& p = kind.problem;
      CAPTURE(kind.name);
      CAPTURE(store.undersample);
      const auto model = model_of<float>(p);
      const bool rho = !p.rho.empty(), alpha = !p.alpha.empty();
      const auto check = [&](const ac::StoreSettings& settings) {
        const ac::StorePlan plan =
            ac::Propagator<float>::store_plan(p.space, p.settings, p.settings.kernel, rho, alpha, p.samples, settings);
        CHECK(plan.memory_bytes == ac::make_history(model, 1, p.samples, settings)->bytes());
        return plan;
      };
      const auto memory = check(store), disk = check(with_strategy(store, ac::StoreStrategy::disk));
      CHECK(disk.disk_bytes == memory.memory_bytes);
      for (const std::size_t checkpoints : {0, 1, 2, 3, 1000})
        check(with_strategy(store, ac::StoreStrategy::checkpoint, checkpoints));
      if (ac::boundary_obstacle(p.space, p.settings, alpha).empty())
        check(with_strategy(store, ac::StoreStrategy::boundary));
    }
}

TEST_CASE("store: as many steps are taken again as were planned") {
  const WaveProblem problem = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.35, 109);
  const auto model = model_of<float>(problem);
  const Shot shot(problem);
  const ac::ShotSetup& setup = shot.setup();
  for (const auto strategy : {ac::StoreStrategy::memory, ac::StoreStrategy::checkpoint, ac::StoreStrategy::boundary})
    for (const std::size_t undersample : {1, 4})
      for (const std::size_t checkpoints : {0, 1, 2, 5, 20}) {
        const auto settings = with_strategy({undersample, ac::StoredPrecision::native}, strategy, checkpoints);
        ac::Propagator<float> propagator(model, 1);
        const Array<float> traces = propagator.run_and_keep(setup, {}, settings);
        std::uint64_t asked = 0;
        ac::Monitor monitor;
        monitor.go_on = [&](std::size_t) {
          ++asked;
          return true;
        };
        propagator.gradient(setup, traces.rows(), monitor);
        const ac::StorePlan plan = ac::Propagator<float>::store_plan(problem.space, problem.settings, ac::Kernel::ot2,
                                                                     false, false, problem.samples, settings);
        CHECK(asked == problem.samples - 2 + plan.extra_steps);
        if (strategy == ac::StoreStrategy::checkpoint && checkpoints == 0) CHECK(plan.extra_steps < problem.samples);
      }
}

TEST_CASE("store: a propagator goes from strategy to strategy, and from a stopped shot to the next") {
  const WaveProblem problem = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.35, 80);
  const Shot shot(problem);
  const ac::ShotSetup& setup = shot.setup();
  ac::Propagator<float> propagator(model_of<float>(problem), 1);
  const auto gradient = [&](const ac::StoreSettings& store, const ac::Monitor& monitor) {
    const Array<float> traces = propagator.run_and_keep(setup, {}, store);
    return propagator.gradient(setup, traces.rows(), monitor);
  };
  const auto memory = gradient({}, {});
  for (const auto strategy : {ac::StoreStrategy::checkpoint, ac::StoreStrategy::disk, ac::StoreStrategy::boundary}) {
    const auto store = with_strategy({}, strategy, 2);
    const auto first = gradient(store, {});
    ac::Monitor monitor;
    std::size_t left = 40;
    monitor.go_on = [&](std::size_t) { return --left > 0; };
    CHECK_THROWS_AS(gradient(store, monitor), Error);
    CHECK(same_bytes(gradient(store, {}), first));
    CHECK(distance(first.vp, memory.vp) <= (strategy == ac::StoreStrategy::boundary ? 1e-3 : 0.0));
  }
}

TEST_CASE("store: steps from a saved state are those that followed it, whatever the step remembers") {
  std::vector<Kind> kinds = all_kinds();
  const WaveProblem split = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.3, 80);
  const WaveProblem cube = uniform_problem({13, 12, 18}, 0.5e-3, 6, 1500, 0.25, 80);
  const auto pml = [](WaveProblem& p) { p.settings.boundary = ac::Boundary::pml; };
  add_kind(kinds, "PML", split, pml);
  add_kind(kinds, "PML and density, 3-D", cube, [&](WaveProblem& p) {
    pml(p);
    p.rho = wavy_field(p.space.shape, 1000, 0.2);
  });
  add_kind(kinds, "attenuation of power 2", split, [](WaveProblem& p) {
    p.alpha.assign(p.vp.size(), 2);
    p.settings.attenuation_power = 2;
  });
  for (const Kind& kind : kinds) {
    CAPTURE(kind.name);
    const WaveProblem& p = kind.problem;
    const auto model = model_of<float>(p);
    const Shot shot(p);
    ac::Fields<float> fields(model, 1), again(model, 1);
    const ac::Injection<float> injection(shot.setup(), fields);
    const std::size_t last = std::min<std::size_t>(75, p.samples - 1);  // the wavelet ends with the record
    const auto steps = [&](ac::Fields<float>& on, std::size_t from, std::size_t to) {
      for (std::size_t n = from; n < to; ++n) {
        on.step();
        injection.add(n, on);
      }
    };
    steps(fields, 1, 40);
    std::vector<float> state(fields.state_reals()), want(state.size()), got(state.size());
    CHECK(state.size() * sizeof(float) ==
          ac::state_bytes(model->data().layout, p.settings, !p.alpha.empty(), sizeof(float)));
    fields.save(state.data());
    steps(fields, 40, last);
    fields.save(want.data());
    steps(again, 1, 13);
    again.load(state.data());
    steps(again, 40, last);
    again.save(got.data());
    CHECK(std::memcmp(got.data(), want.data(), want.size() * sizeof(float)) == 0);
    CHECK(peak_of(want) > 0);
  }
}

TEST_CASE("store: what cannot be stepped back is refused by name") {
  const auto refused = [](const WaveProblem& problem, const char* why) {
    CHECK_THROWS_WITH_AS(gradient_of<float>(problem, with_strategy({}, ac::StoreStrategy::boundary)),
                         doctest::Contains(why), Error);
    CHECK(doctest::Contains(why).checkWith(
        ac::boundary_obstacle(problem.space, problem.settings, !problem.alpha.empty()).c_str()));
  };
  WaveProblem lossy = uniform_problem({20, 20}, 0.5e-3, 8, 1500, 0.35, 20);
  lossy.alpha.assign(lossy.vp.size(), 1);
  refused(lossy, "which attenuation does not allow");
  WaveProblem inside = uniform_problem({20, 20}, 0.5e-3, 8, 1500, 0.35, 20);
  inside.space.absorbing = {8, 10};
  refused(inside, "along axis 1 the absorbing layer of 10 cells reaches into the inner domain: only 8 cells are extra");
}

TEST_CASE("store: a folder that cannot be written into, a full disk and a cut file are told") {
  const WaveProblem problem = uniform_problem({20, 20}, 0.5e-3, 8, 1500, 0.35, 20);
  ac::StoreSettings store = with_strategy({}, ac::StoreStrategy::disk);
  store.folder = "/nowhere/at all";
  CHECK_THROWS_WITH_AS(gradient_of<float>(problem, store),
                       "/nowhere/at all: no scratch file for the wave field can be made in this folder: No such file "
                       "or directory; keep the wave field in another folder, or not on disk",
                       Error);
  const double value = 1;
  ac::ScratchFile full(::open("/dev/full", O_RDWR | O_CLOEXEC), "scratch");
  CHECK_THROWS_WITH_AS(full.write(&value, sizeof value, 16),
                       "scratch: the wave field cannot be written to its scratch file beyond 16 bytes: No space left "
                       "on device; make room there, keep the wave field in another folder, or keep less of it",
                       Error);
  ac::ScratchFile file(store.folder = std::filesystem::temp_directory_path().string());
  file.write(&value, sizeof value, 24);
  double back[2] = {};
  file.read(back, sizeof value, 24);
  CHECK(back[0] == value);
  CHECK_THROWS_WITH_AS(file.read(back, sizeof back, 24), doctest::Contains("ends at byte 32, before 40"), Error);
}
