# bench/: one program, bench_micro, with Google Benchmark.
file(GLOB bench_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/*.cpp)
add_executable(bench_micro ${bench_sources})
target_link_libraries(bench_micro PRIVATE ai benchmark::benchmark_main)
