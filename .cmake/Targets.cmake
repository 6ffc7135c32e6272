# Flags shared by everything we compile, and the two functions that declare a library or a test of a folder.
add_library(stride_flags INTERFACE)
target_include_directories(stride_flags INTERFACE "${CMAKE_SOURCE_DIR}/lib")
# Contraction off: all vector variants of a kernel then give the same bits; fused multiply-adds are written out.
target_compile_options(stride_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align=strict)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(stride_flags INTERFACE -Wno-cast-align)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  # g++ 12 and 13 see overlapping copies where std::string is joined (GCC bug 105651).
  target_compile_options(stride_flags INTERFACE -Wno-restrict)
endif()
if(STRIDE_WERROR)
  target_compile_options(stride_flags INTERFACE -Werror)
endif()
if(STRIDE_SANITIZE)
  target_compile_options(stride_flags INTERFACE -fsanitize=${STRIDE_SANITIZE} -fno-omit-frame-pointer -g -O1)
  target_link_options(stride_flags INTERFACE -fsanitize=${STRIDE_SANITIZE})
  if(STRIDE_SANITIZE MATCHES "undefined")
    target_compile_options(stride_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()

# stride_library(<folder> [deps...]): one static library of every source below lib/<folder>.
function(stride_library folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/lib/${folder}/*.cpp")
  if(NOT sources)
    add_library(stride_${folder} INTERFACE)
    target_link_libraries(stride_${folder} INTERFACE stride_flags ${ARGN})
    return()
  endif()
  add_library(stride_${folder} STATIC ${sources})
  target_link_libraries(stride_${folder} PUBLIC stride_flags ${ARGN})
endfunction()

# stride_kernel_variants(<path>): <path>_baseline.cpp, _avx2.cpp and _avx512.cpp are the same loops for three kinds of
# processors; which one runs is decided when the program starts. Their sums may be fused: the flags of all variants that
# have fused multiply-adds are the same, and a test compares their bits.
function(stride_kernel_variants path)
  set(flags -ffp-contract=fast)
  if(NOT STRIDE_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    list(APPEND flags -O3)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # One base and an index per stream, not a pointer for each of thirty.
    list(APPEND flags -fno-ivopts)
  endif()
  set_source_files_properties("${CMAKE_SOURCE_DIR}/lib/${path}_baseline.cpp" PROPERTIES COMPILE_OPTIONS "${flags}")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_source_files_properties("${CMAKE_SOURCE_DIR}/lib/${path}_avx2.cpp" PROPERTIES COMPILE_OPTIONS
                                "${flags};-march=x86-64-v3")
    set_source_files_properties("${CMAKE_SOURCE_DIR}/lib/${path}_avx512.cpp" PROPERTIES COMPILE_OPTIONS
                                "${flags};-march=x86-64-v4")
  endif()
endfunction()

# stride_test(<folder> [deps...]): one program of every test below tests/<folder>, run by ctest from the source folder.
function(stride_test folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/${folder}/*.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(test_${folder} ${sources})
  target_link_libraries(test_${folder} PRIVATE stride_test_support ${ARGN})
  # Compiling the assertions takes longer than running them.
  target_compile_options(test_${folder} PRIVATE -O1)
  target_compile_definitions(test_${folder} PRIVATE DOCTEST_CONFIG_SUPER_FAST_ASSERTS)
  add_test(NAME ${folder} COMMAND test_${folder} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
endfunction()
