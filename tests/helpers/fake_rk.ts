/**
 * A small rk for tests: the verbs of `rk mux` that `fab` asks for, with their shapes and exit codes,
 * as a `sh` script for `watchPrograms`.
 *
 * @module
 */

/**
 * An rk that does what it is asked for. It knows panes by tmux alone, as the real one does; its gate reads
 * the legacy option alone, as that of 3.17 does, and it pastes and presses Enter into whatever is there.
 */
export const GOOD_RK = `
label=
for last; do
  [ "\${next:-}" != label ] || label=$last
  next=
  [ "$last" != -L ] || next=label
done
mux() { if [ -n "$label" ]; then tmux -u -L "$label" "$@"; else tmux -u "$@"; fi; }
state() {
  value=$(mux show-options -pqv -t "$pane" @rk_pane_agent_state)
  state=\${value%%:*}
}
[ "$1" = mux ] || exit 2
verb=$2
shift 2
case $verb in
panes)
  format='{"session":"#{session_name}","session_id":"#{session_id}",'
  format=$format'"window_index":#{window_index},"window_id":"#{window_id}",'
  format=$format'"window_name":"#{window_name}","pane":"#{pane_id}","extra":{"key":[1]},'
  format=$format'"command":"#{pane_current_command}","cwd":"#{pane_current_path}",'
  format=$format'"agent_state":"#{s/[^a-z].*//:@rk_pane_agent_state}","agent_state_duration":""},'
  rows=$(mux list-panes -a -F "$format")
  printf '[%s]\\n' "\${rows%,}"
  ;;
await)
  pane=$1 until=idle,waiting file= timeout=
  shift
  while [ $# -gt 0 ]; do
    case $1 in
    --until) until=$2; shift ;;
    --file) file=$2 until=; shift ;;
    --timeout) timeout=$2; shift ;;
    --ready) echo ready; exit 0 ;;
    esac
    shift
  done
  ticks=0
  while :; do
    if ! mux display-message -p -t "$pane" '#{pane_id}' 2>/dev/null | grep -qx "$pane"; then
      echo gone
      exit 1
    fi
    [ -z "$file" ] || [ ! -e "$file" ] || { echo file; exit 0; }
    state
    case ",$until," in *,"\${state:-none}",*) echo "$state"; exit 0 ;; esac
    [ -z "$timeout" ] || [ "$ticks" -lt $((timeout * 10)) ] || { echo running; exit 0; }
    ticks=$((ticks + 1))
    sleep 0.1
  done
  ;;
send)
  pane=$1 intent=plain enter=yes keys= text=
  shift
  while [ $# -gt 0 ]; do
    case $1 in
    --answer | --force) intent=\${1#--} ;;
    --no-enter) enter=no ;;
    --key) keys="$keys $2"; shift ;;
    --timeout | -L) shift ;;
    --) text=$2; shift ;;
    esac
    shift
  done
  [ "$text" != - ] || text=$(cat)
  state=$(mux show-options -pqv -t "$pane" @rk_agent_state)
  state=\${state%%:*}
  case $intent/$state in
  force/* | */idle | answer/waiting) ;;
  */active | */waiting) echo "Error: refused: pane $pane is $state" >&2; exit 1 ;;
  *) ;;
  esac
  # As the real one: no guard at all.
  if [ -n "$keys" ]; then
    mux send-keys -t "$pane" $keys
  else
    printf '%s' "$text" | mux load-buffer -b "rk-$$" - ';' paste-buffer -dpr -b "rk-$$" -t "$pane"
    sleep 0.3
    [ $enter = no ] || mux send-keys -t "$pane" Enter
  fi
  echo "delivered $pane"
  ;;
*) echo "unknown command \\"$verb\\" for \\"rk mux\\"" >&2; exit 1 ;;
esac
`;

/** Each way in which an rk can fail to be asked, by what it does instead. */
export const BAD_RKS: Readonly<Record<string, string>> = {
  "old, without mux": `echo 'Error: unknown command "mux" for "rk"' >&2; exit 1`,
  "old, without the flag": `echo 'Error: unknown flag: --until' >&2; exit 2`,
  "a wrapper that finds none": "exec /nowhere/rk",
};
