#!/usr/bin/env bash
# Plays the same games on three kinds of processor and compares what comes out. --help says more.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
. tools/setup.sh

usage() {
  cat <<'TEXT'
tools/portability.sh

The program gives the same results on every processor. This command builds it for x86-64 and for arm64 and runs

  this CPU       build/release/bastide, with the playouts that it chooses here
  x86-64-v2      the same file under qemu as on a CPU of 2009, with the playouts for that level
  plain x86-64   the same file under qemu as on a CPU without AVX, where it has to choose the playouts for every x86-64
  arm64          build/arm64/bastide under qemu

on the games of tests/golden/signatures.txt and on `bastide bench`. It compares all signatures, and those of the games with the file.
The last line says whether they are equal, and so does the exit status. The first time takes as long as building Bastide
twice, and 1 GB; later ones take a minute. Missing packages are installed, as by ./play.
TEXT
}
case ${1:-} in
  '') ;;
  --help | -h) usage; exit 0 ;;
  *) fail "there is no argument '$1'." "tools/portability.sh --help says more." ;;
esac
[ "$(uname -m)" = x86_64 ] || fail "this is $(uname -m); the comparison starts from an x86-64 machine."

# unpack_libraries: what Bastide links with, for arm64, in a folder of its own; nothing is installed on this machine.
unpack_libraries() {
  local folder=build/arm64-libraries names mode=chrootless
  names=$(awk '$1 == "play" && $2 ~ /^lib/ {print $2}' tools/packages.txt | paste -sd,)
  [ "$(cat $folder.list 2>/dev/null)" = "$names" ] && return
  [ "$(id -u)" -ne 0 ] || mode=root # each mode is for one kind of user
  need_disk 1500
  rm -rf $folder build/arm64
  step apt-arm64 "Unpacking libraries for arm64" mmdebstrap --mode=$mode --variant=extract --architectures=arm64 \
    --include="$names" bookworm $folder || trouble apt-arm64 "the libraries for arm64 could not be unpacked"
  echo "$names" >$folder.list
}

# signatures COMMAND...: a line for each piece of work, its name and its signature. The games come in the form of the golden file.
signatures() {
  local preset players games rest out
  while read -r preset players games rest; do
    out=$("$@" sim --json --preset "$preset" --players "$players" --games "$games" --seed 1) || return
    echo "$preset $players $games $(grep -oE '"signature":"[0-9a-f]+"' <<<"$out" | cut -d'"' -f4)"
  done < <(grep -v '^#' tests/golden/signatures.txt)
  out=$("$@" bench --json) || return
  grep -oE '"(name|signature)":"[^"]+"' <<<"$out" | cut -d'"' -f4 | paste -d' ' - - | sed 's/^/bench /'
}

# play_on NAME COMMAND...: leaves the signatures in build/portability/NAME.
play_on() {
  local name=$1
  shift
  step "portability-$name" "Playing on $name" signatures "$@" || trouble "portability-$name" "bastide fails on $name: $*"
  mv "$LOGS/portability-$name.log" "build/portability/$name"
}

set_up "play portability"
unpack_libraries
build_cpp release no bastide || trouble build-release "the program did not compile"
build_cpp arm64 no bastide || trouble build-arm64 "the program did not compile for arm64"

rm -rf build/portability
mkdir build/portability
play_on this-cpu build/release/bastide
play_on x86-64-v2 qemu-x86_64 -cpu Nehalem build/release/bastide
play_on plain-x86-64 qemu-x86_64 -cpu qemu64 build/release/bastide
play_on arm64 qemu-aarch64 -L build/arm64-libraries build/arm64/bastide

cd build/portability
{ grep -v '^#' ../../tests/golden/signatures.txt && grep '^bench ' this-cpu; } >expected
status=0
for name in this-cpu x86-64-v2 plain-x86-64 arm64; do
  diff --old-line-format='expected: %L' --new-line-format="$name: %L" --unchanged-line-format= expected $name || status=1
done
[ $status -eq 0 ] || fail "signatures differ." "Expected are those of tests/golden/signatures.txt and, for bench, this CPU's."
/lib64/ld-linux-x86-64.so.2 --help | grep -q 'x86-64-v3 (supported' ||
  say "note: this CPU is older than x86-64-v3; the playouts for that level were not run."
say "Equal on this CPU, x86-64-v2, plain x86-64 and arm64: $(wc -l <expected) signatures, $(grep -vc '^bench ' expected) of them those of tests/golden/signatures.txt."
