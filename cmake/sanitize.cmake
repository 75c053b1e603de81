# BASTIDE_SANITIZE: address (ASan and UBSan; with clang also the fuzzers, see libraries.cmake), thread (TSan) or empty.
if(BASTIDE_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # "function" and coroutines together do not compile before clang 17.
    add_compile_options(-fno-sanitize=function)
    add_link_options(-fno-sanitize=function)
  endif()
elseif(BASTIDE_SANITIZE STREQUAL "thread")
  # Asio's fences, which TSan does not see, only guard what its own locks guard as well.
  add_compile_options(-fsanitize=thread $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  add_link_options(-fsanitize=thread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
  # These have C++20 coroutines but do not say so; the standard library and Asio ask for this macro.
  add_compile_definitions(__cpp_impl_coroutine=201902L)
endif()
