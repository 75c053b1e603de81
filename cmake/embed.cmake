# cmake -DFOLDER=... -DOUTPUT=... -DFUNCTION=... -P embed.cmake: a C++ file that holds every file under FOLDER.
# The bytes come in by the assembler's .incbin: a compiler takes minutes over megabytes of array. The hash in each line makes
# the text change with the bytes, so that a compiler cache never answers with old ones. The symbols are global because the
# arm64 assembler would name a local one by its place in .rodata, and the linker takes all those places for one.
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(text "// Written by cmake/embed.cmake; do not edit.\n#include \"embedded.h\"\n#include <vector>\n\n")
set(entries "")
set(n 0)
foreach(file IN LISTS files)
  set(symbol "${FUNCTION}_${n}")
  file(SHA256 "${FOLDER}/${file}" hash)
  string(APPEND text "__asm__(\".section .rodata\\n.balign 16\\n.globl ${symbol}, ${symbol}_end\\n${symbol}:\\n"
         ".incbin \\\"${FOLDER}/${file}\\\"\\n"
         "${symbol}_end:\\n.byte 0\\n.previous\\n/* ${hash} */\\n\");\n"
         "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
  string(APPEND entries "    {\"${file}\", {${symbol}, static_cast<size_t>(${symbol}_end - ${symbol})}},\n")
  math(EXPR n "${n}+1")
endforeach()
string(APPEND text "\nstd::span<const EmbeddedFile> ${FUNCTION}() {\n  static const std::vector<EmbeddedFile> files = {\n${entries}  };\n  return files;\n}\n")
file(WRITE ${OUTPUT} "${text}")
