#include "spec/scalars.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "spec/units.hpp"

namespace stride::spec {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// A scalar taken apart: [+-] digits [. digits] [e [+-] digits] [blanks] rest.
struct Parts {
  bool negative = false;
  std::string whole, fraction;
  bool has_point = false;
  std::int64_t exponent = 0;
  bool has_exponent = false;
  std::string rest;

  bool has_digits() const { return !whole.empty() || !fraction.empty(); }
};

std::string take_digits(const std::string& text, std::size_t& at) {
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(first, at - first);
}

Parts take_apart(const std::string& text) {
  Parts parts;
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) parts.negative = text[at++] == '-';
  parts.whole = take_digits(text, at);
  if (at < text.size() && text[at] == '.') {
    parts.has_point = true;
    ++at;
    parts.fraction = take_digits(text, at);
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t digits = at + 1;
    const bool negative = digits < text.size() && text[digits] == '-';
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    if (digits < text.size() && is_digit(text[digits])) {
      parts.has_exponent = true;
      const char* end = text.data() + text.size();
      const auto read = std::from_chars(text.data() + digits, end, parts.exponent);
      // Beyond any double either way; the value's own check says so.
      constexpr std::int64_t far = 1000000;
      if (read.ec != std::errc() || parts.exponent > far) parts.exponent = far;
      if (negative) parts.exponent = -parts.exponent;
      at = digits;
      take_digits(text, at);
    }
  }
  while (at < text.size() && text[at] == ' ') ++at;
  parts.rest = text.substr(at);
  return parts;
}

// "0x10", "0o17", "0b11": what it is in decimal, or "" when it is nothing of the kind.
std::string prefixed_in_decimal(const std::string& text) {
  const std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  if (text.size() < at + 3 || text[at] != '0') return "";
  const char mark = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at + 1])));
  const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
  if (base == 0) return "";
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + at + 2, end, value, base);
  if (read.ec != std::errc() || read.ptr != end) return "";
  return std::string(text[0] == '-' ? "-" : "").append(std::to_string(value));
}

bool only(const std::string& text, const char* admissible) {
  return text.find_first_not_of(admissible) == std::string::npos;
}

// Forms that other readers take for numbers and that are refused here; "" when `text` is none of them.
std::string explain_form(const std::string& text) {
  std::string bare = lower(text);
  bare.erase(0, bare.find_first_not_of("+-."));
  if (bare == "nan" || bare == "inf" || bare == "infinity") return "must be a finite number, got " + text;
  if (const std::string decimal = prefixed_in_decimal(text); !decimal.empty())
    return "must be a decimal number, got " + text + "; write " + decimal;
  if (text.empty() || text.find_first_of("0123456789") == std::string::npos) return "";
  if (text.find('_') != std::string::npos && only(text, "0123456789_.+-eE")) {
    std::string plain = text;
    std::erase(plain, '_');
    return "must be a number without underscores, got " + text + "; write " + plain;
  }
  if (text.find(':') != std::string::npos && only(text, "0123456789:.+-"))
    return "must be one decimal number, got " + text +
           "; base-60 forms are not read: write it out, with a unit if need be";
  if (text.find(',') != std::string::npos && only(text, "0123456789,.+-eE"))
    return "must be a number with a decimal point and without commas, got " + text;
  return "";
}

std::string without_leading_zeros(const Parts& parts) {
  std::string whole = parts.whole;
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
  return (parts.negative ? "-" : "") + whole + (parts.has_point ? "." + parts.fraction : "");
}

// The problem of the digits themselves, or "".
std::string explain_digits(const std::string& text, const Parts& parts, const char* due) {
  if (std::string form = explain_form(text); !form.empty()) return form;
  if (!parts.has_digits())
    return text.empty() ? std::string("must be ") + due + ", got an empty text"
                        : std::string("must be ") + due + ", got '" + text + "'";
  if (parts.whole.size() > 1 && parts.whole[0] == '0')
    return "must not start with 0, got " + text + "; write " + without_leading_zeros(parts) + " (octal is not read)";
  return "";
}

// Digits times 10^(exponent + shift), correctly rounded.
Scalar<double> to_double(const Parts& parts, int shift, const std::string& text) {
  const std::string decimal = (parts.negative ? "-" : "") + (parts.whole.empty() ? "0" : parts.whole) + "." +
                              (parts.fraction.empty() ? "0" : parts.fraction) + "e" +
                              std::to_string(parts.exponent + shift);
  double value = 0;
  const auto read = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  const bool is_zero = only(parts.whole + parts.fraction, "0");
  if (is_zero) return {parts.negative ? -0.0 : 0.0};
  if (read.ec != std::errc() || !std::isfinite(value) || value == 0)
    return {0, "is beyond the range of double precision numbers, got " + text};
  return {value};
}

// Power of ten of the unit written, or the problem.
Scalar<int> unit_shift(const Parts& parts, Unit unit, const std::string& text, const char* due) {
  if (parts.rest.empty()) return {0};
  const UnitName* written = find_unit(parts.rest);
  if (written != nullptr && written->unit == unit) return {written->exponent};
  // "1.2.3" and "5-3" have no unit, they are no numbers.
  if (written == nullptr && only(parts.rest.substr(0, 1), "0123456789.+-*:,;=()[]{}"))
    return {0, std::string("must be ") + due + ", got '" + text + "'"};
  return {0, explain_unit(parts.rest, unit)};
}

}  // namespace

Scalar<double> parse_number(const std::string& text, Unit unit) {
  const Parts parts = take_apart(text);
  if (std::string problem = explain_digits(text, parts, "a number"); !problem.empty()) return {0, problem};
  const Scalar<int> shift = unit_shift(parts, unit, text, "a number");
  if (!shift.ok()) return {0, shift.problem};
  return to_double(parts, shift.value, text);
}

Scalar<std::int64_t> parse_integer(const std::string& text, Unit unit) {
  const Parts parts = take_apart(text);
  if (std::string problem = explain_digits(text, parts, "a whole number"); !problem.empty()) return {0, problem};
  const Scalar<int> shift = unit_shift(parts, unit, text, "a whole number");
  if (!shift.ok()) return {0, shift.problem};
  if (!parts.has_point && !parts.has_exponent && shift.value == 0) {
    const std::string digits = (parts.negative ? "-" : "") + parts.whole;
    std::int64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc()) return {0, "is beyond the range of 64-bit whole numbers, got " + text};
    return {value};
  }
  const Scalar<double> number = to_double(parts, shift.value, text);
  if (!number.ok()) return {0, number.problem};
  constexpr double exact = 9007199254740992.0;  // 2^53: above it doubles skip whole numbers
  if (std::trunc(number.value) != number.value) return {0, "must be a whole number, got " + text};
  if (std::abs(number.value) > exact) return {0, "is too large to be an exact whole number, got " + text};
  return {static_cast<std::int64_t>(number.value)};
}

Scalar<std::int64_t> parse_size(const std::string& text) {
  const Parts parts = take_apart(text);
  if (std::string problem = explain_digits(text, parts, "a size"); !problem.empty()) return {0, problem};
  const Scalar<double> number = to_double(parts, 0, text);
  if (!number.ok()) return {0, number.problem};
  double factor = parts.rest.empty() || parts.rest == "B" ? 1 : 0;
  constexpr std::array<const char*, 4> prefixes{"K", "M", "G", "T"};
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    const std::string upper = prefixes[i], small = lower(upper);
    const double power = static_cast<double>(i + 1);
    if (parts.rest == upper || parts.rest == small || parts.rest == upper + "iB") factor = std::pow(1024.0, power);
    if (parts.rest == (i == 0 ? "kB" : upper + "B")) factor = std::pow(1000.0, power);
  }
  if (factor == 0) {
    const UnitName* other = find_unit(parts.rest);
    const std::string what = other != nullptr ? "'" + parts.rest + "' is a unit of " + quantity(other->unit)
                                              : "unknown unit '" + parts.rest + "'";
    return {0, what + "; what is due is a size: 8G or 8 GiB (1024 MiB each), 8 GB (1000 MB each), or bytes"};
  }
  const double bytes = std::round(number.value * factor);
  if (std::abs(bytes) >= 9.2e18) return {0, "is too large for a size, got " + text};
  return {static_cast<std::int64_t>(bytes)};
}

Scalar<bool> parse_boolean(const std::string& text) {
  if (text == "true") return {true};
  if (text == "false") return {false};
  const std::string small = lower(text);
  std::string remedy;
  if (small == "yes" || small == "on" || small == "y" || small == "true" || small == "1") remedy = "; write true";
  if (small == "no" || small == "off" || small == "n" || small == "false" || small == "0") remedy = "; write false";
  return {false, "must be true or false, got '" + text + "'" + remedy};
}

std::string format_number(double value) {
  std::array<char, 64> buffer{};
  const auto text_as = [&](std::chars_format format) {
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
    return std::string(buffer.data(), written.ptr);
  };
  if (value == 0) return "0";
  std::string scientific = text_as(std::chars_format::scientific);
  const double size = std::abs(value);
  if (size >= 1e-5 && size < 1e15) return text_as(std::chars_format::fixed);
  const std::size_t mark = scientific.find('e');
  if (mark != std::string::npos && scientific.find('.') == std::string::npos) scientific.insert(mark, ".0");
  return scientific;
}

}  // namespace stride::spec
