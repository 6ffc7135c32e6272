#include "io/provenance.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/array.hpp"
#include "core/error.hpp"
#include "core/log.hpp"

namespace stride::io {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

class Descriptor {
 public:
  explicit Descriptor(const std::string& file) : id_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (id_ >= 0) ::close(id_);
  }
  int id() const { return id_; }

 private:
  int id_;
};

struct FreeDigest {
  void operator()(EVP_MD_CTX* digest) const { EVP_MD_CTX_free(digest); }
};

}  // namespace

std::string sha256_of_file(const std::string& file) {
  const auto fail = [&file](const char* reason) {
    throw Error(ErrorKind::data, printable(file), std::string("cannot be read: ") + reason);
  };
  const Descriptor in(file);
  if (in.id() < 0) fail(std::strerror(errno));
  ::posix_fadvise(in.id(), 0, 0, POSIX_FADV_SEQUENTIAL);

  const std::unique_ptr<EVP_MD_CTX, FreeDigest> digest(EVP_MD_CTX_new());
  if (!digest || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1) fail("OpenSSL offers no SHA-256");
  Array<unsigned char> block = Array<unsigned char>::uninitialised({block_bytes});
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(in.id(), block.data(), block_bytes, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(std::strerror(errno));
    if (got == 0) break;
    if (EVP_DigestUpdate(digest.get(), block.data(), static_cast<std::size_t>(got)) != 1) fail("SHA-256 failed");
    at += got;
  }

  std::array<unsigned char, EVP_MAX_MD_SIZE> sum = {};
  unsigned length = 0;
  if (EVP_DigestFinal_ex(digest.get(), sum.data(), &length) != 1) fail("SHA-256 failed");
  std::string hex;
  for (unsigned i = 0; i < length; ++i) hex += fmt::format("{:02x}", sum[i]);
  return hex;
}

}  // namespace stride::io
