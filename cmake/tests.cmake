# Every tests/<kind>/*.cpp of a kind is one program, test_<kind>, with what tests expansions, in tests/expansions/<kind>;
# ctest finds the cases and labels them with the kind.
find_package(GTest REQUIRED)
include(GoogleTest)

# The naive implementation of the rules, and the program that compares the core with it over as many games as wanted, and
# the games with what is written of them.
file(GLOB naive_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/naive/*.cpp
     ${CMAKE_SOURCE_DIR}/tests/naive/expansions/*.cpp)
add_library(naive STATIC ${naive_sources} ${CMAKE_SOURCE_DIR}/tests/compare/compare.cpp
            ${CMAKE_SOURCE_DIR}/tests/compare/random_rules.cpp ${CMAKE_SOURCE_DIR}/tests/compare/texts.cpp)
target_include_directories(naive PUBLIC ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(naive PUBLIC game)
add_executable(compare ${CMAKE_SOURCE_DIR}/tests/compare/main.cpp)
target_link_libraries(compare PRIVATE naive Threads::Threads)
if(CMAKE_BUILD_TYPE STREQUAL "Release") # what plays is in the libraries
  target_compile_options(compare PRIVATE -O1)
endif()
if(TARGET mimalloc) # as the program; the naive implementation takes a sixth less time
  target_link_libraries(naive PUBLIC mimalloc)
endif()

# It replaces operator new: each file by itself may know.
set_source_files_properties(${CMAKE_SOURCE_DIR}/tests/unit/allocation_test.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# GoogleTest takes a compiler two seconds a file.
if(BASTIDE_PCH)
  bastide_precompiled(naive compare)
  bastide_together(21 naive)
  add_library(precompiled_tests STATIC ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
  target_link_libraries(precompiled_tests PRIVATE fmt::fmt GTest::gtest GTest::gmock)
  target_precompile_headers(precompiled_tests PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h <gmock/gmock.h> <gtest/gtest.h>)
  if(BASTIDE_SANITIZE)
    target_compile_options(precompiled_tests PRIVATE -O0)
  endif()
endif()

foreach(kind unit scenarios property server)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${kind}/*.cpp
       ${CMAKE_SOURCE_DIR}/tests/expansions/${kind}/*.cpp)
  if(sources)
    add_executable(test_${kind} ${sources})
    target_include_directories(test_${kind} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
    target_compile_definitions(test_${kind} PRIVATE BASTIDE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_libraries(test_${kind} PRIVATE GTest::gtest GTest::gtest_main GTest::gmock)
    if(kind STREQUAL "unit" OR kind STREQUAL "server")
      target_link_libraries(test_${kind} PRIVATE server jcz)
    else()
      target_link_libraries(test_${kind} PRIVATE naive)
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release") # what plays many games is in the libraries; with -Og GCC 12 warns of std::regex
      target_compile_options(test_${kind} PRIVATE $<IF:$<STREQUAL:${kind},property>,-Og,-O1>)
    endif()
    if(BASTIDE_SANITIZE) # to instrument and optimise them takes longer than they run
      target_compile_options(test_${kind} PRIVATE -O0)
    endif()
    if(BASTIDE_PCH)
      target_precompile_headers(test_${kind} REUSE_FROM precompiled_tests)
    endif()
    # Most of it is templates that many of them use: eighteen files at once take a compiler two thirds of what they take
    # by sixes, and one and a half gigabytes.
    bastide_together(18 test_${kind})
    gtest_discover_tests(test_${kind} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600 LABELS ${kind})
  endif()
endforeach()

# coding_test unpacks what the server packed
pkg_check_modules(brotlidec REQUIRED IMPORTED_TARGET libbrotlidec)
target_link_libraries(test_server PRIVATE ZLIB::ZLIB PkgConfig::brotlidec)
target_compile_options(test_server PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>) # as for the server

foreach(kind unit server) # cli_test and crash_test run the program
  if(TARGET test_${kind} AND TARGET bastide)
    add_dependencies(test_${kind} bastide)
    target_compile_definitions(test_${kind} PRIVATE BASTIDE_BINARY="$<TARGET_FILE:bastide>")
  endif()
endforeach()

find_program(MPIRUN mpirun)
if(TARGET bastide_mpi AND MPIRUN) # several ranks, in arena_cli_test
  target_compile_definitions(test_unit PRIVATE BASTIDE_MPIRUN="${MPIRUN}")
endif()

# Every tests/fuzz/NAME.cpp is a libFuzzer program fuzz_NAME (the asan preset).
if(BASTIDE_SANITIZE STREQUAL "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_custom_target(fuzzers)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/*.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    add_executable(fuzz_${name} ${source})
    target_include_directories(fuzz_${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
    target_compile_definitions(fuzz_${name} PRIVATE BASTIDE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(fuzz_${name} PRIVATE server jcz)
    add_dependencies(fuzzers fuzz_${name})
  endforeach()
endif()
