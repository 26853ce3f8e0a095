# Completion of fab for bash 3.2 and later.
#   source <(fab completion bash)
_fab() {
  local line=${COMP_LINE:0:COMP_POINT} word value note who='' quote='' prefix='' index
  local -a words values notes
  COMPREPLY=()

  # bash cuts words at = and :, and leaves their quotes on: put them together as they were typed.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ $line == [[:space:]]* || $index -eq 0 ]]; then
      line=${line#"${line%%[![:space:]]*}"}
      words+=("")
    fi
    ((index < COMP_CWORD)) || word=$line
    words[${#words[@]}-1]+=$word
    line=${line#"$word"}
  done
  word=${words[${#words[@]}-1]}
  [[ $word == [\"\']* ]] && quote=${word:0:1}
  for index in "${!words[@]}"; do words[index]=${words[index]//[\\\"\']/}; done

  # An alias that was told to complete by this function: complete -F _fab tell
  if ((BASH_VERSINFO[0] >= 4)) && [[ -n ${BASH_ALIASES[${words[0]}]-} ]]; then
    local -a long
    read -r -a long <<<"${BASH_ALIASES[${words[0]}]}"
    words=("${long[@]}" "${words[@]:1}")
  fi
  word=${words[${#words[@]}-1]}

  # What bash replaces begins behind the last of these characters.
  if [[ $word == *[=:]* && -z $quote ]]; then
    prefix=${word%"${word##*[=:]}"}
  fi

  while IFS=$'\t' read -r value note; do
    if [[ -z $who ]]; then
      who=$value
    else
      values+=("${value#"$prefix"}")
      notes+=("$note")
    fi
  done < <(command fab __complete -- "${words[@]:1}" 2>/dev/null)

  case $who in
  files | directories)
    local kind=-f
    [[ $who == files ]] || kind=-d
    compopt -o filenames 2>/dev/null
    while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen $kind -- "${word#"$prefix"}")
    return
    ;;
  esac

  if ((${#values[@]} == 1)); then
    value=${values[0]}
    if [[ $value == *= ]]; then
      compopt -o nospace 2>/dev/null
    elif [[ -z $quote ]]; then
      printf -v value %q "$value"
      value=${value//'\,'/,}
    fi
    COMPREPLY=("$value")
    return
  fi

  # A list to look at, not to insert from, says what each is.
  local width=0
  for value in "${values[@]}"; do ((${#value} <= width)) || width=${#value}; done
  for index in "${!values[@]}"; do
    value=${values[index]}
    case $COMP_TYPE in
    33 | 63 | 64)
      [[ -z ${notes[index]} ]] || printf -v value "%-${width}s  %s" "$value" "${notes[index]}"
      ((${#value} < ${COLUMNS:-80})) || value=${value:0:${COLUMNS:-80}-1}
      ;;
    *)
      [[ -n $quote ]] || printf -v value %q "$value"
      value=${value//'\,'/,}
      ;;
    esac
    COMPREPLY+=("$value")
  done
}
complete -o nosort -F _fab fab 2>/dev/null || complete -F _fab fab
