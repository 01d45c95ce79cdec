/** Times from the logs of Hub's components. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface LogLine {
  readonly event: string;
  readonly level: string;
  readonly [field: string]: unknown;
}

const sources = path.join(import.meta.dirname, '../src');
const known = new Set<string>();

/** The lines of one event in a log file and in its rotated part, oldest first. Empty without the file. @throws Error for an event that Hub's sources do not name: nothing would be measured. */
export function logLines(folder: string, file: string, event: string): readonly LogLine[] {
  if (!known.has(event) && !isNamed(event)) throw new Error(`no component logs an event that is called '${event}'`);
  known.add(event);
  const aside = file.replace(/\.log$/, '.1.log');
  return [aside, file]
    .flatMap((name) => textOf(path.join(folder, name)).split('\n'))
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as LogLine);
}

function isNamed(event: string): boolean {
  const files = globSync('**/*.ts', { cwd: sources }).filter((name) => !name.endsWith('.test.ts'));
  return files.some((name) => readFileSync(path.join(sources, name), 'utf8').includes(`'${event}'`));
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
