# Sees to it that there is a tmux to work with; sourced by the scripts that need one.
#
# shellcheck shell=sh

# need_tmux: succeeds when tmux 3.2 or later is on PATH. Where it is missing and this is root on a
# system with apt-get, it is installed; anyone else is told how.
need_tmux() {
  if ! command -v tmux >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
      printf '%s\n' "installing tmux with apt-get" >&2
      {
        apt-get install -y --no-install-recommends tmux ||
          { apt-get update && apt-get install -y --no-install-recommends tmux; }
      } >/dev/null 2>&1 </dev/null || {
        printf '%s\n' "apt-get could not install tmux" >&2
        return 1
      }
    else
      printf '%s\n' "tmux is not on PATH; install it (apt-get install tmux, dnf install tmux, brew install tmux, …) and run this again" >&2
      return 1
    fi
  fi
  tmux_found=$(tmux -V | sed -n 's/^tmux \(next-\)\{0,1\}\([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\2 \3/p')
  case $tmux_found in
  '' | 3\ [2-9]* | 3\ [1-9][0-9]* | [4-9]\ * | [1-9][0-9]*\ *) return 0 ;;
  esac
  printf '%s\n' "$(tmux -V) is too old: fab needs tmux 3.2 or later" >&2
  return 1
}
