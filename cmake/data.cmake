# Compiles data/ (and the built web client) into the program, so that bastide is one file.
# embed.cmake writes a .cpp with the files as byte arrays and one function that returns them by relative path.
file(GLOB_RECURSE data_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/*.toml)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/embedded_data.cpp
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_SOURCE_DIR}/data -DOUTPUT=${CMAKE_BINARY_DIR}/embedded_data.cpp
          -DFUNCTION=embedded_data_files -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${data_files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
add_library(embedded_data STATIC ${CMAKE_BINARY_DIR}/embedded_data.cpp)
target_include_directories(embedded_data PUBLIC ${CMAKE_SOURCE_DIR}/cmake)

file(GLOB_RECURSE web_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/dist/*)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/embedded_web.cpp
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_SOURCE_DIR}/web/dist -DOUTPUT=${CMAKE_BINARY_DIR}/embedded_web.cpp
          -DFUNCTION=embedded_web_files -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${web_files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
add_library(embedded_web STATIC ${CMAKE_BINARY_DIR}/embedded_web.cpp)
target_include_directories(embedded_web PUBLIC ${CMAKE_SOURCE_DIR}/cmake)
