/** The manual page hub(1), from the table of the commands: man(7). */
import type { CommandRow } from './command-rows.ts';

export interface Edition {
  readonly version: string;
  /** Seconds since 1970. */
  readonly date: number;
}

/** The page as roff. */
export function manPage(rows: readonly CommandRow[], { version, date }: Edition): string {
  const [hub, ...commands] = rows;
  const day = new Date(date * 1_000).toISOString().slice(0, 10);
  return `${[
    `.TH HUB 1 ${day} "Hub ${version}" "User Commands"`,
    '.SH NAME',
    // In one line, in the form of lexgrog(1): apropos(1) looks through it.
    'hub \\- clipboard history that saves what you copy under the right name',
    '.SH SYNOPSIS',
    '.B hub',
    '[\\fIcommand\\fR] [\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    roff(hub?.about ?? ''),
    '.PP',
    roff(
      'Without a command, hub shows the window of the Hub that runs, and starts one if none runs. hub help COMMAND tells more about each command.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...[
      ['0', 'done'],
      ['1', 'failed; one line on standard error says why'],
      ['2', 'wrong usage'],
      ['3', 'Hub is not running'],
    ].flatMap(([status = '', meaning = '']) => ['.TP', status, roff(meaning)]),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => ['.TP', `.B ${roff(name)}`, roff(meaning)]),
    '.SH FILES',
    ...places.flatMap(([name, meaning]) => ['.TP', `.I ${roff(name)}`, roff(meaning)]),
  ].join('\n')}\n`;
}

const environment = [
  ['HUB_HOME', 'the folder of everything that Hub keeps, an absolute path'],
  ['HUB_WORKSPACE', 'the active WorkSpace, an absolute path'],
  ['HUB_BRIDGE_PORT, HUB_WEB_PORT', 'the ports of the two servers, 5001 and 5000; 0 takes a free one'],
  ['HUB_DEBUG', 'true: detailed logs'],
] as const;
const places = [
  ['~/.local/share/hub', 'the home: journal, configuration, logs'],
  ['~/WorkSpace', 'the saved files'],
  ['~/.cache/hub-desktop', 'the compiled program; it may be deleted at any time'],
] as const;

function commandLines({ path, usage, about, options }: CommandRow): readonly string[] {
  return [
    '.TP',
    `.B hub ${roff(path.join(' '))}${usage === '' ? '' : `\\fR ${roff(usage)}`}`,
    roff(about),
    '.RS',
    ...options
      .filter(({ flags }) => !flags.includes('--help'))
      .flatMap(({ flags, value, about: what }) => [
        '.TP',
        `.B ${roff(flags.join(', '))}${value === null ? '' : `\\fR ${roff(value)}`}`,
        roff(what),
      ]),
    '.RE',
  ];
}

/** One line of text: a backslash, a dash, and a dot or an apostrophe at its start would be read as more. */
function roff(text: string): string {
  const line = text
    .replaceAll(/\s{1,1000}/g, ' ')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-');
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
