/**
 * A desktop entry (freedesktop Desktop Entry Specification 1.5), as far as it names a program. Its text may be anybody's: it is read line by line, in
 * linear time, and everything taken from it is bounded.
 */
import { languages } from '../../contract/documents/hub.ts';
import { oneLine } from '../view/shown-text.ts';

/** A program that is installed. Texts are harmless and bounded; those that are unknown are empty. */
export interface InstalledProgram {
  /** The name of its file without `.desktop`, with `-` for the folders in which it is. */
  readonly id: string;
  readonly name: string;
  /** In the languages of Hub that it has a name in. */
  readonly names: Readonly<Record<string, string>>;
  /** Of its windows: `StartupWMClass`. */
  readonly windowClass: string;
  /** The file name of the program that `Exec` starts; empty if that is one that starts many others. */
  readonly command: string;
  /** How many words `Exec` has: the fewest are those of the program itself. */
  readonly words: number;
  /** The name of an icon, or the absolute path of its file. */
  readonly icon: string;
}

const longestName = 100;
const longestKeyed = 300;
const mostLines = 4_000;
const mostWords = 64;

/** These start other programs, which they do not name in the first word. */
const launchers: ReadonlySet<string> = new Set([
  ...['env', 'sh', 'bash', 'dash', 'zsh', 'pkexec', 'sudo', 'gapplication', 'flatpak', 'snap', 'xdg-open', 'gio', 'exo-open'],
  ...['java', 'mono', 'node', 'perl', 'python', 'python3', 'ruby', 'wine', 'electron', 'dbus-launch', 'steam'],
]);

/** Null for anything but a visible application with a name. `id`: see `InstalledProgram`. */
export function desktopEntry(text: string, id: string): InstalledProgram | null {
  const keys = keysOf(text);
  const name = oneLine(unescaped(keys.get('Name') ?? ''), longestName);
  if (name === '' || keys.get('Type') !== 'Application' || keys.get('Hidden') === 'true') return null;
  const words = wordsOf(keys.get('Exec') ?? '');
  const command = lastPart(words[0] ?? '');
  return {
    id: oneLine(id, longestName),
    name,
    names: namesOf(keys),
    windowClass: oneLine(keys.get('StartupWMClass') ?? '', longestName),
    command: launchers.has(command) ? '' : oneLine(command, longestName),
    words: words.length,
    icon: iconOf(keys.get('Icon') ?? ''),
  };
}

/** The keys of the group `[Desktop Entry]`, each with its first value. */
function keysOf(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let [at, isInside] = [0, false];
  for (let lines = 0; at < text.length && lines < mostLines; lines += 1) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    if (line.startsWith('[')) {
      if (isInside) break;
      isInside = line === '[Desktop Entry]';
      continue;
    }
    const equals = line.indexOf('=');
    if (!isInside || equals < 1 || line.startsWith('#')) continue;
    const key = line.slice(0, equals).trimEnd();
    if (!keys.has(key)) keys.set(key, line.slice(equals + 1).trimStart());
  }
  return keys;
}

/** `zh_CN` is how the specification writes the language `zh-CN`. */
function namesOf(keys: ReadonlyMap<string, string>): InstalledProgram['names'] {
  const named = languages.flatMap((language) => {
    const name = oneLine(unescaped(keys.get(`Name[${language.replace('-', '_')}]`) ?? ''), longestName);
    return name === '' ? [] : [[language, name] as const];
  });
  return Object.fromEntries(named);
}

/** The escapes of a string: `\s`, `\n`, `\t`, `\r`, `\\`. */
function unescaped(value: string): string {
  return value.slice(0, 4 * longestName).replaceAll(/\\(.)/g, (_, after: string) => (after === '\\' ? after : ' '));
}

/** An absolute path without `..`, or a name that is a file name, without the extension that some entries give it. */
function iconOf(value: string): string {
  if (value.length > longestKeyed || value.includes('\0')) return '';
  if (value.startsWith('/')) return value.split('/').includes('..') ? '' : value;
  return value.includes('/') ? '' : value.replace(/\.(?:png|svg|xpm)$/, '');
}

/** Words of `Exec` without its field codes (`%U`) and the settings of variables before the program. */
function wordsOf(exec: string): readonly string[] {
  const words: string[] = [];
  let [word, isQuoted, isWord] = ['', false, false];
  const end = (): void => {
    const isLeft = !isWord || /^%.?$/.test(word) || (words.length === 0 && (word === 'env' || /^[A-Za-z_]\w*=/.test(word)));
    if (!isLeft && words.length < mostWords) words.push(word);
    [word, isWord] = ['', false];
  };
  for (let at = 0; at < Math.min(exec.length, 4_096); at += 1) {
    const character = exec.charAt(at);
    if (character === '"') {
      [isQuoted, isWord] = [!isQuoted, true];
    } else if (character === '\\' && at + 1 < exec.length) {
      at += 1;
      word += exec.charAt(at);
      isWord = true;
    } else if (!isQuoted && (character === ' ' || character === '\t')) end();
    else {
      word += character;
      isWord = true;
    }
  }
  end();
  return words;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
