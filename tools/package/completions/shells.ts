/** Completions of the command for bash, zsh and fish, written from its own table. They ask nobody: completing never starts Hub. */
import type { CommandRow, OptionRow } from './command-rows.ts';

const flagsOf = ({ options }: CommandRow): string => options.flatMap(({ flags }) => flags).join(' ');
const wordsOf = ({ words }: CommandRow): string => words.map(({ word }) => word).join(' ');
/** In single quotes, for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const inner = (rows: readonly CommandRow[]): readonly CommandRow[] => rows.filter(({ path }) => path.length > 0);

/** bash(1), "Programmable Completion"; it needs no package. */
export function bashCompletion(rows: readonly CommandRow[]): string {
  const cases = rows.map((row) => {
    const files = row.takesFiles ? ' files=1' : '';
    return `    ${quoted(row.path.join(' '))}) words=${quoted(wordsOf(row))} options=${quoted(flagsOf(row))}${files} ;;`;
  });
  return `# Completion of hub for bash. Written from the table of the commands.
_hub() {
  local current=\${COMP_WORDS[COMP_CWORD]} at='' next words='' options='' files='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case $next in
    ${inner(rows)
      .map(({ path }) => quoted(path.join(' ')))
      .join(' | ')}) at=$next ;;
    esac
  done
  case $at in
${cases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    # What follows an option may be its value, and that a file.
    if [[ $files || \${COMP_WORDS[COMP_CWORD - 1]} == -* ]]; then compopt -o default; fi
  fi
}
complete -F _hub hub
`;
}

/** zshcompsys(1); the file has to be named _hub. */
export function zshCompletion(rows: readonly CommandRow[]): string {
  const cases = rows.map((row) => {
    const words = row.words.map(({ word, about }) => quoted(about === '' ? zshPart(word) : `${zshPart(word)}:${firstLine(about)}`));
    const options = row.options.flatMap(({ flags, about }) => flags.map((flag) => quoted(`${zshPart(flag)}:${firstLine(about)}`)));
    return `    ${quoted(row.path.join(' '))}) words=(${words.join(' ')}) options=(${options.join(' ')})${row.takesFiles ? ' files=1' : ''} ;;`;
  });
  return `#compdef hub
# Completion of hub for zsh. Written from the table of the commands.
_hub() {
  local at='' next='' files='' i
  local -a words_before options
  words_before=("\${(@)words[2,CURRENT-1]}")
  local current=\${words[CURRENT]} previous=\${words[CURRENT-1]}
  local -a words
  for next in "\${words_before[@]}"; do
    next="\${at:+$at }$next"
    case $next in
    ${inner(rows)
      .map(({ path }) => quoted(path.join(' ')))
      .join(' | ')}) at=$next ;;
    esac
  done
  case $at in
${cases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    _describe -o option options
    return
  fi
  (( \${#words} )) && _describe word words
  if [[ -n $files || $previous == -* ]]; then _files; fi
  return 0
}
_hub "$@"
`;
}

const zshPart = (word: string): string => word.replaceAll(':', '\\:');
const firstLine = (about: string): string => about.split('\n', 1)[0] ?? '';

/** fish-completions(1). */
export function fishCompletion(rows: readonly CommandRow[]): string {
  const paths = inner(rows).map(({ path }) => quoted(path.join(' ')));
  const lines = rows.flatMap((row) => {
    const at = `-n ${quoted(`__hub_at ${quoted(row.path.join(' '))}`)}`;
    return [
      ...(row.takesFiles ? [`complete -c hub ${at} -F`] : []),
      ...row.words.map(
        ({ word, about }) => `complete -c hub ${at} -a ${quoted(word)}${about === '' ? '' : ` -d ${quoted(firstLine(about))}`}`,
      ),
      ...row.options.map((option) => `complete -c hub ${at} ${fishOption(option)} -d ${quoted(firstLine(option.about))}`),
    ];
  });
  return `# Completion of hub for fish. Written from the table of the commands.
function __hub_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        if contains -- $next ${paths.join(' ')}
            set at $next
        end
    end
    test "$at" = "$argv[1]"
end
complete -c hub -f
${lines.join('\n')}
`;
}

function fishOption({ flags, value }: OptionRow): string {
  const words = flags.map((flag) => (flag.startsWith('--') ? `-l ${quoted(flag.slice(2))}` : `-s ${quoted(flag.slice(1))}`));
  return [...words, ...(value?.startsWith('<') ? ['-r'] : [])].join(' ');
}
