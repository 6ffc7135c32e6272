// Strict scalars: what is a number in a spec, and what is not.
#pragma once

#include <cstdint>
#include <string>

#include "spec/key.hpp"

namespace stride::spec {

// `problem` is "" when the value counts; else what is wrong and what would be right.
template <class T>
struct Scalar {
  T value{};
  std::string problem = {};

  bool ok() const { return problem.empty(); }
};

// Decimal digits with an optional point and exponent, then an optional unit of the quantity `unit`; the value is in
// symbol(unit). Correctly rounded: "80 ns" and "80e-9" are the same double. Octal, hexadecimal, underscores,
// sexagesimals, nan and inf are refused, each with what to write instead.
Scalar<double> parse_number(const std::string& text, Unit unit);

// As parse_number, for whole numbers; 1e3 and 2.0 are whole.
Scalar<std::int64_t> parse_integer(const std::string& text, Unit unit);

// Bytes: B; K, M, G, T and KiB, MiB, GiB, TiB (powers of 1024); kB, MB, GB, TB (powers of 1000). Rounded to a byte.
Scalar<std::int64_t> parse_size(const std::string& text);

// true or false, nothing else.
Scalar<bool> parse_boolean(const std::string& text);

// The shortest decimal that reads back as the same double, in a form that YAML 1.1 readers take for a number too:
// 300000, 0.0005, 8.0e-08.
std::string format_number(double value);

}  // namespace stride::spec
