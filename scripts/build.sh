#!/bin/sh
# Makes dist/fab: one program that needs nothing but tmux. Beside it go what ships with it: the
# manual page, completions, the bill of materials, licence texts, and SHA256SUMS over them all.
#
#   sh scripts/build.sh                     for this machine
#   sh scripts/build.sh --target <triple>   for another: dist/fab-<triple>
#
# Two builds of one commit with one Deno are equal, byte for byte.
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
  --outdir "$work/js" main.ts)

# `fab doctor` names the commit. Times of files are compiled in, so they are the same each time.
commit=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || commit=unknown
if [ "$commit" != unknown ] && [ -n "$(git -C "$root" status --porcelain 2>/dev/null)" ]; then
  commit=$commit-modified
fi
mkdir "$work/stamped" "$work/bin" "$work/completions"
for file in "$work"/js/*.js; do
  stamped=$work/stamped/${file##*/}
  sed "s/@fab-commit@/$commit/g" "$file" >"$stamped"
  TZ=UTC0 touch -t 202001010000 "$stamped"
done

sh "$root/scripts/compile.sh" "$work/stamped/main.js" "$work/bin/fab" "$target"

# DENORT_BIN is taken as it is, for whichever platform it may be: the header tells.
header=$(od -An -tx1 -N20 "$work/bin/fab" | tr -d ' \n')
case $target:$header in
x86_64-unknown-linux-gnu:7f454c46*3e00) ;;
aarch64-unknown-linux-gnu:7f454c46*b700) ;;
x86_64-apple-darwin:cffaedfe07000001*) ;;
aarch64-apple-darwin:cffaedfe0c000001*) ;;
*)
  say "what was built is not for $target${DENORT_BIN:+; is $DENORT_BIN a denort for it?}"
  exit 1
  ;;
esac

# What was built for this machine writes its own manual page and completions; for another, the
# source does.
if [ "$target" = "$here" ]; then
  want="fab $("$deno" eval --no-config 'console.log(JSON.parse(Deno.readTextFileSync(Deno.args[0])).version)' "$root/deno.json")"
  got=$(env -i PATH=/usr/bin:/bin "$work/bin/fab" --version 2>&1 | head -n 1) || :
  [ "$got" = "$want" ] || {
    say "what was built does not run: --version gave '$got', expected '$want'"
    [ -z "${DENORT_BIN:-}" ] || say "$DENORT_BIN: is it a denort of the Deno that compiled ($deno)?"
    exit 1
  }
  set -- "$work/bin/fab"
else
  set -- "$deno" run --quiet --frozen --no-check -A "$root/main.ts"
fi
"$@" man >"$work/fab.1"
"$@" completion bash >"$work/completions/fab.bash"
"$@" completion zsh >"$work/completions/_fab"
"$@" completion fish >"$work/completions/fab.fish"
(cd "$root" && "$deno" run --quiet --frozen -A scripts/sbom.ts "$work")

# Renamed into place, so that a fab that runs meanwhile is not overwritten under its feet.
mv -f "$work/bin/fab" "$output"
mkdir -p "$root/dist/completions"
mv -f "$work"/completions/* "$root/dist/completions/"
mv -f "$work/fab.1" "$work/sbom.json" "$work/THIRD-PARTY-LICENSES.txt" "$root/dist/"
cp "$root/LICENSE" "$root/dist/LICENSE"
(
  cd "$root/dist"
  set -- LICENSE THIRD-PARTY-LICENSES.txt completions/_fab completions/fab.bash completions/fab.fish fab.1 sbom.json
  for file in fab fab-*; do
    [ ! -f "$file" ] || set -- "$@" "$file"
  done
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi >SHA256SUMS.new
  mv -f SHA256SUMS.new SHA256SUMS
)
say "built ${output#"$root/"} ($(wc -c <"$output" | tr -d ' ') bytes, $target)"
