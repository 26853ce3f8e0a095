#!/bin/sh
# Shows the main job: `fab demo` opens an agent in a tmux server of its own, finds out when it can
# take input, hands it a prompt, proves that the prompt arrived, and leaves nothing behind.
#
# Runs the compiled binary where it can be built, else the source.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

. "$root/scripts/tmux.sh"
need_tmux
. "$root/scripts/deno.sh"

# Built anew only when something changed since.
is_current() {
  [ -x "$root/dist/fab" ] || return 1
  newer=$(cd "$root" && find main.ts deno.json deno.lock commands lib skills scripts/build.sh -newer dist/fab | head -n 1)
  [ -z "$newer" ]
}

if is_current || sh "$root/scripts/build.sh"; then
  printf '%s\n' "running dist/fab demo" >&2
  exec "$root/dist/fab" demo "$@"
fi
printf '%s\n' "running fab demo from source" >&2
. "$root/scripts/permissions.sh"
# shellcheck disable=SC2086 # one word a permission
exec "$deno" run --quiet --frozen --config "$root/deno.json" $permissions "$root/main.ts" demo "$@"
