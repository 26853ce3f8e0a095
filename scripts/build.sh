#!/bin/sh
# Makes dist/fab: one program that needs nothing but tmux.
#
#   sh scripts/build.sh                     for this machine
#   sh scripts/build.sh --target <triple>   for another: dist/fab-<triple>
#
# The modules are bundled first, split where a command is loaded, so that a run reads and parses
# only what it needs; then `deno compile` puts them behind Deno's runtime, denort. That is the
# official one, which Deno fetches once and keeps in .tools/, or the one that DENORT_BIN names (it
# must be of the Deno that compiles; what was built is run to see that it is).
#
# Exit codes: 0 built, 1 failed, 2 wrong usage, 3 no denort to be had.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }

usage() {
  say "usage: sh scripts/build.sh [--target <triple>]"
  say "triples: x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin"
  exit 2
}

target=
while [ $# -gt 0 ]; do
  case $1 in
  --target)
    [ $# -ge 2 ] || usage
    target=$2
    shift 2
    ;;
  --target=*)
    target=${1#--target=}
    shift
    ;;
  *) usage ;;
  esac
done
case $target in
'' | x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu | x86_64-apple-darwin | aarch64-apple-darwin) ;;
*) usage ;;
esac

. "$root/scripts/deno.sh"
NO_COLOR=1
export NO_COLOR

here=$("$deno" eval --no-config 'console.log(Deno.build.target)')
output=$root/dist/fab
[ -z "$target" ] || [ "$target" = "$here" ] || output=$root/dist/fab-$target
target=${target:-$here}

work=$root/.tools/build.$$
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir -p "$work" "$root/dist"

# The browser form of npm packages: their Node form asks for node: modules that a bundle lacks.
(cd "$root" && "$deno" bundle --quiet --frozen --minify --platform browser --code-splitting \
  --outdir "$work/fab" main.ts)

# Reading is not narrowed: agents' working directories are anywhere. Programs neither: an agent is
# whatever the configuration names. The network, foreign functions and imports stay shut.
compile() {
  (cd "$work" && "$deno" compile --quiet --no-config --no-lock --no-check --no-npm --no-remote \
    --no-prompt --no-code-cache \
    --allow-read --allow-write --allow-run --allow-env --allow-sys \
    --deny-net --deny-ffi --deny-import \
    --target "$target" --output "$work/out" fab/main.js)
}

if [ -n "${DENORT_BIN:-}" ]; then
  [ -f "$DENORT_BIN" ] || {
    say "DENORT_BIN is no file: $DENORT_BIN"
    exit 1
  }
  case $DENORT_BIN in
  /*) ;;
  *) DENORT_BIN=$PWD/$DENORT_BIN ;;
  esac
  say "compiling with the denort that DENORT_BIN names: $DENORT_BIN"
  compile
else
  unset DENORT_BIN
  say "compiling with the official denort of Deno $("$deno" eval --no-config 'console.log(Deno.version.deno)') for $target"
  compile 2>"$work/errors" || {
    if grep -q 'Setting up base binary' "$work/errors"; then
      say "no denort: Deno's runtime for compiled programs could not be fetched:"
      sed -n '/^Caused by/,/^$/s/^ *1: /  /p' "$work/errors" >&2
      say "build where Deno's download site can be reached, or name a denort of this Deno with DENORT_BIN=<file>"
      exit 3
    fi
    cat "$work/errors" >&2
    exit 1
  }
fi

if [ "$target" = "$here" ]; then
  want="fab $("$deno" eval --no-config 'console.log(JSON.parse(Deno.readTextFileSync(Deno.args[0])).version)' "$root/deno.json")"
  got=$(env -i PATH=/usr/bin:/bin "$work/out" --version 2>&1 | head -n 1) || :
  [ "$got" = "$want" ] || {
    say "what was built does not run: --version gave '$got', expected '$want'"
    [ -z "${DENORT_BIN:-}" ] || say "is $DENORT_BIN a denort of the Deno that compiled ($deno)?"
    exit 1
  }
fi

# Renamed into place, so that a fab that runs meanwhile is not overwritten under its feet.
mv -f "$work/out" "$output"
say "built ${output#"$root/"} ($(wc -c <"$output" | tr -d ' ') bytes, $target)"
