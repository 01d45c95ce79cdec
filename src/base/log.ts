/**
 * A process's log: JSON lines into its own file and into the file that all components share. It must never hold content: a field is a number, a
 * boolean, or a literal of the source. A value of type `string` (clipboard text, a title, a path) does not compile as a field.
 */
import { systemErrorName } from './files/disk-error.ts';
import { RotatedFile, type WriteWhen } from './rotated-files/rotated-file.ts';

/** A string that was checked (see `vetted`) and can't carry content. */
export type Vetted = string & { readonly vetted: unique symbol };

/** A literal (or a `Vetted`) is itself; `string`, a pattern that strings fit, and `any` are `never`. Distributes over unions. */
type Word<T> = 0 extends 1 & T
  ? never
  : T extends Vetted
    ? T
    : T extends string
      ? Record<never, never> extends Record<T, 1>
        ? never
        : T
      : T;

type Field = number | boolean | string | null | undefined;
/** The fields of every line; another field of that name would occur twice. */
type Taken = 'level' | 'time' | 'component' | 'pid' | 'event';
type Checked<Fields> = { readonly [Key in keyof Fields]: Key extends Taken ? never : Word<Fields[Key]> } & Followed<Fields>;
/** A line about a fragment names its capture too (null: not known), by which all lines about one copy are found. */
type Followed<Fields> = 'fragmentId' extends keyof Fields ? ('captureId' extends keyof Fields ? unknown : never) : unknown;

type Write = <const Event extends string, const Fields extends Readonly<Record<string, Field>>>(
  event: Word<Event>,
  fields?: Checked<Fields>,
) => void;

export interface Log extends Disposable {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  /** A line with the word ERROR (§4.6). */
  readonly error: Write;
  /** A line with the word CRITICAL (§4.6): the process can't continue. */
  readonly critical: Write;
  setLevel(level: LogLevel): void;
  /** Whether `debug` writes anything: check it first if the fields are expensive to compute. */
  readonly isDetailed: boolean;
}

/** For a part that logs only details. */
export type DetailedLog = Pick<Log, 'debug' | 'isDetailed'>;

/** Nobody wants them. */
export const noDetails: DetailedLog = { debug: () => {}, isDetailed: false };

/** Time since a value of `performance.now()`, in milliseconds with two digits, for details. */
export function msSince(startMs: number): number {
  return Math.round((performance.now() - startMs) * 100) / 100;
}

export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogPlace {
  readonly component: string;
  /** The component's own file first, then the shared one. One line is one `write`, so that processes can share a file. */
  readonly files: readonly string[];
  readonly level: LogLevel;
  /**
   * `now` by default: a line that was logged before a SIGKILL is in the file. `later` is for a process that must not wait for a disk: a SIGKILL loses
   * the pending lines, but no ERROR and no CRITICAL one unless the disk does not answer; a normal exit and `process.exit` lose none.
   */
  readonly written?: WriteWhen;
}

/**
 * Opens a log. Throws if a file can't be opened; after that a log never throws, because no line is worth a crash. Lines after the end are dropped.
 */
export function openLog(place: LogPlace): Log {
  const files = place.files.map((file) => new RotatedFile(file, undefined, place.written));
  let [ended, lowest] = [false, logLevels.indexOf(place.level)];
  const isWritten = (level: LogLevel): boolean => !ended && logLevels.indexOf(level) >= lowest;
  const write = (level: LogLevel): Write => {
    return (event: string, fields?: object) => {
      if (!isWritten(level)) return;
      const line = { level, time: timeWord(Date.now()), component: place.component, pid: process.pid, ...fields, event };
      const isUrgent = level === 'ERROR' || level === 'CRITICAL';
      const text = `${JSON.stringify(line)}\n`;
      for (const file of files) file.write(text, isUrgent);
    };
  };
  return {
    debug: write('DEBUG'),
    info: write('INFO'),
    warn: write('WARN'),
    error: write('ERROR'),
    critical: write('CRITICAL'),
    setLevel: (level) => {
      lowest = logLevels.indexOf(level);
    },
    get isDetailed() {
      return isWritten('DEBUG');
    },
    [Symbol.dispose]: () => {
      if (ended) return;
      ended = true;
      for (const file of files) file[Symbol.dispose]();
    },
  };
}

/** The text, if it has only letters, digits, `_`, `-`, `.`, `[`, `]`, and at most 80 of them. Otherwise null. */
export function vetted(text: string): Vetted | null {
  return /^[A-Za-z0-9_.[\]-]{1,80}$/.test(text) ? (text as Vetted) : null;
}

/** A time (Unix, ms) as people and programs read it: `2026-03-31T18:00:00.000Z`. */
export function timeWord(ms: number): Vetted {
  return new Date(ms).toISOString() as Vetted;
}

/** The code of a system error (`ENOSPC`, `ERR_SQLITE_ERROR`, …), or `unknown`. Without its message, which may quote a path or an input. */
export function errorCode(error: unknown): Vetted {
  const named = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  // The name of one that libuv has no name for is found by its number.
  const code = named?.startsWith('ERR_') ? named : (systemErrorName(error) ?? named);
  const known = code !== null && /^E[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown';
  return known as Vetted;
}

/**
 * The place in Hub's own code where an error was thrown, as `file.ts-line`, without its message. In a package it is the file and the line of the process (`main.js-line`), where a comment names the source. For bugs: stack
 * frames name code, never content.
 */
export function errorOrigin(error: unknown): Vetted {
  const own =
    error instanceof Error
      ? framesOf(error)
          .split('\n')
          .filter((frame) => !frame.includes('/node_modules/'))
      : [];
  const frame = own.map((each) => /\/([A-Za-z0-9_-]{1,80}\.[jt]s):(\d{1,7}):\d{1,7}\)?$/.exec(each)).find((found) => found !== null);
  return (frame ? `${frame[1]}-${frame[2]}` : 'unknown') as Vetted;
}

/** The stack without the message, whose lines may look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start === -1 ? '' : stack.slice(start + message.length);
}
