/** Which lines of the logs somebody wants. */
import { type LogLevel, logLevels } from '../base/log.ts';
import { type AskedWord, hasAskedValue, lowered } from '../contract/diagnostics/log-search.ts';
import type { LineHead } from './line-head.ts';
import type { LogLine } from './log-line.ts';

export interface LogFilter {
  /** At least this one; or any of several. */
  readonly level?: LogLevel | readonly LogLevel[] | undefined;
  /** Any of them; all if absent. */
  readonly components?: readonly string[] | undefined;
  /** Words and fields, as `src/contract/diagnostics/log-search.ts` reads them, in any case of letters: a word is in the event, the component, the level or a field. */
  readonly text?: string | undefined;
  /** Unix times, ms; the end does not belong to it. */
  readonly sinceMs?: number | undefined;
  readonly beforeMs?: number | undefined;
  /** The number of a fragment, as `hub history` shows it: the lines about its copy. */
  readonly copy?: number | undefined;
}

/** Whether the beginning of a line says already that it is not wanted. */
export function headMatches({ level, components, sinceMs, beforeMs }: LogFilter, head: LineHead): boolean {
  return (
    (level === undefined || isWanted(level, head.level)) &&
    (components === undefined || components.includes(head.component)) &&
    (sinceMs === undefined || head.atMs >= sinceMs) &&
    (beforeMs === undefined || head.atMs < beforeMs)
  );
}

function isWanted(wanted: LogLevel | readonly LogLevel[], level: LogLevel): boolean {
  return typeof wanted === 'string' ? logLevels.indexOf(level) >= logLevels.indexOf(wanted) : wanted.includes(level);
}

/** Whether all of these are in the line. What each line has is asked for as a field, too: `level=WARN`. */
export function hasWords(line: LogLine, words: readonly AskedWord[]): boolean {
  if (words.length === 0) return true;
  const { event, component, level, pid } = line;
  const fields = line.fields.map(([name, value]) => ({ name: lowered(name), value: lowered(String(value)) }));
  const ofEach = Object.entries({ event, component, level, pid }).map(([name, value]) => ({ name, value: lowered(String(value)) }));
  const parts = [event, component, level].map(lowered);
  return words.every((asked) =>
    asked.field === null
      ? [...parts, ...fields.flatMap(({ name, value }) => [`${name}=`, value])].some((part) => part.includes(asked.text))
      : [...fields, ...ofEach].some(({ name, value }) => name === asked.field && hasAskedValue(value, asked)),
  );
}
