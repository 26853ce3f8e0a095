# The one place that finds a Deno for this project, or installs one into the project's own folder.
#
#   sh scripts/deno.sh <arguments>     runs Deno with the project's settings
#   root=…; . "$root/scripts/deno.sh"  sets $deno to the program and exports the settings
#
# Taken, in this order: the deno on PATH when it is new enough; the one that an earlier run
# installed; the pinned one from npm, whose integrity scripts/toolchain/package-lock.json holds and
# whose install scripts are not run. FAB_DENO_PINNED=1 leaves the one on PATH aside.
#
# shellcheck shell=sh

deno_version=2.5.7

if [ -z "${root:-}" ]; then
  root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
fi

# What is fetched stays in the repository's folder, so that the next run needs no network.
DENO_DIR=$root/.tools/deno-dir
# Some networks sign with a certificate authority of their own, known to the system alone.
DENO_TLS_CA_STORE=${DENO_TLS_CA_STORE:-mozilla,system}
DENO_NO_UPDATE_CHECK=1
export DENO_DIR DENO_TLS_CA_STORE DENO_NO_UPDATE_CHECK

# deno_is_usable <program>: whether it runs here and is of $deno_version or newer.
deno_is_usable() {
  deno_found=$("$1" --version 2>/dev/null | sed -n '1s/^deno \([0-9][0-9.]*\).*/\1/p')
  [ -n "$deno_found" ] || return 1
  printf '%s %s\n' "$deno_found" "$deno_version" | {
    read -r have want
    IFS=.
    # shellcheck disable=SC2086 # splitting at the dots is what is wanted
    set -- $have
    have_1=${1:-0} have_2=${2:-0} have_3=${3:-0}
    # shellcheck disable=SC2086
    set -- $want
    [ "$have_1" -gt "$1" ] && exit 0
    [ "$have_1" -eq "$1" ] && [ "$have_2" -gt "$2" ] && exit 0
    [ "$have_1" -eq "$1" ] && [ "$have_2" -eq "$2" ] && [ "$have_3" -ge "$3" ]
  }
}

# deno_installed <folder>: prints the program that npm put below it, for whichever platform.
deno_installed() {
  for deno_candidate in "$1"/node_modules/@deno/*/deno; do
    if [ -x "$deno_candidate" ]; then
      printf '%s\n' "$deno_candidate"
      return 0
    fi
  done
  return 1
}

deno_install() {
  if ! command -v npm >/dev/null 2>&1; then
    if [ -n "$deno_found" ]; then
      printf '%s\n' "the deno on PATH is $deno_found, this project needs $deno_version or newer; upgrade it, or install npm so that this script can fetch one" >&2
    else
      printf '%s\n' "neither Deno ($deno_version or newer) nor npm is on PATH; install one of them" >&2
    fi
    return 1
  fi
  printf '%s\n' "installing Deno $deno_version from npm into .tools/" >&2
  # Made aside and moved into place whole: an interrupted or a second install leaves no half one.
  deno_staging=$deno_home.$$
  # Not `npm ci`: it wants every platform's package in the lock file, and not all are published.
  # `npm install` holds the ones that are there to their integrity just as well.
  if ! mkdir -p "$deno_staging" ||
    ! cp "$root/scripts/toolchain/package.json" "$root/scripts/toolchain/package-lock.json" "$deno_staging/" ||
    ! (cd "$deno_staging" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error) >&2 ||
    ! deno_installed "$deno_staging" >/dev/null; then
    rm -rf "$deno_staging"
    printf '%s\n' "Deno $deno_version could not be installed from npm for $(uname -s) $(uname -m)" >&2
    return 1
  fi
  [ -d "$deno_home" ] || mv "$deno_staging" "$deno_home"
  rm -rf "$deno_staging"
}

deno_found=
deno=
deno_home=$root/.tools/deno-$deno_version
if [ -z "${FAB_DENO_PINNED:-}" ] && command -v deno >/dev/null 2>&1 && deno_is_usable deno; then
  deno=$(command -v deno)
elif deno=$(deno_installed "$deno_home") && deno_is_usable "$deno"; then
  :
else
  deno=
  deno_install || exit 1
  deno=$(deno_installed "$deno_home") || exit 1
fi

case ${0##*/} in
deno.sh) exec "$deno" "$@" ;;
esac
