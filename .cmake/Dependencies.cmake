# Every dependency is a Debian package; a missing one is named so that it can be installed at once.
find_package(PkgConfig QUIET)
if(NOT PKG_CONFIG_FOUND)
  message(FATAL_ERROR "pkg-config is missing. Install it with: apt-get install pkg-config")
endif()

set(_missing "")

macro(stride_need_package name package)
  find_package(${name} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    list(APPEND _missing ${package})
  endif()
endmacro()

macro(stride_need_module target module package)
  pkg_check_modules(${target} QUIET IMPORTED_TARGET ${module})
  if(NOT ${target}_FOUND)
    list(APPEND _missing ${package})
  endif()
endmacro()

stride_need_package(CLI11 libcli11-dev CONFIG)
stride_need_package(yaml-cpp libyaml-cpp-dev CONFIG)
stride_need_package(TBB libtbb-dev CONFIG)
stride_need_package(fmt libfmt-dev CONFIG)
stride_need_package(spdlog libspdlog-dev CONFIG)
stride_need_package(nlohmann_json nlohmann-json3-dev CONFIG)
stride_need_package(Threads libc6-dev)
stride_need_package(OpenSSL libssl-dev COMPONENTS Crypto)
stride_need_module(FFTW3F fftw3f libfftw3-dev)
stride_need_module(FFTW3 fftw3 libfftw3-dev)
stride_need_module(HDF5 hdf5-serial libhdf5-dev)
if(STRIDE_TESTS)
  stride_need_package(doctest doctest-dev CONFIG)
endif()

if(_missing)
  list(REMOVE_DUPLICATES _missing)
  list(JOIN _missing " " _missing_line)
  message(FATAL_ERROR "Missing Debian packages: ${_missing_line}\n"
                      "Install them with: apt-get install ${_missing_line}\n"
                      "(scripts/test and scripts/demo do this by themselves.)")
endif()
