#!/bin/sh
# Runs the tests that drive tmux with another tmux than the installed one: 3.5a, built from the
# source package of Debian trixie. Opt-in, and for Debian and its kin: it needs apt-get, and root
# where the packages to build with are not installed yet.
#
#   sh scripts/tmux_versions.sh [<test file>]…    without a file: all tests of tests/
#
# The build stays in .tools/, so a second run needs neither the network nor root.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/scripts/deno.sh"

suite=trixie
version=3.5a
home=$root/.tools/tmux-$version

say() { printf '%s\n' "$*" >&2; }

need_packages() {
  missing=
  for package in build-essential bison pkg-config libevent-dev libncurses-dev dpkg-dev ca-certificates; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || {
    say "to build tmux, install first: apt-get install$missing"
    exit 1
  }
  say "installing$missing"
  # shellcheck disable=SC2086 # a word for each package
  { apt-get update && apt-get install -y --no-install-recommends $missing; } >/dev/null </dev/null
}

# Lists, caches and the source's list are its own: the system's apt is left as it is.
fetch_source() {
  mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
  # From where this machine's apt fetches.
  # shellcheck disable=SC2016 # apt's own placeholder
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
  printf '%s\n' "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
    >"$1/sources.list"
  set -- "$1" -qq -o "Dir::Etc::SourceList=$1/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o "Dir::State::Lists=$1/lists" -o "Dir::Cache=$1/cache" -o APT::Sandbox::User=root
  aside=$1
  shift
  (cd "$aside" && apt-get "$@" update && apt-get "$@" source --download-only tmux) >&2
}

build() {
  need_packages
  work=$root/.tools/tmux-build.$$
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work"
  say "fetching the source of tmux from Debian $suite"
  fetch_source "$work"
  archive=
  for archive in "$work"/tmux_"$version".orig.tar.*; do
    case $archive in *.asc) ;; *) break ;; esac
  done
  [ -f "$archive" ] || {
    say "Debian $suite has no tmux $version any more:"
    ls "$work" >&2
    exit 1
  }
  mkdir "$work/source"
  tar -xf "$archive" -C "$work/source" --strip-components 1
  say "building tmux $version"
  (cd "$work/source" && { [ -x configure ] || sh autogen.sh; } &&
    ./configure --disable-utf8proc && make -j 2) >"$work/log" 2>&1 || {
    tail -n 30 "$work/log" >&2
    exit 1
  }
  mkdir -p "$work/made/bin"
  cp "$work/source/tmux" "$work/made/bin/"
  rm -rf "$home"
  mv "$work/made" "$home"
  rm -rf "$work"
  trap - EXIT
}

[ -x "$home/bin/tmux" ] || build
PATH=$home/bin:$PATH
export PATH
found=$(tmux -V)
[ "$found" = "tmux $version" ] || {
  say "expected tmux $version, found $found"
  exit 1
}
say "testing with $found"
unset TMUX TMUX_PANE FAB_BIN FAB_DEBUG
[ $# -gt 0 ] || set -- "$root/tests"
cd "$root" && exec "$deno" test -A --no-check --frozen --quiet "$@" </dev/null
