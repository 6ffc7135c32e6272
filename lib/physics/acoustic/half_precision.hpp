// Reals in two bytes, as a stored wave field may be kept.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace stride::physics::acoustic {

// IEEE 754 binary16, to nearest, ties to even; larger than 65504 becomes infinite. Infinities and NaNs stay.
inline std::uint16_t to_f16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffU;
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  // Below the normal numbers an addition lets the processor round to their fixed spacing.
  const auto fixed =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) - std::bit_cast<std::uint32_t>(0.5F);
  const std::uint32_t rounded = (magnitude + 0xfffU + ((magnitude >> 13U) & 1U) - (112U << 23U)) >> 13U;
  const std::uint32_t large = magnitude > 0x7f800000U ? 0x7e00U : 0x7c00U;
  const std::uint32_t half = magnitude < (113U << 23U) ? fixed : magnitude < 0x477ff000U ? rounded : large;
  return static_cast<std::uint16_t>(sign | half);
}

inline float from_f16(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U, magnitude = half & 0x7fffU;
  // A whole number times the spacing of the smallest numbers: right for those below the normal ones as well.
  const float small = static_cast<float>(magnitude) * 0x1p-24F;
  const std::uint32_t normal = (magnitude << 13U) + (112U << 23U), large = (magnitude << 13U) + (224U << 23U);
  const std::uint32_t bits = magnitude < 0x0400U   ? std::bit_cast<std::uint32_t>(small)
                             : magnitude < 0x7c00U ? normal
                                                   : large;
  return std::bit_cast<float>(sign | bits);
}

// The upper half of a float, to nearest, ties to even. NaNs stay NaNs.
inline std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = (bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U;
  const bool is_nan = (bits & 0x7fffffffU) > 0x7f800000U;
  return static_cast<std::uint16_t>(is_nan ? (bits >> 16U) | 0x40U : rounded);
}

inline float from_bf16(std::uint16_t upper) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(upper) << 16U);
}

}  // namespace stride::physics::acoustic
