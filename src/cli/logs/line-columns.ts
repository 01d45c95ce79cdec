/** One line of a log as a person reads it: time, level, component, event and fields, in columns. */
import { styleText } from 'node:util';
import { localTimestamp } from '../../base/timestamp.ts';
import { componentIds } from '../../contract/components.ts';
import { clockField } from '../../contract/diagnostics/log-page.ts';
import { fieldText, type LogLine } from '../../logs/log-line.ts';
import { visibleValue } from '../../logs/visible-value.ts';
import { padded } from '../table.ts';

type Style = Parameters<typeof styleText>[0];

const levelStyles: Readonly<Record<LogLine['level'], Style | null>> = {
  DEBUG: 'dim',
  INFO: null,
  WARN: 'yellow',
  ERROR: 'red',
  CRITICAL: ['bold', 'red'],
};
const levelWidth = Math.max(...Object.keys(levelStyles).map((level) => level.length));
const componentWidth = Math.max(...componentIds.map((id) => id.length));

export interface ColumnOptions {
  /** For a terminal, if it has colours. */
  readonly coloured: boolean;
  /** Also fields that say nothing to most people. */
  readonly allFields?: boolean | undefined;
}

/** The time is that of the machine's time zone. */
export function lineInColumns(line: LogLine, { coloured, allFields = false }: ColumnOptions): string {
  const style = (how: Style | null, text: string): string =>
    coloured && how !== null ? styleText(how, text, { stream: process.stdout }) : text;
  const time = localTimestamp(line.atMs).slice(0, 23).replace('T', ' ');
  const shown = allFields ? line.fields : line.fields.filter(([name, value]) => value !== null && name !== clockField);
  const fields = shown.map(([name, value]) => visibleValue(fieldText(name, value))).join(' ');
  const event = visibleValue(line.event);
  const how = levelStyles[line.level];
  const columns = [
    style('dim', time),
    style(how, padded(line.level, levelWidth)),
    style('cyan', padded(line.component, componentWidth)),
    style(how, event),
  ];
  return `${columns.join('  ')}${fields === '' ? '' : `  ${style('dim', fields)}`}`;
}

/** The line as it was logged. */
export function lineAsJson({ level, atMs, component, pid, event, fields }: LogLine): object {
  return { level, time: new Date(atMs).toISOString(), component, pid, event, ...Object.fromEntries(fields) };
}
