// A medium made ready for stepping: coefficients on the extended, padded grid.
#pragma once

#include <cstdint>
#include <memory>

#include "physics/acoustic/medium_view.hpp"
#include "physics/acoustic/settings.hpp"
#include "physics/acoustic/stability.hpp"

namespace stride::physics::acoustic {

template <class Real>
struct ModelData;

// Immutable once made; any number of threads may share it. Real is float or double.
template <class Real>
class Model {
 public:
  // `stability.kernel` is the kernel that is stepped. `threads` write the coefficients, as they will read them.
  // Error(usage) names what the boundary, the kernel and the medium do not allow together.
  Model(const MediumView& medium, double dt_s, const Settings& settings, const Stability& stability, int threads);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  const ModelData<Real>& data() const { return *data_; }

  // Bytes that a Model, and each Propagator on it, will hold; known before either is made.
  static std::uint64_t bytes(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha);
  static std::uint64_t propagator_bytes(const Space& space, const Settings& settings, Kernel kernel, bool has_rho,
                                        bool has_alpha);

 private:
  std::unique_ptr<ModelData<Real>> data_;
};

extern template class Model<float>;
extern template class Model<double>;

}  // namespace stride::physics::acoustic
