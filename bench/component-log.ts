/** Times from the logs of Hub's components. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface LogLine {
  readonly event: string;
  readonly level: string;
  readonly [field: string]: unknown;
}

/** The lines of one event in a log file and in its rotated part, oldest first. Empty without the file. */
export function logLines(folder: string, file: string, event: string): readonly LogLine[] {
  const aside = file.replace(/\.log$/, '.1.log');
  return [aside, file]
    .flatMap((name) => textOf(path.join(folder, name)).split('\n'))
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as LogLine);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A required number field. */
export function numberIn(line: LogLine, field: string): number {
  const value = line[field];
  if (typeof value !== 'number') throw new Error(`the log line "${line.event}" has no number in ${field}`);
  return value;
}
