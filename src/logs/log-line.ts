/**
 * One line of a log, as `src/base/log.ts` writes it. Anything may be in a file that many processes append to and that a full disk cuts short: what is not
 * such a line is no line, and what is odd in one is bounded here, once.
 */
import { type LogLevel, logLevels } from '../base/log.ts';

export type FieldValue = number | boolean | string | null;

export interface LogLine {
  /** Unix time, ms. */
  readonly atMs: number;
  readonly level: LogLevel;
  readonly component: string;
  /** 0 if unknown. */
  readonly pid: number;
  readonly event: string;
  /** In the order of the line. */
  readonly fields: readonly (readonly [name: string, value: FieldValue])[];
}

/** Names of the fields that say which copy a line is about. */
export const copyFields = { capture: 'captureId', fragment: 'fragmentId', fragments: 'fragments', ordinal: 'ordinal' } as const;

/** Far longer than any line of Hub: it names events and numbers. */
const longestEvent = 200;
const longestValue = 200;
const longestName = 60;
const mostFields = 40;
/** By their words, as Hub and as Python writes them. */
const levels: ReadonlyMap<string, LogLevel> = new Map([
  ...logLevels.map((level): [string, LogLevel] => [level, level]),
  ['WARNING', 'WARN'],
  ['FATAL', 'CRITICAL'],
]);

/** Under this name are lines of a component whose own name is none that a filter or a terminal could have. */
export const otherComponent = 'other';

/** Whether it is a name that a component may have, known or not. */
export function isComponentName(name: string): boolean {
  return /^[\w.-]{1,40}$/.test(name);
}

/** The line, or null if it is none. */
export function parseLogLine(text: string): LogLine | null {
  const value = tryParse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { level, time, component, pid, event, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof level !== 'string' || typeof time !== 'string' || typeof component !== 'string' || typeof event !== 'string') return null;
  const atMs = Date.parse(time);
  const known = levels.get(level);
  if (known === undefined || !(atMs >= 0)) return null;
  const fields: [string, FieldValue][] = [];
  for (const name of Object.keys(rest)) {
    if (fields.length === mostFields) break;
    const field = rest[name];
    if (typeof field === 'string') fields.push([ownName(name, rest, fields), cut(field, longestValue)]);
    else if (typeof field === 'number' || typeof field === 'boolean' || field === null) fields.push([ownName(name, rest, fields), field]);
  }
  return {
    atMs,
    level: known,
    component: isComponentName(component) ? component : otherComponent,
    pid: typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : 0,
    event: cut(event, longestEvent),
    fields,
  };
}

/** A name that can be typed as `name=value`: of one that other writers give, each sign that is no letter of ASCII, digit or `_` becomes `_`. */
function shownName(name: string): string {
  return name === '' ? '_' : name.slice(0, longestName).replaceAll(/\W/g, '_');
}

/** The same, numbered if another field of the line has it: `gr__e` of `größe`, `gr__e_2` of `grüße`. A name that is shown as it is keeps it. */
function ownName(name: string, all: Readonly<Record<string, unknown>>, before: LogLine['fields']): string {
  const shown = shownName(name);
  if (shown === name) return name;
  const isTaken = (one: string): boolean => Object.hasOwn(all, one) || before.some(([taken]) => taken === one);
  let own = shown;
  for (let number = 2; isTaken(own); number += 1) own = `${shown}_${number}`;
  return own;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}

/** The field's value if it is a whole number above 0. */
export function numberIn(line: LogLine, name: string): number | null {
  for (const [field, value] of line.fields)
    if (field === name) return typeof value === 'number' && value > 0 && Number.isSafeInteger(value) ? value : null;
  return null;
}

/** A field as it is shown and searched: `verdict=save`. */
export function fieldText(name: string, value: FieldValue): string {
  return `${name}=${value}`;
}
