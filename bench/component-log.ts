/** The times that Hub's components write into their logs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface LogLine {
  readonly event: string;
  readonly level: string;
  readonly [field: string]: unknown;
}

/** The lines of one event in one log file, oldest first. Empty without the file. */
export function logLines(folder: string, file: string, event: string): readonly LogLine[] {
  let text = '';
  try {
    text = readFileSync(path.join(folder, file), 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as LogLine);
}

/** A field that has to be a number. */
export function numberIn(line: LogLine, field: string): number {
  const value = line[field];
  if (typeof value !== 'number') throw new Error(`the log line "${line.event}" has no number in ${field}`);
  return value;
}
