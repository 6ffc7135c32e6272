#include "spec/scalars.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/random.hpp"

using namespace stride::spec;

TEST_CASE("one number has many spellings") {
  for (const char* text : {"3e5", "300000", "0.3e6", "3.0E+5", "+3e5", "300000.", "3e+05"}) {
    CAPTURE(text);
    const auto read = parse_number(text, Unit::none);
    CHECK(read.ok());
    CHECK(read.value == 3e5);
  }
  CHECK(parse_number("1e6", Unit::none).value == 1e6);
  CHECK(parse_number("0.5e-3", Unit::none).value == 0.5e-3);
  CHECK(parse_number(".5", Unit::none).value == 0.5);
  CHECK(parse_number("-0", Unit::none).value == 0);
}

TEST_CASE("forms that other readers take for numbers are refused with what to write") {
  const auto problem = [](const char* text) { return parse_number(text, Unit::none).problem; };
  CHECK(problem("010").find("write 10 (octal") != std::string::npos);
  CHECK(problem("-007.5").find("write -7.5") != std::string::npos);
  CHECK(problem("00").find("write 0 ") != std::string::npos);
  CHECK(problem("0x10").find("write 16") != std::string::npos);
  CHECK(problem("0o17").find("write 15") != std::string::npos);
  CHECK(problem("1_000").find("write 1000") != std::string::npos);
  CHECK(problem("12:30").find("base-60") != std::string::npos);
  CHECK(problem("1,5").find("without commas") != std::string::npos);
  for (const char* text : {".nan", ".NaN", "nan", ".inf", "-.inf", "+.Inf", "inf", "infinity"}) {
    CAPTURE(text);
    CHECK(problem(text).find("finite") != std::string::npos);
  }
  for (const char* text :
       {"", "abc", "1.2.3", "--3", "+", ".", "e5", "5-3", "1e400", "-1e400", "1e-400", "1e99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(problem(text).empty());
  }
}

TEST_CASE("units scale exactly") {
  CHECK(parse_number("0.5 MHz", Unit::hertz).value == 0.5e6);
  CHECK(parse_number("0.5MHz", Unit::hertz).value == 0.5e6);
  CHECK(parse_number("0.5 mm", Unit::metres).value == 0.5e-3);
  CHECK(parse_number("80 ns", Unit::seconds).value == 80e-9);
  CHECK(parse_number("0.08 us", Unit::seconds).value == 0.08e-6);
  CHECK(parse_number("0.08 \xC2\xB5s", Unit::seconds).value == 0.08e-6);
  CHECK(parse_number("0.08 \xCE\xBCs", Unit::seconds).value == 0.08e-6);
  CHECK(parse_number("1500 m/s", Unit::metres_per_second).value == 1500);
  CHECK(parse_number("1.5 km/s", Unit::metres_per_second).value == 1500);
  CHECK(parse_number("2 g/cm3", Unit::kilograms_per_cubic_metre).value == 2000);
  CHECK(parse_number("5 %", Unit::percent).value == 5);
  CHECK(parse_number("30 dB", Unit::decibel).value == 30);
  CHECK(parse_number("7e-3 kHz", Unit::hertz).value == 7);
  // Beyond the table by hand: any short decimal with a unit is the same double as with an exponent.
  stride::Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const std::string digits = std::to_string(random.below(100000)) + "." + std::to_string(random.below(1000));
    CHECK(parse_number(digits + " ns", Unit::seconds).value == std::stod(digits + "e-9"));
  }
}

TEST_CASE("a unit of the wrong kind names the right kind") {
  CHECK(parse_number("0.5 mm", Unit::hertz).problem ==
        "'mm' is a unit of length; what is due is a frequency (Hz, kHz, MHz, GHz, mHz)");
  CHECK(parse_number("5 Mhz", Unit::hertz).problem.find("did you mean 'MHz'") != std::string::npos);
  CHECK(parse_number("5 mm", Unit::none).problem.find("without a unit") != std::string::npos);
  CHECK(parse_size("8 MHz").problem.find("a unit of frequency") != std::string::npos);
}

TEST_CASE("whole numbers") {
  CHECK(parse_integer("1e3", Unit::none).value == 1000);
  CHECK(parse_integer("2.0", Unit::none).value == 2);
  CHECK(parse_integer("-17", Unit::none).value == -17);
  CHECK(parse_integer("9223372036854775807", Unit::none).value == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_integer("10 cells", Unit::cells).value == 10);
  CHECK(parse_integer("2.5", Unit::none).problem.find("whole") != std::string::npos);
  CHECK(parse_integer("1e-1", Unit::none).problem.find("whole") != std::string::npos);
  CHECK_FALSE(parse_integer("9223372036854775808", Unit::none).ok());
  CHECK_FALSE(parse_integer("1e30", Unit::none).ok());
  CHECK_FALSE(parse_integer("010", Unit::none).ok());
}

TEST_CASE("sizes: K, M, G, T are powers of 1024, kB, MB, GB, TB of 1000") {
  CHECK(parse_size("8G").value == std::int64_t{8} << 30);
  CHECK(parse_size("8 GiB").value == std::int64_t{8} << 30);
  CHECK(parse_size("8g").value == std::int64_t{8} << 30);
  CHECK(parse_size("8 GB").value == 8'000'000'000);
  CHECK(parse_size("5 kB").value == 5000);
  CHECK(parse_size("5K").value == 5120);
  CHECK(parse_size("1.5 MiB").value == 1572864);
  CHECK(parse_size("2T").value == std::int64_t{2} << 40);
  CHECK(parse_size("4096").value == 4096);
  CHECK(parse_size("4096 B").value == 4096);
  CHECK_FALSE(parse_size("8 X").ok());
  CHECK_FALSE(parse_size("1e30 T").ok());
  CHECK_FALSE(parse_size("G").ok());
}

TEST_CASE("booleans are true and false") {
  CHECK(parse_boolean("true").value);
  CHECK_FALSE(parse_boolean("false").value);
  for (const char* text : {"yes", "no", "on", "off", "True", "FALSE", "1", "0", "y", ""}) {
    CAPTURE(text);
    CHECK(parse_boolean(text).problem.find("must be true or false") != std::string::npos);
  }
  CHECK(parse_boolean("no").problem.find("write false") != std::string::npos);
  CHECK(parse_boolean("On").problem.find("write true") != std::string::npos);
}

TEST_CASE("format_number reads back the same and looks like a number to YAML 1.1") {
  CHECK(format_number(300000) == "300000");
  CHECK(format_number(0.0005) == "0.0005");
  CHECK(format_number(8e-8) == "8.0e-08");
  CHECK(format_number(1.25e-9) == "1.25e-09");
  CHECK(format_number(-0.0) == "0");
  stride::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double value = (random.uniform() - 0.5) * std::pow(10.0, static_cast<double>(random.below(80)) - 40.0);
    CHECK(parse_number(format_number(value), Unit::none).value == value);
  }
}
