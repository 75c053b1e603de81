#!/bin/sh
# ccache.sh CCACHE COMPILER ARGUMENT...: runs the compiler by ccache, with what its manual asks for where headers are
# precompiled; nothing here reads __TIME__ or a macro of a precompiled header's command line.
# A precompiled header that lies there already is removed first. GCC would read it in place of the headers that are to be
# precompiled, and ccache, which knows a compilation by what was read, would answer with one of other headers.
before=
for argument; do
  if [ "$before" = -o ]; then
    case $argument in *.gch) rm -f "$argument" ;; esac
  fi
  before=$argument
done
CCACHE_SLOPPINESS=pch_defines,time_macros exec "$@"
