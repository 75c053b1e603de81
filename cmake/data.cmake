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
embed_folder(embedded_web ${CMAKE_SOURCE_DIR}/web/dist)
embed_folder(embedded_scenario ${CMAKE_SOURCE_DIR}/tests/scenarios)
