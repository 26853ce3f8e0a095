#compdef fab
# Completion of fab for zsh.
#   source <(fab completion zsh)          after compinit, in .zshrc
#   fab completion zsh > <fpath>/_fab     or as a file of its own
_fab() {
  local -a lines spaced open
  local who line value note
  local -a before=("${(@Q)words[2,CURRENT-1]}")
  ((CURRENT > 2)) || before=()
  lines=("${(@f)$(command fab __complete -- "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
  who=${lines[1]}
  shift lines

  # The part up to the = stays; what follows it is completed.
  if [[ $PREFIX == --*=* ]]; then
    compset -P 1 '*='
    lines=("${(@)lines#*=}")
  fi

  case $who in
  files) _files; return ;;
  directories) _files -/; return ;;
  esac

  for line in $lines; do
    value=${line%%$'\t'*}
    note=${line#*$'\t'}
    value=${value//\\/\\\\}
    value=${value//:/\\:}
    [[ -z $note ]] || value+=:$note
    if [[ ${line%%$'\t'*} == *= ]]; then open+=($value); else spaced+=($value); fi
  done
  (($#spaced + $#open)) || return 1
  ((!$#spaced)) || _describe -V fab spaced
  ((!$#open)) || _describe -V fab open -S ''
}

if [[ ${funcstack[1]} == _fab ]]; then
  _fab "$@"
elif (($+functions[compdef])); then
  compdef _fab fab
else
  print -u2 'fab: completion needs compinit: autoload -Uz compinit && compinit'
fi
