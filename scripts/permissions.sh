# What fab may do, compiled into the binary and given when the source is run.
#
# Reading is not narrowed: agents' working directories are anywhere. Programs neither: an agent is
# whatever the configuration names. The network, foreign functions and imports stay shut, and
# nothing is ever asked at a prompt.
#
# The socket of tmux is a file to the pinned Deno. A newer one counts it as network and keeps it shut,
# and then tmux is run for each call.
#
# shellcheck shell=sh disable=SC2034 # used by the scripts that source this

permissions="--no-prompt
  --allow-read --allow-write --allow-run --allow-env
  --deny-net --deny-ffi --deny-import"
