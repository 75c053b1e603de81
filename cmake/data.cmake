# Compiles data/ and the built web client into the program, so that bastide is one file.
# Each folder becomes a library with one function that returns its files by relative path (cmake/embedded.h). Only that library
# is built anew when a file is added, changed or removed: the list of files is looked up at each build (CONFIGURE_DEPENDS).
function(embed_folder name folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
  set(source ${CMAKE_BINARY_DIR}/${name}.cpp)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${name}.list CONTENT "${files}\n") # older than source unless the list changed
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${source} -DFUNCTION=${name}_files -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${files} ${CMAKE_BINARY_DIR}/${name}.list ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding ${folder}"
    VERBATIM)
  add_library(${name} STATIC ${source})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/cmake)
endfunction()

embed_folder(embedded_data ${CMAKE_SOURCE_DIR}/data)

# The trees of data/, which are four fifths of a start: by a program that runs here. A compiler for another machine makes none, and
# what it compiles parses when it starts.
find_package(PkgConfig REQUIRED)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
set(trees ${CMAKE_BINARY_DIR}/trees)
file(MAKE_DIRECTORY ${trees})
if(NOT CMAKE_CROSSCOMPILING)
  add_executable(pack_trees ${CMAKE_SOURCE_DIR}/cmake/pack_trees.cpp ${CMAKE_SOURCE_DIR}/src/rules/toml_tree.cpp
                            ${CMAKE_SOURCE_DIR}/src/rules/packed_tree.cpp)
  target_include_directories(pack_trees PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_options(pack_trees PRIVATE -O0 -fno-sanitize=all)
  target_link_options(pack_trees PRIVATE -fno-sanitize=all)
  target_link_libraries(pack_trees PRIVATE PkgConfig::tomlplusplus)
  set(packer pack_trees)
  set(pack COMMAND pack_trees ${CMAKE_SOURCE_DIR}/data ${trees})
endif()
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/embedded_trees.cpp
  ${pack}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${trees} -DOUTPUT=${CMAKE_BINARY_DIR}/embedded_trees.cpp -DFUNCTION=embedded_trees_files
          -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${CMAKE_BINARY_DIR}/embedded_data.cpp ${packer} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  COMMENT "Parsing data/"
  VERBATIM)
add_library(embedded_trees STATIC ${CMAKE_BINARY_DIR}/embedded_trees.cpp)
target_include_directories(embedded_trees PUBLIC ${CMAKE_SOURCE_DIR}/cmake)
embed_folder(embedded_web ${CMAKE_SOURCE_DIR}/web/dist)
embed_folder(embedded_scenario ${CMAKE_SOURCE_DIR}/tests/scenarios)
