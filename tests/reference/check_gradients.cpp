// Compares losses and gradients with a folder of reference numbers.
//   check_gradients FOLDER      (the folder that holds gradient2d.h5 and forward2d.h5)
// The reference's gradient is not the derivative (Settings::adjoint_stride), and its sums have no weight for what they
// leave out. Finite differences of its loss are compared with our gradient as it is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "physics/acoustic/propagator.hpp"
#include "reference/wave_file.hpp"

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
  ShotRun(const Files& files, int shot, ac::Kernel kernel, bool as_stride, const ac::StoreSettings& store)
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
    settings.boundary = ac::Boundary::sponge_stride;
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

int judge(const std::string& what, double error, double allowed) {
  const bool ok = error <= allowed;
  fmt::print("{:4} {:58} {:.1e} (at most {:.0e})\n", ok ? "ok" : "FAIL", what, error, allowed);
  return ok ? 0 : 1;
}

// Raw gradient and preconditioner of shot 0, and the losses of all shots.
int check_case(const Files& files, const std::string& name, std::size_t undersample, bool slowness) {
  int failed = 0;
  double sum = 0;
  for (const int shot : shots) {
    ShotRun run(files, shot, ac::Kernel::ot2, true, {undersample, ac::StoredPrecision::native});
    sum += run.loss();
    const std::string path = fmt::format("/{}/shot{}", name, shot);
    const double want = files.gradients.read<double>(path + "/loss")[0];
    failed += judge(fmt::format("{} shot {}: loss", name, shot), std::abs(run.loss() / want - 1), 1e-4);
    if (shot != 0) continue;
    const auto got = run.gradient(run.residuals());
    const auto k = static_cast<double>(undersample);
    const double v2 = start_vp * start_vp, prec = v2 * v2 * v2 / 4 / k;
    failed +=
        judge(name + " shot 0: raw gradient, with the reference's alignment",
              relative_l2(got.vp, files.gradients.read<float>(path + "/grad_raw"), (slowness ? -v2 / 2 : 1) / k), 1e-3);
    if (slowness)
      failed +=
          judge(name + " shot 0: raw preconditioner",
                relative_l2(got.preconditioner, files.gradients.read<float>(path + "/prec_raw"), prec / v2), 1e-3);
  }
  const double want = files.gradients.read<double>("/" + name + "/sum4/loss")[0];
  return failed + judge(name + ": loss of all shots", std::abs(sum / want - 1), 1e-4);
}

// With OT4 the reference has no cross term in its gradient: the losses alone.
int check_fourth_order(const Files& files) {
  int failed = 0;
  for (const int shot : shots) {
    const ShotRun run(files, shot, ac::Kernel::ot4, false, {4, ac::StoredPrecision::native});
    const double want = files.gradients.read<double>(fmt::format("/vp_slowness_OT4_dt0.08/shot{}/loss", shot))[0];
    failed += judge(fmt::format("vp_slowness_OT4_dt0.08 shot {}: loss", shot), std::abs(run.loss() / want - 1), 1e-4);
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
  return check_case(files, "vp_velocity", 4, false) + check_case(files, "vp_slowness", 4, true) +
         check_case(files, "vp_slowness_undersampling10", 10, true) + check_fourth_order(files) +
         check_differences(files);
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
