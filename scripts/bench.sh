#!/bin/sh
# Measures dist/fab: builds it, builds a bare program to compare it with, runs the benchmarks of
# bench/ that are named, or all of them.
#
#   sh scripts/bench.sh [--json] [start|size|…]…
#
# Exits 1 when a figure is above its limit, 3 when no denort is to be had.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/scripts/tmux.sh"
need_tmux
. "$root/scripts/deno.sh"

json=
[ "${1:-}" != --json ] || {
  json=--json
  shift
}

sh "$root/scripts/build.sh"
work=$root/.tools/bench
mkdir -p "$work"
printf '%s\n' 'console.log("fab 0.0.0");' >"$work/bare.js"
sh "$root/scripts/compile.sh" "$work/bare.js" "$work/bare"

if [ $# -eq 0 ]; then
  for file in "$root"/bench/*_bench.ts; do
    name=${file##*/}
    set -- "$@" "${name%_bench.ts}"
  done
fi
status=0
for name in "$@"; do
  [ -f "$root/bench/${name}_bench.ts" ] || {
    printf '%s\n' "no benchmark is named $name" >&2
    exit 2
  }
  "$deno" run -A --quiet --frozen --config "$root/deno.json" "$root/bench/${name}_bench.ts" \
    --fab="$root/dist/fab" --bare="$work/bare" $json || status=1
done
exit $status
