/** Logs as components leave them, in a folder of a test. */
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

export interface TestLine {
  readonly atMs: number;
  readonly component?: string;
  readonly level?: string;
  readonly event?: string;
  readonly pid?: number;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** As `src/base/log.ts` writes it. */
export function logText({ atMs, component = 'clipboard', level = 'INFO', event = 'copied', pid = 7, fields = {} }: TestLine): string {
  return JSON.stringify({ level, time: new Date(atMs).toISOString(), component, pid, event, ...fields });
}

/** Adds lines to a file of the folder; a text is added as it is. */
export function addLines(logs: string, file: string, lines: readonly (TestLine | string)[]): void {
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  appendFileSync(path.join(logs, file), lines.map((line) => (typeof line === 'string' ? line : `${logText(line)}\n`)).join(''));
}
