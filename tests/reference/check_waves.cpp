// Compares modelled traces with a folder of reference numbers: each receiver is judged by its own peak.
//   check_waves FOLDER      (the folder that holds forward2d.h5 and forward3d.h5)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/converted.hpp"
#include "physics/acoustic/propagator.hpp"
#include "reference/wave_file.hpp"

namespace stride::reference {
namespace {

namespace ac = physics::acoustic;

struct File {
  const H5Tree& tree;
  Space space;
};

// The density of forward3d.h5, which is given as a formula.
Array<float> formula_density(const Space& space) {
  Array<float> rho = Array<float>::uninitialised(space.shape);
  const double centre[3] = {10e-3, 13e-3, 12e-3}, width = 3e-3;
  std::size_t n = 0;
  for (std::size_t i = 0; i < space.shape[0]; ++i)
    for (std::size_t j = 0; j < space.shape[1]; ++j)
      for (std::size_t k = 0; k < space.shape[2]; ++k) {
        const std::size_t cell[3] = {i, j, k};
        double r2 = 0;
        for (std::size_t a = 0; a < 3; ++a) {
          const double d = static_cast<double>(cell[a]) * space.spacing_m[a] - centre[a];
          r2 += d * d;
        }
        rho[n++] = static_cast<float>(1000 + 60 * std::exp(-r2 / (2 * width * width)));
      }
  return rho;
}

// A field of the medium: absent, a number, or a dataset.
std::optional<Array<float>> medium_field(const File& file, const Attribute& attribute) {
  const auto constant = [&](double value) {
    Array<float> field = Array<float>::uninitialised(file.space.shape);
    std::fill_n(field.data(), field.size(), static_cast<float>(value));
    return field;
  };
  if (const auto* value = std::get_if<double>(&attribute)) return constant(*value);
  const std::string& text = std::get<std::string>(attribute);
  if (text == "None") return std::nullopt;
  if (text == "models rho formula") return formula_density(file.space);
  if (text.starts_with("models/")) return file.tree.read<float>("/" + text);
  return constant(std::stod(text));
}

ac::Settings settings_of(const std::map<std::string, Attribute>& attributes, bool compat) {
  const auto text = [&](const char* name) {
    const auto at = attributes.find(name);
    return at == attributes.end() ? std::string() : std::get<std::string>(at->second);
  };
  const std::string options = text("options");
  ac::Settings settings;
  settings.kernel = text("kernel_selected") == "OT4" ? ac::Kernel::ot4 : ac::Kernel::ot2;
  const bool pml = options.find("PML") != std::string::npos;
  settings.boundary = pml ? ac::Boundary::pml : compat ? ac::Boundary::sponge_stride : ac::Boundary::sponge;
  if (options.find("hicks") != std::string::npos) settings.interpolation = ac::Interpolation::hicks;
  settings.diff_source = options.find("diff_source") != std::string::npos;
  settings.compat_stride = compat;
  settings.coordinate_shift_cells = 1e-3;
  return settings;
}

// The largest error of any receiver, by its own peak.
double worst(const Array<float>& got, const Array<float>& want) {
  const std::size_t samples = want.shape()[1];
  double largest = 0;
  for (std::size_t r = 0; r < want.shape()[0]; ++r) {
    double peak = 0, error = 0;
    for (std::size_t n = 0; n < samples; ++n) {
      peak = std::max(peak, std::abs(double{want[r * samples + n]}));
      error = std::max(error, std::abs(double{got[r * samples + n]} - double{want[r * samples + n]}));
    }
    largest = std::max(largest, error / peak);
  }
  return largest;
}

template <class Real>
double error_of(const File& file, const std::string& path, bool compat) {
  const auto attributes = file.tree.attributes(path);
  const auto vp = medium_field(file, attributes.at("vp"));
  const auto rho = medium_field(file, attributes.at("rho"));
  const auto alpha = medium_field(file, attributes.at("alpha"));
  const ac::MediumView medium{&file.space, &*vp, rho ? &*rho : nullptr, alpha ? &*alpha : nullptr};
  const ac::Settings settings = settings_of(attributes, compat);
  const double dt = std::get<double>(attributes.at("dt"));
  ac::Stability stability = ac::assess_stability(medium, dt, settings);
  const auto model = std::make_shared<const ac::Model<Real>>(medium, dt, settings, stability, 1);
  ac::Propagator<Real> propagator(model, 1);
  const Array<float> wavelet = file.tree.read<float>(path + "/wavelet");
  ac::ShotSetup shot;
  shot.sources = points(file.tree, "/source_coordinates");
  shot.receivers = points(file.tree, "/receiver_coordinates");
  shot.wavelets = {wavelet.data(), 1, wavelet.size()};
  return worst(converted<float>(propagator.run(shot, {})), file.tree.read<float>(path + "/traces"));
}

int check(const std::string& name) {
  const H5Tree tree(name);
  const File file{tree, read_space(tree)};
  int failed = 0;
  for (const std::string& which : tree.children("/cases")) {
    const std::string path = "/cases/" + which;
    const bool pml = std::get<std::string>(tree.attributes(path).at("options")).find("PML") != std::string::npos;
    const double allowed = pml ? 2e-2 : 2e-4;
    const double compat = error_of<float>(file, path, true);
    const double native = error_of<float>(file, path, false);
    const bool ok = compat <= allowed;
    if (!ok) ++failed;
    fmt::print("{:4} {:28} compat {:.1e} (at most {:.0e})   without {:.1e}\n", ok ? "ok" : "FAIL", which, compat,
               allowed, native);
  }
  return failed;
}

}  // namespace
}  // namespace stride::reference

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: check_waves FOLDER   (the folder that holds forward2d.h5 and forward3d.h5)\n");
    return 2;
  }
  if (!std::filesystem::exists(argv[1])) {
    fmt::print("skipped: there is no folder {}\n", argv[1]);
    return 77;
  }
  try {
    int failed = 0;
    for (const char* file : {"forward2d.h5", "forward3d.h5"}) {
      fmt::print("{}\n", file);
      failed += stride::reference::check(std::string(argv[1]) + "/" + file);
    }
    fmt::print("{} failed\n", failed);
    return failed == 0 ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 1;
  }
}
