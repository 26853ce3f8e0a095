#!/bin/sh
# Makes a release of what is checked out: the version in deno.json, which `fab --version` and the manual
# page show, the heading in CHANGELOG.md, a commit and the tag v<version>. Pushing the tag makes the
# binaries (.github/workflows/release.yml).
#
#   sh scripts/release.sh <version>              runs the whole suite first
#   sh scripts/release.sh <version> --untested   does not
#   sh scripts/release.sh --notes <version>      prints what the changelog says of a version
#
# Nothing is changed when something is in the way.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"

refuse() {
  printf '%s\n' "$*" >&2
  exit 1
}

# notes <heading>: what stands below a heading of the changelog.
notes() {
  awk -v want="$1" '
    /^## / { on = ($0 == "## [" want "]" || index($0, "## [" want "] - ") == 1); next }
    on { print }
  ' CHANGELOG.md
}

if [ "${1:-}" = --notes ] && [ $# -eq 2 ]; then
  text=$(notes "$2")
  [ -n "$text" ] || refuse "CHANGELOG.md says nothing of $2"
  printf '%s\n' "$text"
  exit 0
fi
if [ $# -lt 1 ] || [ $# -gt 2 ] || { [ $# -eq 2 ] && [ "$2" != --untested ]; }; then
  printf '%s\n' "usage: sh scripts/release.sh <version> [--untested] | --notes <version>" >&2
  exit 2
fi
version=$1

printf '%s\n' "$version" | grep -Eq '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$' ||
  refuse "$version is no version of the form 1.2.3"
old=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' deno.json)
newest=$(printf '%s\n%s\n' "$old" "$version" | sort -t. -k1,1n -k2,2n -k3,3n | tail -n 1)
released=$(git tag --list "v$old")
if [ "$newest" != "$version" ] || { [ "$old" = "$version" ] && [ -n "$released" ]; }; then
  refuse "$version does not come after $old"
fi
[ -z "$(git tag --list "v$version")" ] || refuse "the tag v$version is there already"
[ -z "$(git status --porcelain)" ] || refuse "the tree has changes that are not committed"
[ -n "$(notes Unreleased | tr -d '[:space:]')" ] || refuse "CHANGELOG.md has nothing under [Unreleased]"

if [ $# -eq 1 ]; then
  sh scripts/test.sh || refuse "the tests failed; nothing was changed"
fi

today=$(date -u +%Y-%m-%d)
sed "s/^  \"version\": \".*\",\$/  \"version\": \"$version\",/" deno.json >deno.json.new
awk -v heading="## [$version] - $today" '
  { print }
  $0 == "## [Unreleased]" { print ""; print heading }
' CHANGELOG.md >CHANGELOG.md.new
mv deno.json.new deno.json
mv CHANGELOG.md.new CHANGELOG.md
git add deno.json CHANGELOG.md
git commit --quiet --message "Release $version"
git tag --annotate "v$version" --message "fab $version"
printf '%s\n' "released $version; publish it with: git push --follow-tags"
