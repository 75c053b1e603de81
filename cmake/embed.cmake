# cmake -DFOLDER=... -DOUTPUT=... -DFUNCTION=... -P embed.cmake: a C++ file that holds every file under FOLDER.
# The bytes come in by the assembler's .incbin: a compiler takes minutes over megabytes of array. The hash in each line makes
# the text change with the bytes, so that a compiler cache never answers with old ones. The symbols are global because the
# arm64 assembler would name a local one by its place in .rodata, and the linker takes all those places for one.
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(text "// Written by cmake/embed.cmake; do not edit.\n#include \"embedded.h\"\n\n")
set(entries "")
set(n 0)
foreach(file IN LISTS files)
  set(symbol "${FUNCTION}_${n}")
  file(SHA256 "${FOLDER}/${file}" hash)
  file(SIZE "${FOLDER}/${file}" size)
  string(APPEND text "__asm__(\".section .rodata\\n.balign 16\\n.globl ${symbol}\\n${symbol}:\\n"
         ".incbin \\\"${FOLDER}/${file}\\\"\\n.byte 0\\n.previous\\n/* ${hash} */\\n\");\n"
         "extern \"C\" const char ${symbol}[];\n")
  string(APPEND entries "    {\"${file}\", {${symbol}, ${size}}},\n")
  math(EXPR n "${n}+1")
endforeach()
if(n EQUAL 0)
  set(returned "  return {};\n")
else() # a constant: to fill a vector of thousands takes the compiler seconds
  set(returned "  static constexpr EmbeddedFile files[] = {\n${entries}  };\n  return files;\n")
endif()
string(APPEND text "\nstd::span<const EmbeddedFile> ${FUNCTION}() {\n${returned}}\n")
file(WRITE ${OUTPUT} "${text}")
