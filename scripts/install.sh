#!/bin/sh
# Installs fab for one person: the program, its manual page and completions for bash, zsh and fish.
#
#   sh scripts/install.sh                  builds it, installs below ~/.local
#   sh scripts/install.sh --prefix <dir>   installs below another folder
#   sh scripts/install.sh --from <dir>     takes what was built elsewhere: a dist/ folder with its
#                                          SHA256SUMS, which must hold
#
# Nothing is written outside the prefix. A second run replaces what the first one put there.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }

usage() {
  say "usage: sh scripts/install.sh [--prefix <dir>] [--from <dir>]"
  exit 2
}

prefix=
from=
while [ $# -gt 0 ]; do
  case $1 in
  --prefix | --from)
    if [ $# -lt 2 ] || [ -z "$2" ]; then usage; fi
    if [ "$1" = --prefix ]; then prefix=$2; else from=$2; fi
    shift 2
    ;;
  *) usage ;;
  esac
done
if [ -z "$prefix" ]; then
  [ -n "${HOME:-}" ] || {
    say "HOME is not set; name a folder with --prefix"
    exit 1
  }
  prefix=$HOME/.local
fi

if [ -z "$from" ]; then
  sh "$root/scripts/build.sh"
  from=$root/dist
fi
[ -f "$from/SHA256SUMS" ] || {
  say "$from has no SHA256SUMS; it must be what scripts/build.sh made"
  exit 1
}
(
  cd "$from"
  if command -v sha256sum >/dev/null 2>&1; then sha256sum -c SHA256SUMS; else shasum -a 256 -c SHA256SUMS; fi
) >/dev/null || {
  say "$from is damaged: its files are not what SHA256SUMS says; nothing was installed"
  exit 1
}
[ -f "$from/fab" ] || {
  say "$from has no fab for this machine"
  exit 1
}

# put <file> <mode> <folder> <name>: whole or not at all, also while the old one runs.
put() {
  mkdir -p "$3"
  cp "$1" "$3/.$4.$$"
  chmod "$2" "$3/.$4.$$"
  mv -f "$3/.$4.$$" "$3/$4"
  say "installed $3/$4"
}

put "$from/fab" 755 "$prefix/bin" fab
put "$from/fab.1" 644 "$prefix/share/man/man1" fab.1
put "$from/completions/fab.bash" 644 "$prefix/share/bash-completion/completions" fab
put "$from/completions/_fab" 644 "$prefix/share/zsh/site-functions" _fab
put "$from/completions/fab.fish" 644 "$prefix/share/fish/vendor_completions.d" fab.fish

"$prefix/bin/fab" --version >/dev/null || {
  say "$prefix/bin/fab does not run on this machine"
  exit 1
}
case :${PATH:-}: in
*:"$prefix/bin":*) ;;
*) say "add it to the search path: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
say "see what this machine has for it: fab doctor"
