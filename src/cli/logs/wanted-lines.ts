/** What the options of `hub logs` say about which lines are wanted. */
import { type LogLevel, logLevels } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { componentIds } from '../../contract/words/listed-words.ts';
import { say } from '../../domain/language/say.ts';
import { momentOf } from '../../domain/search/query-times.ts';
import type { LogFilter } from '../../logs/log-filter.ts';
import { otherComponent } from '../../logs/log-line.ts';
import { clientName } from '../../logs/log-names.ts';
import { withGuess } from '../did-you-mean.ts';
import { notATime } from '../not-a-time.ts';
import { oneLine } from '../table.ts';

export interface WantedOptions {
  readonly level?: readonly string[];
  readonly component?: readonly string[];
  readonly text?: string;
  readonly since?: string;
  readonly until?: string;
  readonly copy?: string;
}

/** Fails with a sentence about the option that makes no sense. */
export function wantedLines(options: WantedOptions, nowMs: number): Outcome<LogFilter, string> {
  const levels = options.level?.map(levelOf);
  const level = levels === undefined ? undefined : levels.length === 1 ? levels[0] : onlyKnown(levels);
  if (level === null) return failed(say('--level takes one of {levels}', { levels: logLevels.join(', ') }));
  const since = options.since === undefined ? undefined : momentOf(options.since, nowMs, 'from');
  const before = options.until === undefined ? undefined : momentOf(options.until, nowMs, 'before');
  if (since === null) return failed(notATime(options.since ?? ''));
  if (before === null) return failed(notATime(options.until ?? ''));
  if (since !== undefined && before !== undefined && before <= since) return failed(say('--until must be later than --since'));
  const copy = options.copy === undefined ? undefined : copyOf(options.copy);
  if (copy === null) return failed(say('--copy takes the number of a copy, as hub history shows it'));
  return done({ level, components: options.component, text: options.text, sinceMs: since, beforeMs: before, copy });
}

/** The names that lines have, whether there are such lines yet or not. */
export const namesOfLines: readonly string[] = [...componentIds, clientName, otherComponent];

/**
 * Why lines of these components can't be wanted: one is neither Hub's nor in the logs, as a slip is. Null if all are. `logged`: the names in the logs, which are
 * read only if one is not Hub's.
 */
export function unknownComponent(wanted: readonly string[] = [], logged: () => ReadonlySet<string>): string | null {
  const others = wanted.filter((id) => !namesOfLines.includes(id));
  if (others.length === 0) return null;
  const names = logged();
  const unknown = others.find((id) => !names.has(id));
  if (unknown === undefined) return null;
  const known = [...namesOfLines, ...[...names].filter((name) => !namesOfLines.includes(name)).sort()];
  const sentence = say('unknown component {component}; there are {known}', {
    component: `'${oneLine(unknown, 40)}'`,
    known: known.join(', '),
  });
  return withGuess(sentence, unknown, known);
}

function levelOf(word: string): LogLevel | null {
  const upper = word.toUpperCase();
  return logLevels.find((level) => level === upper || (level === 'WARN' && upper === 'WARNING')) ?? null;
}

/** Null if one of them is none. */
function onlyKnown(levels: readonly (LogLevel | null)[]): readonly LogLevel[] | null {
  const known = levels.filter((level) => level !== null);
  return known.length === levels.length ? known : null;
}

function copyOf(word: string): number | null {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
}
