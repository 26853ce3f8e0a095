#!/bin/sh
# Makes dist/fab: one program that needs nothing but tmux.
#
#   sh scripts/build.sh                     for this machine
#   sh scripts/build.sh --target <triple>   for another: dist/fab-<triple>
#
# The modules are bundled first, split where a command is loaded, so that a run reads and parses
# only what it needs; then they are compiled (see scripts/compile.sh). What was built for this
# machine is run once to see that it does run.
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

sh "$root/scripts/compile.sh" "$work/fab/main.js" "$work/out" "$target"

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
