#!/bin/sh
# Drives real agent CLIs against a mock model: installs them, at pinned versions, into .tools/real,
# and runs the suite where it reaches nothing but loopback and leaves nothing behind.
#
#   deno task real [--agents claude,codex] [--payloads plain,emoji] [--sizes 50x20] [--show]
#
# FAB_BIN names a compiled fab; without it the source runs. Not part of the default run: the CLIs
# are 1.8 GB from npm, and they are other people's programs, which change.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/scripts/tmux.sh"
need_tmux
. "$root/scripts/deno.sh"

place=$root/.tools/real
if ! cmp -s "$root/tests/real/clis.json" "$place/package.json"; then
  printf '%s\n' "installing the agent CLIs from npm into .tools/real" >&2
  rm -rf "$place" "$place.new"
  mkdir -p "$place.new"
  (
    cd "$place.new"
    cp "$root/tests/real/clis.json" package.json
    npm install --ignore-scripts --no-audit --no-fund --loglevel=error
    # These put their program in place after the installation; node is for kimi, which needs 22.19.
    npm rebuild --loglevel=error @anthropic-ai/claude-code opencode-ai node
  ) >&2
  mv "$place.new" "$place"
fi

suite=$root/tests/real/main.ts
# What the suite and fab import has to be there before there is no network any more.
"$deno" cache --quiet --frozen --config "$root/deno.json" "$suite" "$root/main.ts"

# A network of its own, in which loopback is all there is, and processes that end with the run.
inside='ip link set lo up && "$@"'
isolated='unshare --net --pid --fork --kill-child --mount-proc'
[ "$(id -u)" -eq 0 ] || isolated="$isolated --map-root-user"
# shellcheck disable=SC2086 # the words of the command
if $isolated sh -c "$inside" sh true 2>/dev/null; then
  set -- --isolated "$@"
else
  printf '%s\n' "no namespace here: a dead proxy alone keeps the CLIs from the network" >&2
  isolated='env'
  inside='"$@"'
fi
set -- "$deno" run -A --quiet --no-check --config "$root/deno.json" "$suite" "$@"
# shellcheck disable=SC2086
$isolated sh -c "$inside" sh "$@" &
child=$!
# It heeds no other signal, and takes all that runs in it along.
trap 'kill -KILL "$child"' INT TERM
wait "$child"
