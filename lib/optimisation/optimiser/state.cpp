#include "optimisation/optimiser/state.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

// The last character is the version.
constexpr std::string_view mark = "STRDOPT1";
constexpr std::uint64_t byte_order = 0x0102030405060708ULL;
constexpr std::size_t checksum_size = sizeof(std::uint64_t);

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
  return hash;
}

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class T>
T read(std::string_view bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace

void throw_bad_state(const std::string& what, const std::string& remedy) {
  throw Error(ErrorKind::data, "optimiser state", what, remedy);
}

StateWriter::StateWriter() : bytes_(mark) {
  whole(byte_order);
}

void StateWriter::whole(std::uint64_t value) {
  bytes_ += bytes_of(value);
}

void StateWriter::number(double value) {
  bytes_ += bytes_of(value);
}

void StateWriter::text(const std::string& value) {
  whole(value.size());
  bytes_ += value;
}

template <class Real>
void StateWriter::array(const Array<Real>& value) {
  whole(sizeof(Real));
  whole(value.rank());
  for (const std::size_t extent : value.shape()) whole(extent);
  bytes_.append(reinterpret_cast<const char*>(value.data()), value.size() * sizeof(Real));
}

std::string StateWriter::take() && {
  whole(checksum(bytes_));
  return std::move(bytes_);
}

StateReader::StateReader(std::string_view bytes) : bytes_(bytes) {
  if (!bytes.starts_with(mark)) {
    const bool other_version = bytes.starts_with(mark.substr(0, mark.size() - 1));
    throw_bad_state(other_version ? "it was written by another version of this program" : "this is none");
  }
  if (bytes.size() < mark.size() + 2 * checksum_size) throw_bad_state("it is cut short");
  const std::string_view content = bytes.substr(0, bytes.size() - checksum_size);
  if (read<std::uint64_t>(bytes.substr(content.size())) != checksum(content))
    throw_bad_state("it is cut short or changed: its checksum does not match");
  bytes_ = content.substr(mark.size());
  if (whole() != byte_order) throw_bad_state("it was written on a machine with another byte order");
}

std::string_view StateReader::next(std::size_t count) {
  if (count > bytes_.size()) throw_bad_state("it ends too early");
  const std::string_view part = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  return part;
}

std::uint64_t StateReader::whole() {
  return read<std::uint64_t>(next(sizeof(std::uint64_t)));
}

double StateReader::number() {
  return read<double>(next(sizeof(double)));
}

std::string StateReader::text() {
  return std::string(next(whole()));
}

template <class Real>
Array<Real> StateReader::array(const Shape& shape) {
  if (whole() != sizeof(Real)) throw_bad_state("its arrays are of another precision");
  Shape found(std::min<std::uint64_t>(whole(), room(sizeof(std::uint64_t))));
  for (std::size_t& extent : found) extent = whole();
  if (found != shape)
    throw_bad_state("an array has the shape " + to_string(found) + ", not the model's " + to_string(shape));
  Array<Real> value = Array<Real>::uninitialised(shape);
  const std::string_view from = next(value.size() * sizeof(Real));
  if (!from.empty()) std::memcpy(value.data(), from.data(), from.size());
  return value;
}

void StateReader::expect_end() const {
  if (!bytes_.empty()) throw_bad_state("it goes on after its end");
}

template void StateWriter::array(const Array<float>&);
template void StateWriter::array(const Array<double>&);
template Array<float> StateReader::array(const Shape&);
template Array<double> StateReader::array(const Shape&);

}  // namespace stride::optimisation
