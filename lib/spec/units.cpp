#include "spec/units.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/closest_match.hpp"

namespace stride::spec {
namespace {

// Both micro signs, U+00B5 and U+03BC, are in use.
constexpr std::array unit_names{
    UnitName{"Hz", Unit::hertz, 0},
    UnitName{"kHz", Unit::hertz, 3},
    UnitName{"MHz", Unit::hertz, 6},
    UnitName{"GHz", Unit::hertz, 9},
    UnitName{"mHz", Unit::hertz, -3},
    UnitName{"s", Unit::seconds, 0},
    UnitName{"ms", Unit::seconds, -3},
    UnitName{"us", Unit::seconds, -6},
    UnitName{"\xC2\xB5s", Unit::seconds, -6},
    UnitName{"\xCE\xBCs", Unit::seconds, -6},
    UnitName{"ns", Unit::seconds, -9},
    UnitName{"ps", Unit::seconds, -12},
    UnitName{"m", Unit::metres, 0},
    UnitName{"km", Unit::metres, 3},
    UnitName{"cm", Unit::metres, -2},
    UnitName{"mm", Unit::metres, -3},
    UnitName{"um", Unit::metres, -6},
    UnitName{"\xC2\xB5m", Unit::metres, -6},
    UnitName{"\xCE\xBCm", Unit::metres, -6},
    UnitName{"nm", Unit::metres, -9},
    UnitName{"m/s", Unit::metres_per_second, 0},
    UnitName{"km/s", Unit::metres_per_second, 3},
    UnitName{"mm/us", Unit::metres_per_second, 3},
    UnitName{"cm/s", Unit::metres_per_second, -2},
    UnitName{"mm/s", Unit::metres_per_second, -3},
    UnitName{"kg/m3", Unit::kilograms_per_cubic_metre, 0},
    UnitName{"kg/m^3", Unit::kilograms_per_cubic_metre, 0},
    UnitName{"g/cm3", Unit::kilograms_per_cubic_metre, 3},
    UnitName{"g/cm^3", Unit::kilograms_per_cubic_metre, 3},
    UnitName{"g/cc", Unit::kilograms_per_cubic_metre, 3},
    UnitName{"dB", Unit::decibel, 0},
    UnitName{"dB/cm", Unit::decibel_per_centimetre, 0},
    UnitName{"dB/m", Unit::decibel_per_centimetre, -2},
    UnitName{"dB/mm", Unit::decibel_per_centimetre, 1},
    UnitName{"%", Unit::percent, 0},
    UnitName{"periods", Unit::periods, 0},
    UnitName{"cycles", Unit::periods, 0},
    UnitName{"samples", Unit::samples, 0},
    UnitName{"cells", Unit::cells, 0},
};

}  // namespace

const char* symbol(Unit unit) {
  switch (unit) {
    case Unit::none:
      return "";
    case Unit::hertz:
      return "Hz";
    case Unit::seconds:
      return "s";
    case Unit::metres:
      return "m";
    case Unit::metres_per_second:
      return "m/s";
    case Unit::kilograms_per_cubic_metre:
      return "kg/m3";
    case Unit::decibel:
      return "dB";
    case Unit::decibel_per_centimetre:
      return "dB/cm";
    case Unit::percent:
      return "%";
    case Unit::periods:
      return "periods";
    case Unit::samples:
      return "samples";
    case Unit::cells:
      return "cells";
    case Unit::bytes:
      return "bytes";
  }
  return "";
}

const char* quantity(Unit unit) {
  switch (unit) {
    case Unit::none:
      return "plain number";
    case Unit::hertz:
      return "frequency";
    case Unit::seconds:
      return "time";
    case Unit::metres:
      return "length";
    case Unit::metres_per_second:
      return "speed";
    case Unit::kilograms_per_cubic_metre:
      return "density";
    case Unit::decibel:
      return "level";
    case Unit::decibel_per_centimetre:
      return "attenuation";
    case Unit::percent:
      return "percentage";
    case Unit::periods:
      return "number of periods";
    case Unit::samples:
      return "number of samples";
    case Unit::cells:
      return "number of cells";
    case Unit::bytes:
      return "size";
  }
  return "";
}

const UnitName* find_unit(const std::string& name) {
  const auto* const found =
      std::find_if(unit_names.begin(), unit_names.end(), [&](const UnitName& u) { return name == u.name; });
  return found == unit_names.end() ? nullptr : found;
}

std::string spellings(Unit unit) {
  std::string text;
  for (const UnitName& u : unit_names)
    if (u.unit == unit && static_cast<unsigned char>(u.name[0]) < 0x80U)
      text += (text.empty() ? "" : ", ") + std::string(u.name);
  return text;
}

std::string explain_unit(const std::string& name, Unit due) {
  const UnitName* known = find_unit(name);
  if (due == Unit::none) return "takes a plain number without a unit, got the unit '" + name + "'; remove it";
  const std::string right = std::string(quantity(due)) + " (" + spellings(due) + ")";
  if (known != nullptr) return "'" + name + "' is a unit of " + quantity(known->unit) + "; what is due is a " + right;
  std::vector<std::string> candidates;
  for (const UnitName& u : unit_names)
    if (u.unit == due) candidates.emplace_back(u.name);
  const std::string near = closest_match(name, candidates);
  return "unknown unit '" + name + "'; " + (near.empty() ? "" : "did you mean '" + near + "'? ") + "What is due is a " +
         right;
}

}  // namespace stride::spec
