# shellcheck shell=bash
# Set-up shared by ./play and ./test (sourced, not run): packages, web client, build. Every step is skipped when there
# is nothing to do, says what it does while it does it, and explains a failure in words before it ends the program.

LOGS=build/logs
mkdir -p "$LOGS" 2>/dev/null || true

now() { date +%s; }
# worked: sets SECONDS_OF_CPU to what all that this shell has started, and that has ended, took of all processors together.
worked() {
  local field
  read -r -a field <"/proc/$BASHPID/stat"
  SECONDS_OF_CPU=$(((field[15] + field[16]) / $(getconf CLK_TCK)))
}
say() { printf '%s\n' "$*"; }

# fail MESSAGE [HINT...]: what is wrong, then what to do about it.
fail() {
  printf '\nerror: %s\n' "$1" >&2
  shift
  printf '       %s\n' "$@" >&2
  exit 1
}

# watch NAME TITLE COMMAND...: runs the command with its output in build/logs/NAME.log and shows that it is alive.
# Returns the command's status; ELAPSED holds the seconds, WORKED those of all processors together.
watch() {
  local name=$1 title=$2 start began_with status=0 pid last shown=0
  shift 2
  start=$(now)
  worked && began_with=$SECONDS_OF_CPU
  set -m  # a process group of its own, so that an interrupt ends all of it
  "$@" >"$LOGS/$name.log" 2>&1 </dev/null 9>&- &
  pid=$!
  set +m
  trap 'kill -- -$pid 2>/dev/null; exit 130' INT TERM
  [ -t 1 ] || say "$title ..."
  while kill -0 $pid 2>/dev/null; do
    last=$(tail -c 400 "$LOGS/$name.log" 2>/dev/null | tr '\r' '\n' | grep -av '^ *$' | tail -n 1 | cut -c1-70)
    if [ -t 1 ]; then
      printf '\r\033[K%s ... %ss  \033[2m%s\033[0m' "$title" $(($(now) - start)) "$last"
    elif [ $(($(now) - start)) -ge $((shown + 30)) ]; then
      shown=$(($(now) - start))
      say "  ${shown}s: $last"
    fi
    sleep 0.2
  done
  wait $pid || status=$?
  trap - INT TERM
  if [ -t 1 ]; then printf '\r\033[K'; fi
  ELAPSED=$(($(now) - start))
  worked && WORKED=$((SECONDS_OF_CPU - began_with))
  return $status
}

# step NAME TITLE COMMAND...: the same, and says how it ended; after a failure `trouble NAME` explains it.
step() {
  local status=0
  watch "$@" || status=$?
  if [ $status -eq 0 ]; then say "$2: done in $ELAPSED s (processors: $WORKED s)"; else say "$2: FAILED after $ELAPSED s"; fi
  return $status
}

# trouble NAME WHAT: shows the end of a step's log and says what it means.
trouble() {
  local log=$LOGS/$1.log hint="The whole output is in $LOGS/$1.log."
  tail -n 25 "$log" | sed 's/^/  | /' >&2
  if grep -qiE 'ENOSPC|No space left|enough free space' "$log"; then
    fail "$2: the disk is full." "$(df -h . | tail -n 1)" "$hint"
  elif [[ $1 == apt-* || $1 == npm-ci ]] && grep -qiE 'Temporary failure|Could not resolve|Unable to connect|Could not connect|Connection failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network is unreachable' "$log"; then
    fail "$2: there is no network, or a proxy is needed." "apt-get and npm must reach deb.debian.org and registry.npmjs.org (or your mirrors)." "Behind a proxy: set http_proxy and https_proxy, then try again." "$hint"
  elif grep -qE 'Could not get lock|Unable to acquire the dpkg' "$log"; then
    fail "$2: another program is installing packages at this moment." "Wait until it has ended, then try again."
  elif grep -qE 'Unable to locate package|has no installation candidate' "$log"; then
    fail "$2: your package sources do not hold everything." "Bastide is built on Debian 12 (bookworm), section main; see /etc/apt/sources.list." "$hint"
  elif grep -qE 'dpkg was interrupted|unmet dependencies|held broken packages' "$log"; then
    fail "$2: the package system is in a broken state." "'dpkg --configure -a' and 'apt-get -f install' usually repair it." "$hint"
  elif grep -qiE 'virtual memory exhausted|fatal error: Killed|std::bad_alloc|heap out of memory' "$log"; then
    fail "$2: not enough memory." "A compiler takes up to 1 GB; CMAKE_BUILD_PARALLEL_LEVEL=1 runs one at a time." "$hint"
  elif grep -qE 'EINTEGRITY|certificate|CERT_' "$log"; then
    fail "$2: what the network delivers is not what was asked for." "A proxy that reads https needs its certificate made known: npm config set cafile FILE." "$hint"
  fi
  fail "$2." "$hint"
}

# need_disk MEGABYTES: a build that stops half way because of a full disk leaves riddles behind.
need_disk() {
  local free
  free=$(df -Pm . | awk 'NR == 2 {print $4}')
  [ "${free:-$1}" -ge "$1" ] || fail "too little room on the disk: $free MB free, $1 MB needed." "$(df -h . | tail -n 1)"
}

need_writable() {
  local place
  for place in . build web web/node_modules web/dist build/release; do
    if [ -e "$place" ] && [ ! -w "$place" ]; then
      fail "$(readlink -f "$place") cannot be written by $(id -un)." \
        "If it was made by root before, give it back: sudo chown -R $(id -un) '$PWD'"
    fi
  done
}

# node_is_new: Vite 6 and Svelte 5 need Node 18.
node_version() { node --version 2>/dev/null | sed 's/^v//'; }
node_is_new() {
  local version major minor
  version=$(node_version)
  major=${version%%.*} minor=${version#*.} minor=${minor%%.*}
  [ -n "$version" ] && { [ "$major" -gt 18 ] || { [ "$major" -eq 18 ] && [ "$minor" -ge 19 ]; }; }
}

# missing_packages SETS: the packages of these sets that are not installed, one a line.
missing_packages() {
  local set package rest command installed
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 2>/dev/null | awk '$2 == "installed" {print $1}')
  sed 's/#.*//' tools/packages.txt | while read -r set package rest; do
    case " $1 " in *" $set "*) ;; *) continue ;; esac
    command=${rest#*[} command=${command%%]*}
    if [ -n "$rest" ] && command -v "$command" >/dev/null; then continue; fi
    grep -qx -- "$package" <<<"$installed" || echo "$package"
  done
}

# install_packages SETS: apt-get for what is missing; nothing at all when nothing is.
install_packages() {
  local missing root=() words
  [ "${BASTIDE_SETUP:-}" = no ] && return
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    fail "this system has no apt-get; the set-up knows Debian 12 only." \
      "Install what tools/packages.txt lists by hand, then: BASTIDE_SETUP=no $0"
  fi
  missing=$(missing_packages "$1")
  [ -n "$missing" ] || return 0
  words=${missing//$'\n'/ }
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "packages are missing, and to install them takes root: you are $(id -un), and there is no sudo." \
      "Let an administrator run: apt-get install --no-install-recommends $words"
    sudo -n true 2>/dev/null || say "sudo asks for your password, to install packages."
    sudo true || fail "sudo was refused." "Let an administrator run: apt-get install --no-install-recommends $words"
    root=(sudo)
  fi
  check_distribution
  say "Packages to install ($(wc -w <<<"$words")): $words"
  need_disk 2500
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  step apt-update "Reading the package lists" "${apt[@]}" update || trouble apt-update "the package lists could not be read"
  # shellcheck disable=SC2086  # one word a package
  if ! step apt-install "Installing packages" "${apt[@]}" install -y --no-install-recommends $words; then
    cat "$LOGS/apt-update.log" >>"$LOGS/apt-install.log"  # where apt says that it reached nobody
    trouble apt-install "the packages could not be installed"
  fi
  missing=$(missing_packages "$1")
  [ -z "$missing" ] || fail "apt-get reported success, but these packages are still missing: ${missing//$'\n'/ }"
}

check_distribution() {
  local ID=unknown VERSION_ID=0 PRETTY_NAME=unknown
  [ -r /etc/os-release ] && . /etc/os-release
  if [ "$ID" = debian ] && [ "${VERSION_ID:-13}" -lt 12 ]; then
    fail "this is $PRETTY_NAME; its compiler and libraries are too old." "Bastide needs Debian 12 (bookworm)."
  elif [ "$ID" != debian ] || [ "${VERSION_ID:-13}" -gt 12 ]; then
    say "note: this is $PRETTY_NAME; Bastide is built and tested on Debian 12 (bookworm)."
  fi
}

hash_of() { find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1; }

# install_web: npm ci, when package-lock.json or Node has changed since the last time.
install_web() {
  local stamp=web/node_modules/.bastide-installed key
  { command -v node && command -v npm; } >/dev/null || fail "node and npm are missing." "On Debian 12: apt-get install nodejs npm"
  node_is_new || fail "$(command -v node) is version $(node_version); the web client needs 18.19 or newer." "Debian 12's own package nodejs does."
  key="$(sha256sum <web/package-lock.json) node $(node_version)"
  [ "$(cat $stamp 2>/dev/null)" = "$key" ] && return
  step npm-ci "Fetching the web client's libraries (npm ci)" npm --prefix web ci --no-audit --no-fund --prefer-offline \
    --fetch-retries=2 --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=5000 || trouble npm-ci "npm ci failed"
  echo "$key" >$stamp
}

# build_web: vite build, when anything under web/ has changed since the last time.
build_web() {
  local stamp=web/node_modules/.bastide-built key
  key=$(hash_of web -not -path 'web/node_modules/*' -not -path 'web/dist/*')
  [ "$(cat $stamp 2>/dev/null)" = "$key" ] && [ -f web/dist/index.html ] && return
  step web-build "Building the web client" npm --prefix web run build || trouble web-build "the web client could not be built"
  [ -f web/dist/index.html ] || fail "the build of the web client left no web/dist/index.html." "See $LOGS/web-build.log."
  echo "$key" >$stamp
}

# jobs_here: one compiler for each core, as far as there is a gigabyte for each.
jobs_here() {
  awk -v cores="$(nproc)" '/^MemAvailable/ {n = int($2 / 1000000); print n < 1 ? 1 : n < cores ? n : cores}' /proc/meminfo
}

# build_cpp PRESET NEED_TESTS TARGET...: configures when needed, then builds.
build_cpp() {
  local preset=$1 tests=$2 tree=build/$1 flags=() jobs
  shift 2
  jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(jobs_here)}
  if [ -f "$tree/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$tree/CMakeCache.txt"; then
    say "The folder has moved since the last build; starting $tree afresh."
    rm -rf "$tree"
  fi
  [ "$tests" = yes ] && flags=(-DBASTIDE_TESTS=ON)
  if [ ! -f "$tree/build.ninja" ] || { [ "$tests" = yes ] && ! grep -qx 'BASTIDE_TESTS:BOOL=ON' "$tree/CMakeCache.txt"; }; then
    step "configure-$preset" "Configuring $tree" cmake --preset "$preset" "${flags[@]}" || trouble "configure-$preset" "cmake could not configure $tree"
  fi
  step "build-$preset" "Building $tree" env NINJA_STATUS='[%f/%t] ' ninja -C "$tree" -j "$jobs" "$@"
}

# set_up SETS: everything before the compiler. One at a time in this folder: descriptor 9 holds the lock until it is closed.
set_up() {
  need_writable
  mkdir -p "$LOGS" || fail "cannot make the folder $PWD/$LOGS."
  exec 9>build/.lock
  flock -n 9 || { say "Another ./play or ./test works in this folder; waiting for it ..."; flock 9; }
  [ -d build/release ] || need_disk 2000
  install_packages "$1"
  install_web
  build_web
}
