# cmake -DLIST=... -DOUTPUT=... -P digest.cmake: a C++ file with a digest of all files that LIST names: it changes with each of them.
file(STRINGS ${LIST} files)
set(all "")
foreach(file IN LISTS files)
  file(SHA256 ${file} hash)
  string(APPEND all "${hash}\n")
endforeach()
string(SHA256 digest "${all}")
file(WRITE ${OUTPUT} "// Written by cmake/digest.cmake; do not edit.\n#include \"art/art.h\"\n\nstd::string_view bastide::art::version() { return \"${digest}\"; }\n")
