#!/bin/sh
# Runs everything that must pass: the gates of `deno task ok`, then the tests that drive real tmux
# servers and the whole program, from source and as the compiled binary. The binary is left out,
# and this says so, where no denort can be had (see scripts/build.sh).
#
# The last line is `N passed, N failed`; exits 0 when nothing failed.
set -u

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1

give_up() {
  printf '%s\n' "$1" >&2
  printf '%s\n' '0 passed, 1 failed'
  exit 1
}

. "$root/scripts/tmux.sh"
need_tmux || give_up "the tests need tmux"
sh "$root/scripts/deno.sh" --version >/dev/null || give_up "the tests need Deno"
. "$root/scripts/deno.sh"

# Nothing of the person's own setup reaches the tests.
unset TMUX TMUX_PANE FAB_BIN FAB_DEBUG FAB_AGENT_SESSION FAB_AGENT_WORKERS

sh "$root/scripts/build.sh"
case $? in
0) set -- --binary "$root/dist/fab" ;;
3) set -- --without-binary "no denort to be had" ;;
*) set -- --broken-build ;;
esac
cd "$root" && exec "$deno" run -A --frozen scripts/test.ts "$@" </dev/null
