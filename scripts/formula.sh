#!/bin/sh
# Prints a Homebrew formula of a release.
#
#   sh scripts/formula.sh <version> <base url> <SHA256SUMS>
#
# Platforms whose archive the sums don't name are left out.
set -eu

[ $# -eq 3 ] || {
  printf '%s\n' "usage: sh scripts/formula.sh <version> <base url> <SHA256SUMS>" >&2
  exit 2
}
version=$1
base=${2%/}
sums=$3

# archive <target> <indent>: its url and checksum; nothing when there is none.
archive() {
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]fab-$version-$1\.tar\.gz\$/\1/p" "$sums")
  [ -n "$sum" ] || return 0
  printf '%surl "%s/fab-%s-%s.tar.gz"\n%ssha256 "%s"\n' "$2" "$base" "$version" "$1" "$2" "$sum"
}

# system <on_…> <arm target> <intel target>
system() {
  arm=$(archive "$2" '      ')
  intel=$(archive "$3" '      ')
  [ -n "$arm$intel" ] || return 0
  printf '  %s do\n' "$1"
  [ -z "$arm" ] || printf '    on_arm do\n%s\n    end\n' "$arm"
  [ -z "$intel" ] || printf '    on_intel do\n%s\n    end\n' "$intel"
  printf '  end\n\n'
}

cat <<HEAD
class Fab < Formula
  desc "Drives AI coding agents in tmux panes"
  homepage "${base%/releases/download/*}"
  version "$version"
  license "MIT"

HEAD
system on_macos aarch64-apple-darwin x86_64-apple-darwin
system on_linux aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu
cat <<'TAIL'
  depends_on "tmux"

  def install
    bin.install "fab"
    man1.install "fab.1"
    bash_completion.install "completions/fab.bash" => "fab"
    zsh_completion.install "completions/_fab"
    fish_completion.install "completions/fab.fish"
  end

  test do
    assert_equal "fab #{version}", shell_output("#{bin}/fab --version").chomp
  end
end
TAIL
