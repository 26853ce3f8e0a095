/**
 * The parts of the fixed `sh` scripts that read processes. A compiled program may not read `/proc`
 * itself, so one subprocess prints what is needed of it. Data comes in as positional arguments;
 * nothing is ever put into a script's text.
 *
 * @module
 */

/**
 * Stands in `/proc` and sets `all` to the process `$1` and its descendants, from the children of
 * all their threads. Where the kernel keeps no lists of children, `all` is every process there is,
 * and the reader picks by parent. Uses no program but the shell itself.
 */
export const LINUX_DESCENDANTS = `
LC_ALL=C
export LC_ALL
cd /proc || exit 1
all=
if [ -e "$1/task/$1/children" ]; then
  level=$1
  while :; do
    case $level in *[0-9]*) ;; *) break ;; esac
    below=
    for p in $level; do
      all="$all $p"
      for list in "$p"/task/*/children; do
        kids=
        { read -r kids <"$list"; } 2>/dev/null
        below="$below $kids"
      done
    done
    level=$below
  done
else
  for p in [0-9]*; do all="$all $p"; done
fi
`;

/** Prints records of `all` for `parseProcRecords`: one program whatever their number. */
export const LINUX_RECORDS = `
files=
for p in $all; do files="$files $p/stat $p/cmdline $p/wchan"; done
grep -azsH '' $files
`;
