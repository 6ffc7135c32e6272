// Compares losses and gradients with a folder of reference numbers.
//   check_gradients FOLDER      (the folder that holds gradient2d.h5 and forward2d.h5)
// The reference's gradient is not the derivative (Settings::adjoint_stride), and its sums have no weight for what they
// leave out. Finite differences of its loss are compared with our gradient as it is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "operators/reductions.hpp"
#include "optimisation/line_search/step_rule.hpp"
#include "optimisation/optimiser/precondition.hpp"
#include "physics/acoustic/propagator.hpp"
#include "pipelines/plan.hpp"
#include "reference/wave_file.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::reference {
namespace {

namespace ac = physics::acoustic;

constexpr double dt_s = 8e-8, start_vp = 1500;
const int shots[] = {0, 4, 8, 12};

struct Files {
  H5Tree gradients, waves;
  Space space = read_space(gradients);
};

// The start model with one shot of the file.
class ShotRun {
 public:
  ShotRun(const Files& files, int shot, ac::Kernel kernel, bool as_stride, const ac::StoreSettings& store,
          ac::Boundary boundary = ac::Boundary::sponge_stride)
      : files_(files), vp_(Array<float>::uninitialised(files.space.shape)) {
    std::fill(vp_.begin(), vp_.end(), static_cast<float>(start_vp));
    const ac::Points all = points(files.gradients, "/coordinates");
    wavelet_ = files.waves.read<float>("/cases/a_homog/wavelet");
    const auto s = static_cast<std::size_t>(shot);
    setup_.sources = {{all.coordinates_m[s]}, {shot}};
    setup_.receivers = all;
    setup_.wavelets = {wavelet_.data(), 1, wavelet_.size()};
    ac::Settings settings;
    settings.kernel = kernel;
    settings.boundary = boundary;
    settings.compat_stride = true;
    settings.coordinate_shift_cells = 1e-3;
    settings.adjoint_stride = as_stride;
    const ac::MediumView medium{&files.space, &vp_, nullptr, nullptr};
    const ac::Stability stability = ac::assess_stability(medium, dt_s, settings);
    propagator_ = std::make_unique<ac::Propagator<float>>(
        std::make_shared<const ac::Model<float>>(medium, dt_s, settings, stability, 1), 1);
    residuals_ = propagator_->run_and_keep(setup_, {}, store);
    const Array<float> observed = files.gradients.read<float>(fmt::format("/observed/shot{}", shot));
    for (std::size_t n = 0; n < residuals_.size(); ++n) {
      residuals_[n] -= observed[n];
      loss_ += 0.5 * std::pow(static_cast<double>(residuals_[n]), 2);
    }
  }

  double loss() const { return loss_; }
  ac::ShotGradient<float> gradient(const Array<float>& residuals) {
    return propagator_->gradient(setup_, residuals.rows(), {});
  }
  const Array<float>& residuals() const { return residuals_; }

 private:
  const Files& files_;
  Array<float> vp_, wavelet_, residuals_;
  ac::ShotSetup setup_;
  std::unique_ptr<ac::Propagator<float>> propagator_;
  double loss_ = 0;
};

double relative_l2(const Array<float>& got, const Array<float>& want, double scale) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < want.size(); ++n) {
    difference += std::pow(static_cast<double>(got[n]) * scale - static_cast<double>(want[n]), 2);
    norm += std::pow(static_cast<double>(want[n]), 2);
  }
  return std::sqrt(difference / norm);
}

double largest(const Array<float>& field) {
  return operators::largest_magnitude(field.data(), field.size());
}

int judge(const std::string& what, double error, double allowed) {
  const bool ok = error <= allowed;
  fmt::print("{:4} {:80} {:.1e} (at most {:.0e})\n", ok ? "ok" : "FAIL", what, error, allowed);
  return ok ? 0 : 1;
}

// A difference that is known and wanted: its size and its cause.
void name_difference(const std::string& what, double error, const std::string& cause) {
  fmt::print("note {:80} {:.1e} {}\n", what, error, cause);
}

// Gradient and energy in the reference's units.
struct Fields {
  Array<float> gradient, energy;
  Fields clone() const { return {gradient.clone(), energy.clone()}; }
};

struct Case {
  std::string name;
  std::size_t undersample = 4;
  bool slowness = true;
  ac::Kernel kernel = ac::Kernel::ot2;
  ac::Boundary boundary = ac::Boundary::sponge_stride;
};

// The reference's sums have no weight for the steps that they leave out; its gradient of slowness is half of dJ/ds, and
// its energy sum p_tt^2 / v^2 where ours has (2/v^3)^2.
Fields in_its_units(const Case& one, const ac::ShotGradient<float>& got) {
  const auto k = static_cast<double>(one.undersample);
  const double v2 = start_vp * start_vp;
  Fields out{got.vp.clone(), got.preconditioner.clone()};
  for (float& g : out.gradient) g = static_cast<float>(static_cast<double>(g) * (one.slowness ? -v2 / 2 : 1) / k);
  for (float& e : out.energy) e = static_cast<float>(static_cast<double>(e) * v2 * v2 / 4 / k);
  return out;
}

void add(Fields& sum, const Fields& more) {
  for (std::size_t n = 0; n < sum.gradient.size(); ++n) {
    sum.gradient[n] += more.gradient[n];
    sum.energy[n] += more.energy[n];
  }
}

pipelines::Pipeline<float> pipeline(const std::string& yaml, const pipelines::StepContext<float>& context) {
  spec::Diagnostics diagnostics;
  const auto node = spec::read_yaml(yaml, "check", diagnostics);
  const pipelines::PipelinePlan plan = pipelines::read_pipeline(*node, "process", diagnostics);
  diagnostics.throw_if_errors();
  return pipelines::make_pipeline<float>(plan, context);
}

Array<float> through(pipelines::Pipeline<float> steps, Array<float> field) {
  operators::Arrays<float> arrays;
  arrays.push_back(std::move(field));
  return std::move(steps.forward(std::move(arrays)).front());
}

Array<float> filled(const Shape& shape, double value) {
  Array<float> field = Array<float>::uninitialised(shape);
  std::fill(field.begin(), field.end(), static_cast<float>(value));
  return field;
}

// Our mask is symmetric; the reference's has at the far faces what ours has one cell further in.
Array<float> mask_as_in_reference(const Shape& shape) {
  pipelines::StepContext<float> context;
  context.roles = {"gradient"};
  const Array<float> ours = through(
      pipeline("{pipeline: ProcessGlobalGradient, smooth_grad: false, norm_grad: false}", context), filled(shape, 1));
  Array<float> theirs = ours.clone();
  const auto source = [](std::size_t i, std::size_t n) { return i < n / 2 ? i : std::min(n - i, n / 2); };
  for (std::size_t i = 0; i < shape[0]; ++i)
    for (std::size_t j = 0; j < shape[1]; ++j)
      theirs[i * shape[1] + j] = ours[source(i, shape[0]) * shape[1] + source(j, shape[1])];
  return theirs;
}

// The direction of an update, from the preconditioned gradient.
Array<float> processed(const Files& files, const Case& one, const Array<float>& gradient, const Array<float>* mask) {
  const Array<float> model = filled(files.space.shape, start_vp);
  pipelines::StepContext<float> context;
  context.roles = {"gradient"};
  context.model = &model;
  context.model_name = "vp";
  context.model_is_slowness = one.slowness;
  context.mask = mask;
  return through(pipeline("{pipeline: ProcessGlobalGradient}", context), gradient.clone());
}

// vp after a step in slowness from the start model.
Array<float> stepped(const Array<float>& direction, double requested) {
  const double step = optimisation::held_step(requested, std::nullopt, false);
  Array<float> vp = direction.clone();
  for (float& value : vp) value = static_cast<float>(1 / (1 / start_vp - step * static_cast<double>(value)));
  pipelines::StepContext<float> context;
  context.roles = {"model"};
  return through(pipeline("{pipeline: ProcessModelIteration, min: 1400, max: 1700}", context), std::move(vp));
}

// From the raw gradient to the model after a step, of shot 0 or of the sum.
int check_update(const Files& files, const Case& one, const std::string& of, const Fields& raw) {
  const std::string path = "/" + one.name + "/" + of + "/", name = one.name + " " + of + ": ";
  if (!files.gradients.has(path + "grad_after_process_grad")) return 0;
  const auto theirs = [&](const std::string& what) { return files.gradients.read<float>(path + what); };
  Fields fields = raw.clone();
  optimisation::precondition(fields.gradient, fields.energy, 4);
  int failed = judge(name + "gradient after the preconditioner",
                     relative_l2(fields.gradient, theirs("grad_after_process_grad"), 1), 1e-3);
  // What it divides by is stored there.
  for (float& energy : fields.energy) energy += 1;
  failed += judge(name + "preconditioner, smoothed and scaled",
                  relative_l2(fields.energy, theirs("prec_after_process_grad"), 1), 1e-3);
  const Array<float> mask = mask_as_in_reference(files.space.shape);
  const Array<float> moved = processed(files, one, fields.gradient, &mask);
  const Array<float> ours = processed(files, one, fields.gradient, nullptr);
  const Array<float> want = theirs("grad_after_ProcessGlobalGradient");
  failed += judge(name + "after ProcessGlobalGradient, with the reference's mask", relative_l2(moved, want, 1), 1e-3);
  name_difference(name + "after ProcessGlobalGradient, with ours", relative_l2(ours, want, 1),
                  "the reference's mask is off by one cell on far faces");
  for (const auto& [text, requested] : {std::pair("0.05", 0.05), std::pair("1", 1.0), std::pair("10", 10.0)}) {
    const std::string after = std::string("vp_after_step_") + text;
    if (!files.gradients.has(path + after)) continue;
    // Of the change: the model itself is alike anyway.
    Array<float> got = stepped(moved, requested), change = theirs(after);
    for (Array<float>* vp : {&got, &change})
      for (float& value : *vp) value -= static_cast<float>(start_vp);
    failed += judge(fmt::format("{}change of vp by a step of {}", name, text), relative_l2(got, change, 1), 1e-3);
  }
  return failed;
}

int check_raw(const Files& files, const Case& one, const std::string& of, const Fields& raw) {
  const std::string path = "/" + one.name + "/" + of + "/", name = one.name + " " + of + ": ";
  const double gradient = relative_l2(raw.gradient, files.gradients.read<float>(path + "grad_raw"), 1);
  const Array<float> want = files.gradients.read<float>(path + "prec_raw");
  // For velocity the reference has a ninth power of vp by a slip: in this medium, another factor.
  const double factor = one.slowness ? 1 : largest(want) / largest(raw.energy);
  return judge(name + "raw gradient, with the reference's alignment", gradient, 1e-3) +
         judge(name + "raw preconditioner" + (one.slowness ? "" : ", up to a factor"),
               relative_l2(raw.energy, want, factor), 1e-3);
}

// All shots of a case, one by one and summed.
int check_case(const Files& files, const Case& one) {
  int failed = 0;
  double sum = 0;
  Fields fields;
  for (const int shot : shots) {
    ShotRun run(files, shot, one.kernel, true, {one.undersample, ac::StoredPrecision::native}, one.boundary);
    sum += run.loss();
    const double want = files.gradients.read<double>(fmt::format("/{}/shot{}/loss", one.name, shot))[0];
    failed += judge(fmt::format("{} shot {}: loss", one.name, shot), std::abs(run.loss() / want - 1), 1e-4);
    Fields of_shot = in_its_units(one, run.gradient(run.residuals()));
    if (shot != shots[0]) {
      add(fields, of_shot);
      continue;
    }
    failed += check_raw(files, one, "shot0", of_shot) + check_update(files, one, "shot0", of_shot);
    fields = std::move(of_shot);
  }
  const double want = files.gradients.read<double>("/" + one.name + "/sum4/loss")[0];
  failed += judge(one.name + ": loss of all shots", std::abs(sum / want - 1), 1e-4);
  return failed + check_raw(files, one, "sum4", fields) + check_update(files, one, "sum4", fields);
}

// Where our scheme is another on purpose: the sizes of the differences, without a bound but for the energies, which do
// not see it.
int name_differences(const Files& files, const Case& one, const std::string& cause) {
  int failed = 0;
  Fields fields;
  for (const int shot : shots) {
    ShotRun run(files, shot, one.kernel, true, {one.undersample, ac::StoredPrecision::native}, one.boundary);
    Fields of_shot = in_its_units(one, run.gradient(run.residuals()));
    const std::string name = fmt::format("{} shot {}: ", one.name, shot);
    const double want = files.gradients.read<double>(fmt::format("/{}/shot{}/loss", one.name, shot))[0];
    if (one.boundary == ac::Boundary::pml)
      name_difference(name + "loss", std::abs(run.loss() / want - 1), cause);
    else
      failed += judge(name + "loss", std::abs(run.loss() / want - 1), 1e-4);
    if (shot == shots[0])
      fields = std::move(of_shot);
    else
      add(fields, of_shot);
    if (shot != shots[0] && shot != shots[3]) continue;
    const std::string path = "/" + one.name + (shot == shots[0] ? "/shot0" : "/sum4");
    name_difference(path.substr(1) + ": raw gradient",
                    relative_l2(fields.gradient, files.gradients.read<float>(path + "/grad_raw"), 1), cause);
    failed += judge(path.substr(1) + ": raw preconditioner",
                    relative_l2(fields.energy, files.gradients.read<float>(path + "/prec_raw"), 1), 1e-3);
  }
  return failed;
}

// Finite differences of the reference's loss of shot 0 along Gaussian bumps.
int check_differences(const Files& files) {
  ShotRun run(files, 0, ac::Kernel::ot2, false, {});
  const Array<float> gradient = run.gradient(run.residuals()).vp;
  const Array<double> table = files.gradients.read<double>("/finite_difference_check/table");
  int failed = 0;
  for (std::size_t row = 0; row < table.shape()[0]; ++row) {
    const double* at = table.data() + row * table.shape()[1];
    double ours = 0;
    for (std::size_t i = 0; i < files.space.shape[0]; ++i)
      for (std::size_t j = 0; j < files.space.shape[1]; ++j) {
        const double x = static_cast<double>(i) * files.space.spacing_m[0] - at[0];
        const double y = static_cast<double>(j) * files.space.spacing_m[1] - at[1];
        ours += static_cast<double>(gradient[i * files.space.shape[1] + j]) *
                std::exp(-(x * x + y * y) / (2 * at[2] * at[2]));
      }
    failed += judge(fmt::format("bump at {:.3f}, {:.3f} m: ours {:.6g}, differences {:.6g}", at[0], at[1], ours, at[3]),
                    std::abs(ours / at[3] - 1), 1e-2);
  }
  return failed;
}

int check(const std::string& folder) {
  const Files files{H5Tree(folder + "/gradient2d.h5"), H5Tree(folder + "/forward2d.h5")};
  const int failed =
      name_differences(files, {"vp_slowness_OT4_dt0.08", 4, true, ac::Kernel::ot4},
                       "the reference's gradient lacks the cross term of dt^2/12 A A") +
      name_differences(files, {"vp_slowness_pml", 4, true, ac::Kernel::ot2, ac::Boundary::pml}, "another PML");
  return failed + check_case(files, {"vp_velocity", 4, false}) + check_case(files, {"vp_slowness", 4}) +
         check_case(files, {"vp_slowness_undersampling10", 10}) + check_differences(files);
}

}  // namespace
}  // namespace stride::reference

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: check_gradients FOLDER   (the folder that holds gradient2d.h5)\n");
    return 2;
  }
  if (!std::filesystem::exists(argv[1])) {
    fmt::print("skipped: there is no folder {}\n", argv[1]);
    return 77;
  }
  try {
    const int failed = stride::reference::check(argv[1]);
    fmt::print("{} failed\n", failed);
    return failed == 0 ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 1;
  }
}
