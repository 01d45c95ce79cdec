/** `hub logs`: prints the lines of all components, merged by time. It reads the files, so it works whether Hub runs, hangs or is down. */
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { askedWords } from '../../contract/diagnostics/log-search.ts';
import { sayNumber } from '../../domain/language/numbers.ts';
import { say } from '../../domain/language/say.ts';
import { followLogs } from '../../logs/followed-logs.ts';
import { hasWords, headMatches, type LogFilter } from '../../logs/log-filter.ts';
import { copyFields, type LogLine, numberIn } from '../../logs/log-line.ts';
import { type ReadLogs, readLogs } from '../../logs/read-logs.ts';
import { type ExitStatus, type Surface, wrongUsage } from '../surface.ts';
import { visibleJson } from '../terminal-safe.ts';
import { lineAsJson, lineInColumns } from './line-columns.ts';
import { logPage, noLogs } from './log-page.ts';
import { unknownComponent, type WantedOptions, wantedLines } from './wanted-lines.ts';

export interface LogsOptions extends WantedOptions {
  readonly follow?: boolean;
  readonly html?: boolean;
  readonly open?: boolean;
  readonly archive?: boolean;
  /** Of the archive. */
  readonly output?: string;
  /** The newest lines, so many of them. */
  readonly max?: number;
  readonly json?: boolean;
  readonly allFields?: boolean;
}

/** How many lines `--follow` begins with, unless it is told. */
const followedFrom = 20;
const lookEveryMs = 200;
/** One that came while what is there already was read comes with the first look, or with the second if it is in the shared file alone. */
const looksAtKnown = 2;
/** Lines are written together, up to this many characters. */
const blockLength = 64 * 1024;

export async function logs(surface: Surface, options: LogsOptions): Promise<ExitStatus> {
  const wanted = wantedLines(options, Date.now());
  if (!wanted.ok) return wrongUsage(surface, wanted.reason);
  if (options.html && options.follow) return wrongUsage(surface, say('use --html or --follow, not both'));
  if (options.open && !options.html) return wrongUsage(surface, say('--open opens the page that --html makes'));
  if (options.output !== undefined && !options.archive) return wrongUsage(surface, say('--output is the folder of what --archive writes'));
  if (options.archive) return archiveAll(surface, options);
  const { logs: folder } = surface.places;
  const isPage = options.html === true;
  // Another process looks for the lines of a page: the disk of the logs may not answer.
  if (!options.follow && !isPage && !existsSync(folder)) return noLogs(surface);
  const unknown = unknownComponent(options.component, () => componentsIn(folder));
  if (unknown !== null) return wrongUsage(surface, unknown);
  if (isPage) return logPage(surface, wanted.value, options);
  return options.follow ? follow(surface, wanted.value, options) : printAll(surface, wanted.value, options);
}

function componentsIn(folder: string): ReadonlySet<string> {
  using read = readLogs(folder);
  return read.components;
}

/** All lines, whatever they are: a filter would be missed later. */
async function archiveAll(surface: Surface, { archive: _, output = '.', json, ...filters }: LogsOptions): Promise<ExitStatus> {
  if (Object.values(filters).some((filter) => filter !== undefined))
    return wrongUsage(surface, say('--archive keeps all logs as they are; it takes only --output and --json'));
  if (output.trim() === '') return wrongUsage(surface, say('--output takes a folder'));
  const { archive } = await import('./archive-logs.ts');
  return archive(surface, { output, json });
}

async function printAll(surface: Surface, filter: LogFilter, options: LogsOptions): Promise<ExitStatus> {
  const { json, max } = options;
  using read = readLogs(surface.places.logs, filter, max);
  if (!read.hasLines) return noLogs(surface);
  const shown = shownBy(surface, options);
  let [block, hasBegun] = ['', false];
  for (const line of read.lines()) {
    const separator = json ? (hasBegun ? ',\n' : '[\n') : hasBegun ? '\n' : '';
    block += separator + shown(line);
    hasBegun = true;
    if (block.length < blockLength) continue;
    surface.printBytes(Buffer.from(block));
    block = '';
    await nextTurn(); // notices that the reader of the output has closed it
  }
  const end = json ? (hasBegun ? '\n]\n' : '[]\n') : hasBegun ? '\n' : '';
  if (block + end !== '') surface.printBytes(Buffer.from(block + end));
  if (!hasBegun && !json) surface.complain(`hub: ${say('no lines in the logs match')}`);
  tellUnreadable(surface, read);
  return 0;
}

function tellUnreadable(surface: Surface, { unreadable: count, unreadableIn }: Pick<ReadLogs, 'unreadable' | 'unreadableIn'>): void {
  if (count === 0) return;
  const files = [...unreadableIn].map(([file, lines]) => `${file}: ${sayNumber(lines)}`).join(', ');
  surface.complain(
    `hub: ${say('{count, plural, one {# damaged line of the logs was} other {# damaged lines of the logs were}} left out ({files})', { count, files })}`,
  );
}

/** Until it is interrupted, which is its usual end. With `--json` each line is a value of its own: an array would have no end. */
async function follow(surface: Surface, filter: LogFilter, options: LogsOptions): Promise<ExitStatus> {
  const { max = followedFrom } = options;
  const interrupted = surface.interrupted?.() ?? AbortSignal.timeout(0);
  const shown = shownBy(surface, options);
  // Before what is there already is read, so that no line is lost in between; one that comes meanwhile is read twice.
  using followed = followLogs(surface.places.logs);
  const wants = followedTest(filter);
  const known = new Set<string>();
  {
    using read = readLogs(surface.places.logs, filter, max);
    for (const line of read.lines()) {
      wants(line);
      known.add(shown(line));
      surface.print(shown(line));
    }
  }
  for (let looks = 1; !interrupted.aborted; looks++) {
    const lines = followed
      .next()
      .filter(wants)
      .map(shown)
      .filter((line) => !known.has(line));
    if (looks === looksAtKnown) known.clear();
    if (lines.length > 0) surface.print(lines.join('\n'));
    await pause(lookEveryMs, undefined, { signal: interrupted }).catch(() => undefined);
  }
  return 0;
}

function shownBy(surface: Surface, { json, allFields }: LogsOptions): (line: LogLine) => string {
  return json ? (line) => visibleJson(lineAsJson(line)) : (line) => lineInColumns(line, { coloured: surface.terminal, allFields });
}

/** A copy's capture becomes known with the first line that names both. */
function followedTest(filter: LogFilter): (line: LogLine) => boolean {
  const words = askedWords(filter.text ?? '');
  let capture: number | null = null;
  return (line) => {
    if (filter.copy !== undefined) {
      const fragment = numberIn(line, copyFields.fragment);
      const isOfFragment =
        fragment !== null && filter.copy >= fragment && filter.copy < fragment + (numberIn(line, copyFields.fragments) ?? 1);
      if (isOfFragment) capture ??= numberIn(line, copyFields.capture);
      if (!isOfFragment && (capture === null || numberIn(line, copyFields.capture) !== capture)) return false;
    }
    return headMatches(filter, line) && hasWords(line, words);
  };
}
