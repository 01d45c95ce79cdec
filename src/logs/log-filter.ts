/** Which lines of the logs somebody wants. */
import { type LogLevel, logLevels } from '../base/log.ts';
import type { LineHead } from './line-head.ts';
import { fieldText, type LogLine } from './log-line.ts';

export interface LogFilter {
  /** At least this one. */
  readonly level?: LogLevel | undefined;
  /** Any of them; all if absent. */
  readonly components?: readonly string[] | undefined;
  /** Each of its words is in the event, the component or a field, in any case of letters. */
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
    (level === undefined || logLevels.indexOf(head.level) >= logLevels.indexOf(level)) &&
    (components === undefined || components.includes(head.component)) &&
    (sinceMs === undefined || head.atMs >= sinceMs) &&
    (beforeMs === undefined || head.atMs < beforeMs)
  );
}

/** The words of a text to look for, as `hasWords` takes them. */
export function wordsOf(text: string | undefined): readonly string[] {
  return (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** A field is matched with its name, as it is shown: `verdict=save`. */
export function hasWords(line: LogLine, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const parts = [line.event, line.component, line.level, ...line.fields.map(([name, value]) => fieldText(name, value))];
  const lower = parts.map((part) => part.toLowerCase());
  return words.every((word) => lower.some((part) => part.includes(word)));
}
