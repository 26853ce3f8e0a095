#!/bin/sh
# Installs fab for one person: the program, its manual page and completions for bash, zsh and fish.
#
#   sh install.sh                     out of a release: that release's program for this machine
#   sh install.sh --from <place>      a release's folder or https address, one of its archives
#                                     (fab-….tar.gz), or a dist/ folder with its SHA256SUMS
#   sh scripts/install.sh             in a checkout: builds it, then installs it
#   … --prefix <dir>                  below another folder than ~/.local
#
# What is installed is held to the checksums beside it. Nothing is written outside the prefix. A second
# run replaces what the first one put there; --uninstall removes it.
set -eu

# Filled in where a release is packed (scripts/package.sh).
release_url=''
release_version=''

say() { printf '%s\n' "$*" >&2; }

refuse() {
  say "$*"
  exit 1
}

usage() {
  say "usage: sh install.sh [--from <folder, archive or https address>] [--prefix <dir>] [--uninstall]"
  exit 2
}

prefix=
from=
uninstall=
while [ $# -gt 0 ]; do
  case $1 in
  --prefix | --from)
    if [ $# -lt 2 ] || [ -z "$2" ]; then usage; fi
    if [ "$1" = --prefix ]; then prefix=$2; else from=$2; fi
    shift 2
    ;;
  --uninstall)
    uninstall=yes
    shift
    ;;
  *) usage ;;
  esac
done
if [ -z "$prefix" ]; then
  [ -n "${HOME:-}" ] || refuse "HOME is not set; name a folder with --prefix"
  prefix=$HOME/.local
fi

# What goes where: file, mode, folder, name.
each_file() {
  "$1" fab 755 bin fab
  "$1" fab.1 644 share/man/man1 fab.1
  "$1" completions/fab.bash 644 share/bash-completion/completions fab
  "$1" completions/_fab 644 share/zsh/site-functions _fab
  "$1" completions/fab.fish 644 share/fish/vendor_completions.d fab.fish
}

if [ -n "$uninstall" ]; then
  # shellcheck disable=SC2317 # called by each_file
  drop() {
    [ -f "$prefix/$3/$4" ] || return 0
    rm -f "$prefix/$3/$4"
    say "removed $prefix/$3/$4"
  }
  each_file drop
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/fab-install.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# holds <folder> <file>…: whether these files are what the folder's SHA256SUMS says.
holds() (
  cd "$1"
  shift
  for file in "$@"; do
    line=$(grep -E "^[0-9a-f]{64} [ *]$file\$" SHA256SUMS) || exit 1
    if command -v sha256sum >/dev/null 2>&1; then
      printf '%s\n' "$line" | sha256sum -c - >/dev/null 2>&1
    else
      printf '%s\n' "$line" | shasum -a 256 -c - >/dev/null 2>&1
    fi || exit 1
  done
)

# fetch <address> <file>
fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --retry 2 -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1"
  else
    refuse "neither curl nor wget is here; fetch the archive by other means and name it with --from"
  fi || refuse "could not fetch $1"
}

archive_name() {
  case $(uname -s):$(uname -m) in
  Linux:x86_64) triple=x86_64-unknown-linux-gnu ;;
  Linux:aarch64 | Linux:arm64) triple=aarch64-unknown-linux-gnu ;;
  Darwin:x86_64) triple=x86_64-apple-darwin ;;
  Darwin:arm64) triple=aarch64-apple-darwin ;;
  *) refuse "there is no fab for $(uname -s) $(uname -m)" ;;
  esac
  # The folder's sums name the version.
  sed -n "s/^[0-9a-f]* [ *]\(fab-[0-9][0-9.]*-$triple\.tar\.gz\)\$/\1/p" "$1" | head -n 1
}

# unpack <archive>: into $from.
unpack() {
  mkdir "$work/unpacked"
  tar -xzf "$1" -C "$work/unpacked" || refuse "$1 is no archive of fab"
  for folder in "$work"/unpacked/fab-*; do from=$folder; done
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
if [ -z "$from" ]; then
  if [ -f "$here/build.sh" ]; then
    sh "$here/build.sh"
    from=$here/../dist
  elif [ -f "$here/SHA256SUMS" ]; then
    from=$here
  elif [ -n "$release_url" ]; then
    from=$release_url
  else
    refuse "nothing to install here; name a release with --from"
  fi
fi

case $from in
http://* | https://*)
  base=${from%/}
  fetch "$base/SHA256SUMS" "$work/SHA256SUMS"
  archive=$(archive_name "$work/SHA256SUMS")
  [ -n "$archive" ] || refuse "$base${release_version:+ (fab $release_version)} has no archive for $(uname -s) $(uname -m)"
  fetch "$base/$archive" "$work/$archive"
  holds "$work" "$archive" ||
    refuse "$base/$archive is damaged: it is not what SHA256SUMS says; nothing was installed"
  unpack "$work/$archive"
  ;;
*.tar.gz)
  [ -f "$from" ] || refuse "$from is not there"
  beside=$(CDPATH='' cd -- "$(dirname -- "$from")" && pwd -P)
  if [ -f "$beside/SHA256SUMS" ]; then
    holds "$beside" "${from##*/}" ||
      refuse "$from is damaged: it is not what SHA256SUMS says; nothing was installed"
  fi
  unpack "$from"
  ;;
*)
  [ -f "$from/SHA256SUMS" ] || refuse "$from has no SHA256SUMS; it must be a release or what scripts/build.sh made"
  if [ ! -f "$from/fab" ]; then
    archive=$(archive_name "$from/SHA256SUMS")
    if [ -z "$archive" ] || [ ! -f "$from/$archive" ]; then refuse "$from has no fab for this machine"; fi
    holds "$from" "$archive" ||
      refuse "$from is damaged: its files are not what SHA256SUMS says; nothing was installed"
    unpack "$from/$archive"
  fi
  ;;
esac
holds "$from" fab fab.1 completions/_fab completions/fab.bash completions/fab.fish ||
  refuse "$from is damaged: its files are not what SHA256SUMS says; nothing was installed"

# Whole or not at all, also while the old one runs.
put() {
  mkdir -p "$prefix/$3"
  cp "$from/$1" "$prefix/$3/.$4.$$"
  chmod "$2" "$prefix/$3/.$4.$$"
  mv -f "$prefix/$3/.$4.$$" "$prefix/$3/$4"
  say "installed $prefix/$3/$4"
}
each_file put

"$prefix/bin/fab" --version >/dev/null || refuse "$prefix/bin/fab does not run on this machine"
case :${PATH:-}: in
*:"$prefix/bin":*) ;;
*) say "add it to the search path: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
say "see what this machine has for it: fab doctor"
