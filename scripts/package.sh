#!/bin/sh
# Packs what scripts/build.sh made, for a release: dist/release/ gets
#
#   fab-<version>-<target>.tar.gz   the program, manual page, completions, licences, install.sh
#   fab_<version>_<arch>.deb        on Linux targets, where dpkg-deb is at hand
#   sbom.json, install.sh, SHA256SUMS (of everything in that folder)
#
#   sh scripts/package.sh [<target>]…                  this machine's target unless named
#   sh scripts/package.sh --url <base> [<target>]…     also fab.rb, a Homebrew formula of what lies
#                                                      at <base>, and an install.sh that knows it
#
# Two runs on one build give the same bytes.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
say() { printf '%s\n' "$*" >&2; }

url=
if [ "${1:-}" = --url ]; then
  [ $# -ge 2 ] || {
    say "usage: sh scripts/package.sh [--url <base>] [<target>]…"
    exit 2
  }
  url=$2
  shift 2
fi

. "$root/scripts/deno.sh"
version=$("$deno" eval --no-config 'console.log(JSON.parse(Deno.readTextFileSync(Deno.args[0])).version)' "$root/deno.json")
here=$("$deno" eval --no-config 'console.log(Deno.build.target)')
[ $# -gt 0 ] || set -- "$here"

dist=$root/dist
out=$dist/release
work=$root/.tools/package.$$
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
rm -rf "$out"
mkdir -p "$out" "$work"

sums() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# The installer knows where its release is, when that is known.
escaped=$(printf '%s' "$url" | sed 's/[&|\\]/\\&/g')
sed "s|^release_url=.*|release_url='$escaped'|; s|^release_version=.*|release_version='$version'|" \
  "$root/scripts/install.sh" >"$work/install.sh"
chmod 755 "$work/install.sh"

# stamp <folder>: the same times whenever it is packed.
stamp() { find "$1" -exec env TZ=UTC0 touch -h -t 202001010000 {} +; }

for target in "$@"; do
  program=$dist/fab-$target
  [ "$target" != "$here" ] || program=$dist/fab
  [ -f "$program" ] || {
    say "$program is not there; make it with: sh scripts/build.sh --target $target"
    exit 1
  }
  name=fab-$version-$target
  mkdir -p "$work/$name/completions"
  cp "$program" "$work/$name/fab"
  cp "$dist/fab.1" "$dist/LICENSE" "$dist/THIRD-PARTY-LICENSES.txt" "$dist/sbom.json" "$work/install.sh" "$work/$name/"
  cp "$dist"/completions/* "$work/$name/completions/"
  (cd "$work/$name" && sums LICENSE THIRD-PARTY-LICENSES.txt completions/* fab fab.1 install.sh sbom.json >SHA256SUMS)
  stamp "$work/$name"
  (cd "$work" && find "$name" -type f | LC_ALL=C sort >files &&
    tar --format=ustar --owner=0 --group=0 --numeric-owner -cf - -T files | gzip -n >"$out/$name.tar.gz")
  say "packed dist/release/$name.tar.gz"

  case $target in
  x86_64-unknown-linux-gnu) arch=amd64 ;;
  aarch64-unknown-linux-gnu) arch=arm64 ;;
  *) continue ;;
  esac
  command -v dpkg-deb >/dev/null 2>&1 || {
    say "no dpkg-deb here: no .deb for $target"
    continue
  }
  deb=$work/deb-$arch
  doc=$deb/usr/share/doc/fab
  mkdir -p "$deb/DEBIAN" "$deb/usr/bin" "$deb/usr/share/man/man1" "$doc" \
    "$deb/usr/share/bash-completion/completions" "$deb/usr/share/zsh/vendor-completions" \
    "$deb/usr/share/fish/vendor_completions.d"
  cp "$program" "$deb/usr/bin/fab"
  gzip -9n <"$dist/fab.1" >"$deb/usr/share/man/man1/fab.1.gz"
  cp "$dist/completions/fab.bash" "$deb/usr/share/bash-completion/completions/fab"
  cp "$dist/completions/_fab" "$deb/usr/share/zsh/vendor-completions/_fab"
  cp "$dist/completions/fab.fish" "$deb/usr/share/fish/vendor_completions.d/fab.fish"
  cp "$dist/LICENSE" "$doc/copyright"
  cp "$dist/THIRD-PARTY-LICENSES.txt" "$dist/sbom.json" "$doc/"
  find "$deb" -type d -exec chmod 755 {} +
  find "$deb" -type f -exec chmod 644 {} +
  chmod 755 "$deb/usr/bin/fab"
  cat >"$deb/DEBIAN/control" <<CONTROL
Package: fab
Version: $version
Architecture: $arch
Maintainer: fab maintainers <maintainers@fab.invalid>
Depends: libc6, tmux (>= 3.2)
Recommends: git
Section: devel
Priority: optional
Installed-Size: $(du -sk "$deb/usr" | cut -f1)
Description: drives AI coding agents in tmux panes
 Starts an agent in a pane, finds out when it takes input, hands it a prompt
 and proves that it arrived, reads its screen and its state, waits for it.
CONTROL
  stamp "$deb"
  SOURCE_DATE_EPOCH=1577836800 dpkg-deb --root-owner-group -Zgzip -z6 --build "$deb" \
    "$out/fab_${version}_$arch.deb" >/dev/null
  say "packed dist/release/fab_${version}_$arch.deb"
done

cp "$dist/sbom.json" "$work/install.sh" "$out/"
(cd "$out" && sums -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" SHA256SUMS)

if [ -n "$url" ]; then
  sh "$root/scripts/formula.sh" "$version" "$url" "$out/SHA256SUMS" >"$out/fab.rb"
  say "wrote dist/release/fab.rb"
fi
