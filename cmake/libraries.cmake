# The libraries of src/ in dependency order (src/README.md); a folder is a library.
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(Threads REQUIRED)
find_package(SQLiteCpp REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(brotli REQUIRED IMPORTED_TARGET libbrotlienc)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)

# Files that are compiled together are neighbours in this list. Those that read a State stand first, so that a change of it leaves
# alone what is dearest to compile: what speaks HTTP and WebSocket.
function(bastide_readers_first list)
  set(readers ${${list}})
  set(others ${${list}})
  set(name "/(server/(analysis|ask_json|bots|live_game.*|lobby.*|messages|pages|ratings|rest|summary)|cli/(board_text|common|export|import|replay|rules|score|show))\\.cpp$")
  list(FILTER readers INCLUDE REGEX "${name}")
  list(FILTER others EXCLUDE REGEX "${name}")
  set(${list} ${readers} ${others} PARENT_SCOPE)
endfunction()

function(bastide_library name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/store/cluster/") # a library of its own, below
  if(NOT sources)
    set(sources ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
  endif()
  bastide_readers_first(sources)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC ${ARGN})
endfunction()

# Parsing what nearly every file includes is a fifth of a clean build, so it is done once, by a library of its own: GCC takes a
# precompiled header only where all macros of its command line are set as well, and this one has but those of fmt.
if(BASTIDE_PCH)
  add_library(precompiled STATIC ${CMAKE_SOURCE_DIR}/cmake/empty.cpp)
  target_link_libraries(precompiled PRIVATE fmt::fmt)
  target_precompile_headers(precompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h)
endif()
function(bastide_precompiled)
  if(BASTIDE_PCH)
    foreach(name IN LISTS ARGN)
      target_precompile_headers(${name} REUSE_FROM precompiled)
    endforeach()
  endif()
endfunction()
# Reading headers is two thirds of what these take: some files at a time read them once. So for clang-tidy (BASTIDE_PCH OFF), which
# looks at all of the headers for each file: there NAME_together has more of a library's at a time, and the library stays as it is,
# so that each file by itself is known, too. It is never built. FILES 0: all of them.
function(bastide_together files)
  foreach(name IN LISTS ARGN)
    if(BASTIDE_PCH)
      set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
      # to GCC, coroutines that keep what is local to a file are then in a header
      target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    elseif(TARGET ${name} AND name MATCHES "^(rules|notation|game|ai|art|jcz|store)$")
      get_target_property(sources ${name} SOURCES)
      list(FILTER sources INCLUDE REGEX "/src/")
      list(FILTER sources EXCLUDE REGEX "/ai/(greedy_other_plies|outlook_judge)\\.cpp$") # instantiate what another does, too
      add_library(${name}_together OBJECT EXCLUDE_FROM_ALL ${sources})
      set_target_properties(${name}_together PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 18)
      get_target_property(libraries ${name} LINK_LIBRARIES)
      target_link_libraries(${name}_together PRIVATE ${libraries})
      target_include_directories(${name}_together PRIVATE ${CMAKE_SOURCE_DIR}/src)
    endif()
  endforeach()
endfunction()

bastide_library(core)
bastide_library(expansions core)
bastide_library(rules expansions embedded_data embedded_trees fmt::fmt PRIVATE PkgConfig::tomlplusplus)
bastide_library(notation rules)
bastide_library(game notation embedded_scenario Boost::json)
bastide_library(ai game)
bastide_library(engine ai Threads::Threads)
bastide_library(art game)
# What drawings come from: code, and the files of data/.
foreach(folder core expansions rules notation game art)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*)
  list(APPEND drawn_by ${sources})
endforeach()
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/*)
list(APPEND drawn_by ${sources})
string(REPLACE ";" "\n" lines "${drawn_by}")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/drawn_by.list CONTENT "${lines}\n")
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/art_version.cpp
  COMMAND ${CMAKE_COMMAND} -DLIST=${CMAKE_BINARY_DIR}/drawn_by.list -DOUTPUT=${CMAKE_BINARY_DIR}/art_version.cpp
          -P ${CMAKE_SOURCE_DIR}/cmake/digest.cmake
  DEPENDS ${drawn_by} ${CMAKE_BINARY_DIR}/drawn_by.list ${CMAKE_SOURCE_DIR}/cmake/digest.cmake
  COMMENT "Digest of what draws"
  VERBATIM)
target_sources(art PRIVATE ${CMAKE_BINARY_DIR}/art_version.cpp)
set_source_files_properties(${CMAKE_BINARY_DIR}/art_version.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
bastide_library(jcz game)
bastide_library(store game SQLiteCpp PRIVATE PkgConfig::sodium ${CMAKE_DL_LIBS})
# `--db postgresql://...` and `--nats`: the program opens this when they are given, and needs neither library otherwise. Where
# one of them is not there, it is not built.
pkg_check_modules(pq QUIET IMPORTED_TARGET libpq)
pkg_check_modules(nats QUIET IMPORTED_TARGET libnats)
if(pq_FOUND AND nats_FOUND)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/store/cluster/*.cpp)
  add_library(cluster MODULE ${sources})
  target_include_directories(cluster PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(cluster PRIVATE PkgConfig::pq PkgConfig::nats)
  set_target_properties(cluster PROPERTIES PREFIX "" OUTPUT_NAME bastide-cluster LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  add_dependencies(store cluster)
endif()
bastide_library(server store ai engine art embedded_web Threads::Threads PkgConfig::sodium PkgConfig::utf8proc spdlog::spdlog
                PRIVATE PkgConfig::brotli ZLIB::ZLIB)
bastide_precompiled(rules notation game ai art)
if(NOT BASTIDE_SANITIZE) # what is not optimised (below) cannot take a header that is
  bastide_precompiled(engine jcz store)
endif()
bastide_together(0 rules notation game)
bastide_together(8 ai engine art jcz store server) # more at a time would take the server two gigabytes
if(BASTIDE_PCH)
  # What thinks is optimised file by file.
  foreach(name IN ITEMS evaluate future greedy greedy_other_plies outlook outlook_judge plain_copy search)
    set_source_files_properties(${CMAKE_SOURCE_DIR}/src/ai/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  target_precompile_headers(expansions PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled_turn.h)
  target_precompile_headers(server PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h ${CMAKE_SOURCE_DIR}/cmake/precompiled_boost.h)
endif()
# What runs once a start, a picture, a move or a request takes two thirds of the time to compile with -O1, and `bastide bench` tells
# no difference; without four passes that look for what Boost's templates have little of, a twelfth less. What counts points and
# plays stays at -O3, and perft. -Og saves another twelfth, and costs a tenth more where it runs: for what waits for its user.
set(bastide_brief -O1 $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-pure-const> $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-modref>
                  $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-reference> $<$<CXX_COMPILER_ID:GNU>:-fno-tree-pta>)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  foreach(name IN ITEMS rules notation game art jcz server)
    target_compile_options(${name} PRIVATE ${bastide_brief})
  endforeach()
  foreach(name IN ITEMS engine store)
    target_compile_options(${name} PRIVATE -Og)
  endforeach()
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/game/perft.cpp PROPERTIES COMPILE_OPTIONS -O3 SKIP_UNITY_BUILD_INCLUSION ON)
  # The grid that a picture is made on: with -O1 a picture takes half as long again.
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/art/land.cpp PROPERTIES COMPILE_OPTIONS -O2 SKIP_UNITY_BUILD_INCLUSION ON)
  # Where it inlines a coroutine's new and not its delete, GCC 12 takes them for a pair that does not match.
  target_compile_options(server PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>)
endif()
# Fuzzers see which branches were taken; of what reads a text, also what was compared with what. That each comparison is told takes
# the tests, which are linked with the same libraries, two to four times as long: the tests themselves and what plays do without.
if(BASTIDE_SANITIZE STREQUAL "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  foreach(name IN ITEMS core expansions rules notation game ai engine jcz server)
    target_compile_options(${name} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endforeach()
  foreach(name IN ITEMS notation engine jcz)
    target_compile_options(${name} PRIVATE -fsanitize-coverage=trace-cmp)
  endforeach()
endif()
# What of Asio and Beast is no template is compiled once, in src/server/boost.cpp, instead of in each file that includes it.
target_compile_definitions(server PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
if(BASTIDE_SANITIZE)
  # Instrumented, an optimiser takes them minutes; the tests do not wait for them as long.
  foreach(name IN ITEMS engine jcz store server)
    target_compile_options(${name} PRIVATE -O0)
  endforeach()
  # But for all messages that the tests get to be held against the schema: half of their time.
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/server/schema.cpp PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
endif()

# The server carries what describes its protocol: CMake runs again when it changes.
set(schema_text "#include \"server/described.h\"\n#include \"server/schema.h\"\n")
foreach(pair protocol_schema:protocol.schema openapi_text:openapi asyncapi_text:asyncapi)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 function)
  list(GET pair 1 file)
  set(file ${CMAKE_SOURCE_DIR}/src/server/${file}.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} file_text)
  string(APPEND schema_text "std::string_view bastide::${function}() {\n  return R\"schema(" "${file_text}" ")schema\";\n}\n")
endforeach()
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/protocol_schema.cpp CONTENT "${schema_text}")
target_sources(server PRIVATE ${CMAKE_BINARY_DIR}/protocol_schema.cpp)

file(GLOB cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/*.cpp)
if(cli_sources)
  # What reads options and prints takes no time when it runs; what plays games in a loop is in the program's own files.
  set(looping_sources ${cli_sources})
  list(FILTER looping_sources INCLUDE REGEX "/(bench|bench_growth|main|perft|sim)\\.cpp$")
  list(REMOVE_ITEM cli_sources ${looping_sources})
  # What speaks WebSocket, as the server does, takes its precompiled headers.
  set(load_sources ${cli_sources})
  list(FILTER load_sources INCLUDE REGEX "/(bridge_client|load[^/]*)\\.cpp$")
  list(REMOVE_ITEM cli_sources ${load_sources})
  bastide_readers_first(cli_sources)
  add_library(commands OBJECT ${cli_sources})
  add_library(load OBJECT ${load_sources})
  add_executable(bastide ${looping_sources})
  target_link_libraries(bastide PRIVATE commands load)
  target_link_libraries(load PRIVATE OpenSSL::SSL)
  foreach(name IN ITEMS commands load)
    target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${name} PUBLIC server jcz)
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
      target_compile_options(${name} PRIVATE -Og)
    endif()
  endforeach()
  if(NOT BASTIDE_SANITIZE)
    bastide_precompiled(commands bastide)
  endif()
  if(BASTIDE_PCH)
    target_precompile_headers(load REUSE_FROM server)
  endif()
  if(BASTIDE_SANITIZE) # as the libraries
    foreach(name IN ITEMS commands load bastide)
      target_compile_options(${name} PRIVATE -O0)
    endforeach()
  endif()
  bastide_together(0 commands load bastide)
  if(NOT BASTIDE_SANITIZE) # they bring their own
    find_package(mimalloc 2 REQUIRED) # a seventh of a move's CPU on the server was malloc
    target_link_libraries(bastide PRIVATE mimalloc)
    # `mpirun bastide arena`: the program opens this when mpirun has started it, and needs no MPI otherwise. Where there is
    # none, it is not built.
    pkg_check_modules(mpi QUIET IMPORTED_TARGET ompi-c)
    if(mpi_FOUND)
      add_library(bastide_mpi MODULE ${CMAKE_SOURCE_DIR}/src/cli/mpi/ranks.cpp)
      target_include_directories(bastide_mpi PRIVATE ${CMAKE_SOURCE_DIR}/src)
      target_compile_definitions(bastide_mpi PRIVATE OMPI_SKIP_MPICXX)
      target_link_libraries(bastide_mpi PRIVATE PkgConfig::mpi)
      set_target_properties(bastide_mpi PROPERTIES PREFIX "" OUTPUT_NAME bastide-mpi
                            LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
      add_dependencies(bastide bastide_mpi)
    endif()
  endif()
endif()
