// Units that may be written behind a number: "0.5 MHz", "80 ns", "1.5 km/s".
#pragma once

#include <string>

#include "spec/key.hpp"

namespace stride::spec {

// `exponent`: 1 of this is 10^exponent of the base unit symbol(unit), so that scaling is exact decimal text.
struct UnitName {
  const char* name;
  Unit unit;
  int exponent;
};

// The unit of that spelling (case counts: mHz is not MHz), or nullptr. Sizes in bytes are not among them.
const UnitName* find_unit(const std::string& name);

// "frequency", "time", "length", ...; for messages.
const char* quantity(Unit unit);

// "Hz, kHz, MHz, GHz": what may be written for a unit.
std::string spellings(Unit unit);

// What is wrong with the unit `name` where `due` is due, and what would be right.
std::string explain_unit(const std::string& name, Unit due);

}  // namespace stride::spec
