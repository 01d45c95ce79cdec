/** Which lines of the logs somebody wants. */
import { type LogLevel, logLevels } from '../base/log.ts';
import { type AskedField, askedField, hasAskedValue } from '../contract/diagnostics/log-page.ts';
import type { LineHead } from './line-head.ts';
import { fieldText, type LogLine } from './log-line.ts';

export interface LogFilter {
  /** At least this one. */
  readonly level?: LogLevel | undefined;
  /** Any of them; all if absent. */
  readonly components?: readonly string[] | undefined;
  /** Each of its words is in the event, the component, the level or a field, or is a field with its whole value, in any case of letters. */
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

/** The words of a text to look for to look for, as `hasWords` takes them. */
export function wordsOf(text: string | undefined): readonly AskedWord[] {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => ({ word, field: askedField(word) }));
}

export interface AskedWord {
  /** In lower case. */
  readonly word: string;
  readonly field: AskedField | null;
}

/** A field is matched with its name, as it is shown: `verdict=save`. */
export function hasWords(line: LogLine, words: readonly AskedWord[]): boolean {
  if (words.length === 0) return true;
  const fields = line.fields.map(([name, value]) => ({ name: name.toLowerCase(), value: String(value).toLowerCase() }));
  const parts = [line.event, line.component, line.level].map((part) => part.toLowerCase());
  return words.every(({ word, field: asked }) =>
    asked === null
      ? parts.some((part) => part.includes(word)) || fields.some(({ name, value }) => fieldText(name, value).includes(word))
      : fields.some(({ name, value }) => name === asked.name && hasAskedValue(value, asked.value)),
  );
}
