# Shared by scripts/run, scripts/test and .ci/run, which source it. All that set-up and build say
# goes to stderr; their full output is kept in setup.log in the build folder.
#   HEATLAB_BUILD_DIR   build folder (build/ in the source tree)
#   HEATLAB_CMAKE_ARGS  further arguments for cmake, separated by spaces

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=${HEATLAB_BUILD_DIR:-$source_dir/build}

say() { printf 'heatlab: %s\n' "$*" >&2; }

# On a terminal, shows the last line of a growing file until it is stopped.
follow() {
    while sleep 0.5; do
        printf '\r\033[K%s' "$(tail -n 1 "$1" | cut -c 1-76)" >&2
    done
}

# quietly WORDS COMMAND...: runs the command; if it fails, shows the end of what it said and stops.
quietly() {
    local words=$1 log=$build_dir/setup.log status=0 follower=
    shift
    mkdir -p "$build_dir"
    : >"$log.part"
    if [[ -t 2 ]]; then
        follow "$log.part" &
        follower=$!
    fi
    "$@" >"$log.part" 2>&1 </dev/null || status=$?
    if [[ -n $follower ]]; then
        kill "$follower"
        wait "$follower" 2>/dev/null || true
        printf '\r\033[K' >&2
    fi
    { printf '\n== %s\n' "$*" && cat "$log.part"; } >>"$log"
    if ((status != 0)); then
        tail -n 40 "$log.part" >&2
        say "$words failed; all of its output is in $log"
        exit 1
    fi
}

# listed NAME: the words of the list NAME in cmake/Dependencies.cmake.
listed() {
    tr '\n' ' ' <"$source_dir/cmake/Dependencies.cmake" | sed "s/.*set($1 //; s/).*//"
}

# install_packages NAME...: installs those that are missing, or names them and stops.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "this system has no dpkg; what is needed has these names on Debian: $*"
        return
    fi
    local present missing=() name as_root=()
    present=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for name in "$@"; do
        [[ $'\n'$present$'\n' == *$'\n'"$name installed"$'\n'* ]] || missing+=("$name")
    done
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        as_root=(sudo)
        if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || { [[ -t 0 ]] && sudo -v; }; }; then
            say "these packages are missing: ${missing[*]}"
            say "installing them needs root or sudo; as root: apt-get install ${missing[*]}"
            exit 1
        fi
    fi
    say "installing ${#missing[@]} packages: ${missing[*]}"
    quietly "apt-get update" "${as_root[@]}" apt-get update -q
    quietly "apt-get install" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# configure: makes or refreshes the build folder; says in one line what becomes of the CUDA backend.
configure() {
    [[ -e $build_dir/build.ninja ]] || say "configuring; what is missing from PyPI (60 MB) is fetched"
    local arguments line
    read -r -a arguments <<<"${HEATLAB_CMAKE_ARGS:-}"
    quietly "cmake" cmake -S "$source_dir" -B "$build_dir" -G Ninja "${arguments[@]}"
    line=$(sed -n 's/^-- \(CUDA backend: .*\)/\1/p' "$build_dir/setup.log.part")
    [[ -z $line ]] || say "$line"
}

# build TARGET...
build() {
    [[ -e $build_dir/.ninja_log ]] || say "building; the first time this takes a few minutes"
    quietly "building" cmake --build "$build_dir" --parallel "$(nproc)" --target "$@"
}
